import DevicePages
@testable import DeviceSimulator
import Foundation
import Testing
import Texts

/// Puts markup and a mark that reverses the direction into every text of every sample, one text at a time.
@Suite("Text of apps, accounts and senders on a page")
struct HostileTextTests {
    private static let hostile = "\"'><img src=x onerror=\"hacked()\">\u{202E}"

    @Test("is never markup, and its direction does not reach beyond it", arguments: PhoneSample.english)
    func everyText(_ sample: PhoneSample) throws {
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(sample.view))
        var count = 0
        for changed in Self.variants(of: json) {
            let data = try JSONSerialization.data(withJSONObject: changed)
            // An enumeration rejects the text.
            guard let view = try? JSONDecoder().decode(PhoneView.self, from: data) else { continue }
            count += 1
            var isolations = 0
            for element in PhoneSample(name: sample.name, view: view, language: .arabic).markup.split(separator: "<").dropFirst() {
                let parts = element.split(separator: ">", maxSplits: 1)
                let (tag, text) = (parts.first ?? "", parts.dropFirst().first ?? "")
                #expect(!tag.hasPrefix("img"), "\(element)")
                #expect(!text.contains(">"), "\(element)")
                isolations += tag == "bdi" ? 1 : tag == "/bdi" ? -1 : 0
                let isIsolated = isolations > 0 || Self.unformatted.contains { tag.hasPrefix($0) }
                #expect(!text.contains("\u{202E}") || isIsolated, "\(element)")
            }
        }
        #expect(count > 0)
    }

    /// Elements whose text is not part of a line with other text.
    private static let unformatted = ["p class=\"visually-hidden\""]

    /// The value with one of its texts changed, for each text.
    private static func variants(of value: Any) -> [Any] {
        switch value {
        case let text as String: [text + hostile]
        case let list as [Any]:
            list.indices.flatMap { index in
                variants(of: list[index]).map { changed in
                    var list = list
                    list[index] = changed
                    return list
                }
            }
        case let object as [String: Any]:
            object.keys.sorted().flatMap { key in
                variants(of: object[key] ?? "").map { changed in
                    var object = object
                    object[key] = changed
                    return object
                }
            }
        default: []
        }
    }
}
