import ConformanceData
import Foundation
import Testing
import Texts

@Suite("Plural rules")
struct PluralRulesTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let language: Language
        let category: PluralCategory
        let numbers: [ClosedRange<Int>]
        var testDescription: String { "\(language.tag) \(category)" }
    }

    static let samples: [Sample] = {
        guard let text = try? String(contentsOf: ConformanceData.file("languages/plural-samples.tsv"), encoding: .utf8) else {
            return []
        }
        return text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: "\t").map(String.init)
            guard fields.count == 3, let language = Language(rawValue: fields[0]),
                let category = PluralCategory(rawValue: fields[1])
            else {
                return nil
            }
            let numbers = fields[2].split(separator: " ").compactMap { range -> ClosedRange<Int>? in
                let ends = range.split(separator: "~").compactMap { Int($0) }
                return ends.first.flatMap { first in ends.last.map { first...$0 } }
            }
            return Sample(language: language, category: category, numbers: numbers)
        }
    }()

    @Test("the samples of CLDR are in their category", arguments: samples)
    func category(_ sample: Sample) {
        let rules = PluralRules(of: sample.language)
        for number in sample.numbers.joined() {
            #expect(rules.category(of: number) == sample.category, "\(number)")
        }
    }

    @Test("every language has samples, and its rules know each sample's category")
    func completeness() {
        #expect(Self.samples.count == 32)
        for language in Language.offered {
            let categories = Self.samples.filter { $0.language == language }.map(\.category)
            #expect(!categories.isEmpty, "\(language.tag)")
            #expect(PluralRules(of: language).categories.isSuperset(of: categories), "\(language.tag)")
        }
    }
}
