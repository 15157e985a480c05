import Testing
import Texts

@Suite("Text of other directions")
struct IsolationTests {
    @Test("a name is isolated, and cannot leave its isolate")
    func isolation() throws {
        let message = try Message("{name} שלום {code}")
        let format = ReaderFormat(ReaderLanguage(.hebrew))
        #expect(
            message.string(["name": .name("Mira"), "code": .code("A-1")], for: format)
                == "\u{2068}Mira\u{2069} שלום \u{2066}A-1\u{2069}")
        #expect(Isolation.isolated("a\u{2069}\u{202E}b\u{2066}") == "\u{2068}ab\u{2069}")
        #expect(Isolation.isolated("א", .rightToLeft) == "\u{2067}א\u{2069}")
    }
}
