import ConformanceData
import Foundation
import JSONText
import PasswordRules
import TestKit
import Testing

@Suite("latchkey passwords and the recorded output of the reference tools", .tags(.realParts), .timeLimit(.minutes(20)))
struct PasswordsCorpusTests {
    @Test(
        "parse --apple-compatible gives the recorded rules, text and HTML for every recorded input",
        arguments: ["edge-parsed.json", "quirks-parsed.json"])
    func parse(file: String) throws {
        let records = try RecordedData.read(file)
        #expect(records.count >= 50)
        let input = lines(records.map { ["input": $0["input"] ?? .null] })
        let minified = try CommandRun.passwords("parse", "--jsonl", "--apple-compatible", input: input)
        let merged = try CommandRun.passwords("parse", "--jsonl", "--apple-compatible", "--merged", input: input)
        #expect(minified.status == 0 && minified.errors.isEmpty && merged.status == 0 && merged.errors.isEmpty)
        let (minifiedAnswers, mergedAnswers) = (try minified.answers, try merged.answers)
        #expect(minifiedAnswers.count == records.count && mergedAnswers.count == records.count)
        for (record, (minified, merged)) in zip(records, zip(minifiedAnswers, mergedAnswers)) {
            let words = Comment(rawValue: record["input"]?.text() ?? "")
            #expect(minified["rules"] == record["minified"]?["rules"], words)
            #expect(merged["rules"] == record["full"]?["rules"], words)
            for answer in [minified, merged] {
                #expect(answer["text"] == record["minified"]?["text"] && answer["html"] == record["minified"]?["html"], words)
            }
        }
    }

    @Test("convert-pattern gives the recorded rules for every recorded pattern")
    func patterns() throws {
        let records = try RecordedData.read("pattern-to-rules.json")
        #expect(records.count >= 31)
        let input = lines(records.map { ["pattern": $0["regexp"] ?? .null] })
        let run = try CommandRun.passwords("convert-pattern", "--jsonl", input: input)
        #expect(run.status == 0)
        let expected = records.map { record -> JSONValue in ["rules": record["expected"] ?? .null] }
        #expect(try run.answers == expected)
    }
}

@Suite("latchkey passwords parse and the library", .tags(.realParts), .timeLimit(.minutes(20)))
struct PasswordsAgreementTests {
    @Test("the command and the library agree on random texts")
    func agreement() throws {
        var generator = SeededGenerator(seed: 7)
        let texts = (0..<2_000).map { _ in
            (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                Self.fragments[Int.random(in: Self.fragments.indices, using: &generator)]
            }.joined()
        }
        let run = try CommandRun.passwords("parse", "--jsonl", input: lines(texts.map { ["input": .string($0)] }))
        let answers = try run.answers
        #expect(run.status == 0 && answers.count == texts.count)
        for (text, answer) in zip(texts, answers) {
            let parsed = try PasswordRules.parse(text)
            #expect(answer["text"]?.string == parsed.rules.formatted())
            #expect(answer["html"]?.string == parsed.rules.formatted(as: .htmlAttribute))
            #expect(answer["rules"]?.array?.count == parsed.rules.list().count)
            #expect(answer["diagnostics"]?.array?.map { $0["code"]?.string } == parsed.diagnostics.map(\.code.rawValue))
            #expect(
                answer["diagnostics"]?.array?.map { $0["position"]?.number?.int } == parsed.diagnostics.map(\.range?.lowerBound))
        }
    }

    private static let fragments = [
        "required: ", "allowed:", "minlength: ", "max-consecutive:", "maxlength: 20", "upper", "LOWER", "[-a]", "[a-]", "[]]",
        "[<&\"'>]",
        "8", "0", "99999999999999999999999", ";", "; ", ";;", ",", " ", "\n", "\t", "\u{0}", "é", "日本", "\u{1F511}", "[ab",
    ]
}

/// The recorded rules and conversions.
enum RecordedData {
    static func read(_ name: String) throws -> [JSONValue] {
        let text = try Data(contentsOf: ConformanceData.file("password-rules/" + name))
        return try #require(JSONText.parse(text).root.value.array)
    }
}
