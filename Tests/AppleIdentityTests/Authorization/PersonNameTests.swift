import AppleIdentity
import Foundation
import TestKit
import Testing

@Suite("Names")
struct PersonNameTests {
    private static func name(user: String) -> PersonName? {
        let escaped = user.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        guard case .authorized(let grant)? = try? AuthorizationCallback(form: Array("state=s&code=c&user=\(escaped)".utf8)) else {
            return nil
        }
        return grant.name
    }

    @Test(
        "forbidden characters are removed from a name",
        arguments: [
            ("Anna", "Anna"), ("  Anna \t\n Maria ", "Anna Maria"), ("An\u{0}na\u{7}", "Anna"), ("An\u{1B}[31mna", "An[31mna"),
            ("\u{202E}annA\u{202C}", "annA"), ("\u{2066}a\u{2069}\u{200E}b\u{200F}\u{061C}", "ab"),
            ("a\u{200B}b\u{FEFF}c\u{00AD}", "abc"),
            ("a\u{2028}b\u{2029}c", "a b c"), ("a\u{A0}b", "a b"), ("a\u{E000}b\u{10FFFD}", "ab"), ("a\u{E0041}b", "ab"),
            ("<script>alert(1)</script>", "<script>alert(1)</script>"), ("O'Neil & \"Co\"", "O'Neil & \"Co\""),
            ("نرگس\u{200C}زاده", "نرگس\u{200C}زاده"), ("क्\u{200D}ष", "क्\u{200D}ष"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("e\u{301}", "e\u{301}"),
        ])
    func cleaned(text: String, expected: String) {
        #expect(PersonName(given: text, family: nil)?.given?.unicodeScalars.elementsEqual(expected.unicodeScalars) == true)
    }

    @Test(
        "a part that is empty after cleaning is nil",
        arguments: [nil, "", " ", "\u{0}", "\u{202E}", "\u{200D}\u{200C}", "\u{200B} \n"])
    func nothing(text: String?) {
        #expect(PersonName(given: text, family: text) == nil)
        #expect(PersonName(given: text, family: "B")?.given == nil)
    }

    @Test("a long part is truncated after a whole character")
    func long() {
        #expect(PersonName(given: String(repeating: "a", count: 100), family: nil)?.given?.count == 100)
        #expect(PersonName(given: String(repeating: "a", count: 101), family: nil)?.given?.count == 100)
        let marked = String(repeating: "e\u{301}", count: 51)
        #expect(PersonName(given: marked, family: nil)?.given?.unicodeScalars.count == 100)
        let family = String(repeating: "👩‍👩‍👧", count: 21)
        #expect(PersonName(given: family, family: nil)?.given == String(repeating: "👩‍👩‍👧", count: 20))
        #expect(PersonName(given: "a" + String(repeating: "\u{301}", count: 10_000), family: nil) == nil)
        #expect(
            PersonName(given: String(repeating: "a", count: 99) + " b", family: nil)?.given == String(repeating: "a", count: 99))
        #expect(PersonName(given: String(repeating: "a\u{200B}", count: 1_000_000), family: nil)?.given?.count == 100)
    }

    @Test(
        "only the name of the user field is used",
        arguments: [
            (#"{"name":{"firstName":"A","lastName":"B"},"email":"x@y.z"}"#, "A", "B"), (#"{"name":{"firstName":"A"}}"#, "A", nil),
            (#"{"name":{"lastName":"B","middleName":"M"},"new":[1]}"#, nil, "B"),
            (#"{"name":{"firstName":"\u202eA","lastName":null}}"#, "A", nil),
            (#"{"name":{"firstName":5,"lastName":"B"}}"#, nil, "B"),
        ] as [(String, String?, String?)])
    func user(json: String, given: String?, family: String?) {
        let name = Self.name(user: json)
        #expect(name?.given == given && name?.family == family)
    }

    @Test(
        "a user field without a name is accepted",
        arguments: [
            "{}", #"{"email":"x@y.z"}"#, #"{"name":null}"#, #"{"name":"Anna"}"#, #"{"name":{}}"#, #"{"name":{"firstName":""}}"#,
        ])
    func noName(json: String) {
        #expect(Self.name(user: json) == nil)
    }

    @Test(
        "a user field that is not a small JSON object is rejected",
        arguments: [
            "", "null", "[]", "\"A\"", "{", #"{"name":{},"name":{}}"#, #"{"a":[[[[]]]]}"#, "{\"a\":\"\u{7}\"}",
            "{\"a\":\"" + String(repeating: "a", count: 4_090) + "\"}",
        ])
    func malformed(json: String) {
        let escaped = json.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        let rejection = failure {
            try AuthorizationCallback(form: Array("state=s&code=c&user=\(escaped)".utf8))
        }
        #expect(rejection?.code == .malformedField && rejection?.field == "user")
    }

    @Test("randomly changed user fields give clean names or none", arguments: [41, 42] as [UInt64])
    func mutations(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let json = Array(
            #"{"name":{"firstName":"An\u202ena","lastName":"M\u00fcller \ud83d\ude00"},"email":"anna@example.com"}"#.utf8)
        for _ in 0..<3_000 {
            let changed = random.mutate(json)
            let escaped = changed.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            guard case .authorized(let grant)? = try? AuthorizationCallback(form: Array("state=s&code=c&user=\(escaped)".utf8)),
                let name = grant.name
            else { continue }
            for part in [name.given, name.family].compactMap(\.self) {
                #expect(!part.isEmpty && part.unicodeScalars.count <= 100 && part.trimmingCharacters(in: .whitespaces) == part)
                #expect(part.unicodeScalars.allSatisfy { $0.value >= 0x20 && !("\u{202A}"..."\u{202E}").contains($0) })
                // Cleaning is idempotent.
                #expect(PersonName(given: part, family: nil)?.given == part)
            }
        }
    }
}
