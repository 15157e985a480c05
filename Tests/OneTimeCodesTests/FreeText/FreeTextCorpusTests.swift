import OneTimeCodes
import Testing

@Suite("Recorded free-text messages", .enabled(if: SharedData.isPresent, "the conformance data is absent"))
struct FreeTextCorpusTests {
    struct Entry: Decodable {
        let text: String
        let containsOtp: Bool?
        let code: String?
    }

    /// Entries that are read otherwise than labelled, with the reason.
    private static let misses: [String: String] = [:]

    @Test("at least 95 of 100 messages read as labelled, and those that do not are known")
    func messages() throws {
        let entries = try SharedData.read("free-text.json", as: Entry.self).values.flatMap(\.self)
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
