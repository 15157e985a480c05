import ConformanceData
import OneTimeCodes
import Testing

@Suite("Recorded free-text messages") struct FreeTextCorpusTests {
    struct Entry: Decodable {
        let text: String
        let containsOtp: Bool?
        let code: String?
    }

    /// Entries whose result differs from the label, with the reason.
    private static let misses: [String: String] = [:]

    @Test("at least 95 of 100 messages are parsed as labelled, and the others are listed")
    func messages() throws {
        let entries = try ConformanceData.json("codes/free-text.json", as: [String: [Entry]].self).values.flatMap(\.self)
        #expect(entries.count >= 50)
        var missed = 0
        for entry in entries {
            let read = FreeTextCode(message: entry.text)?.code
            let isRight = entry.containsOtp.map { $0 == (read != nil) } ?? (read == entry.code)
            if !isRight { missed += 1 }
            #expect(isRight == (Self.misses[entry.text] == nil), "\(entry.text.debugDescription) reads as \(read ?? "none")")
        }
        #expect(missed * 100 <= entries.count * 5)
    }
}

@Suite("Messages of banks and shops in ten languages")
struct SentMessageTests {
    private struct Entry: Decodable {
        let language: String
        let message: String
        let code: String?
    }

    @Test(
        "97 of 100 messages that were not used for tuning are parsed as labelled, and all but 2 of the others",
        arguments: [("messages-tuned", 2), ("messages-held-out", 4)])
    func messages(_ name: String, mostMisses: Int) throws {
        let entries = try ConformanceData.jsonLines("codes/\(name).jsonl", as: Entry.self)
        #expect(entries.count == 150 && Set(entries.map(\.language)).count == 10)
        let misses = entries.filter { FreeTextCode(message: $0.message)?.code != $0.code }
        print("\(name): \(entries.count - misses.count) of \(entries.count) right")
        #expect(misses.count <= mostMisses, "\(misses)")
    }
}
