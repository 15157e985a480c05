import ConformanceData
import OneTimeCodes
import Testing

@Suite("Recorded domain-bound messages") struct DomainBoundCorpusTests {
    struct Entry: Decodable {
        struct Expected: Decodable {
            let top: String?
            let embedded: String?
            let code: String
        }

        let message: String
        let expect: Expected?
    }

    /// The entries in which the recording browser differs from the specification. The tests follow the specification.
    private static let browserOnly: [String: (reason: String, code: String?)] = [
        "hello world\n@example.com #123\n": ("the last line is empty", nil),
        "@top.com #123\n@embedded.com": ("the last line has no code", nil),
        "@example.com #cannot-contain-hashes#yes": (
            "a code ends at white space, and a hash is not white space", "cannot-contain-hashes#yes"
        ),
    ]

    @Test("every message is parsed as labelled, or by the specification")
    func messages() throws {
        let entries = try ConformanceData.json("codes/domain-bound.json", as: [String: [Entry]].self).values.flatMap(\.self)
        #expect(entries.count >= 35)
        var met: Set<String> = []
        for entry in entries {
            let read = DomainBoundCode(message: entry.message)
            if let difference = Self.browserOnly[entry.message] {
                met.insert(entry.message)
                #expect(read?.code == difference.code, "\(entry.message): \(difference.reason)")
                continue
            }
            #expect(read?.code == entry.expect?.code, "\(entry.message)")
            guard let read, let expected = entry.expect else { continue }
            // The specification does not support http: the browser's http://localhost is https.
            if let top = expected.top {
                #expect("https://\(read.host)" == top.replacing("http://", with: "https://"), "\(entry.message)")
            }
            #expect(read.embeddedHost.map { "https://\($0)" } == expected.embedded, "\(entry.message)")
        }
        #expect(met.count == Self.browserOnly.count)
    }
}
