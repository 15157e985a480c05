import AppTexts
import Testing

@Suite("Texts of an app")
struct AppTextsTests {
    private static let files = [
        "en":
            #"""
        {"@@locale": "en", "hello": "Hello {user}", "left": "{count, plural, one {# egg} other {# eggs}}", "new": "New",
        "from": "From {time}"}
        """#,
        "de": #"{"@@locale": "de", "hello": "Hallo {user}", "left": "{count, plural, one {# Ei} other {# Eier}}"}"#,
    ]

    private static func texts(_ language: String?) throws -> AppTexts { try AppTexts(language) { files[$0] } }

    @Test(
        "are in the language of the device, or in English",
        arguments: [
            ("de", "de"), ("de-AT", "de"), ("en", "en"), ("fr", "en"), ("", "en"), ("not a tag", "en"), (nil, "en"),
            ("en-XA", "en-XA"),
        ] as [(String?, String)])
    func language(_ device: String?, _ expected: String) throws {
        #expect(try Self.texts(device).language == expected)
    }

    @Test("have isolated names and codes, and the plurals of the language")
    func arguments() throws {
        let texts = try Self.texts("de")
        #expect(texts.string("hello", ["user": .name("Anna")]) == "Hallo \u{2068}Anna\u{2069}")
        #expect(texts.string("hello", ["user": .code("a@b")]) == "Hallo \u{2066}a@b\u{2069}")
        #expect(texts.string("left", ["count": .number(1)]) == "1 Ei")
        #expect(texts.string("left", ["count": .number(2)]) == "2 Eier")
    }

    @Test("have times in the form of the language, with their zone")
    func moments() throws {
        let text = try Self.texts("en").string("from", ["time": .moment(1_800_000_000)])
        #expect(text == "From Jan 15, 2027, 8:00\u{202F}AM UTC")
    }

    @Test("are English where the language has none, marked in pseudo-English, and the key where no language has one")
    func missing() throws {
        #expect(try Self.texts("de").string("new") == "New")
        #expect(try Self.texts("en-XA").string("new") == "[Ñéw·]")
        #expect(try Self.texts("de").string("old") == "old")
    }

    @Test(
        "need a catalog of English, and well-formed catalogs",
        arguments: [
            ("en", nil), ("en", "{}"), ("en", #"{"@@locale": "de"}"#), ("de", #"{"@@locale": "de", "hello": "{"}"#),
            ("de", #"{"@@locale": "de", "hello": 1}"#),
        ] as [(String, String?)])
    func malformed(_ language: String, _ file: String?) {
        #expect(throws: (any Error).self) {
            try AppTexts("de") { $0 == language ? file : Self.files[$0] }
        }
    }
}
