import Markup
import TestKit
import Testing

@Suite("Escaping")
struct EscapingTests {
    static let hostile = #"<script>alert("1")</script>'&"#
    static let escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;"

    @Test("text is rendered literally")
    func text() {
        #expect(HTML(Self.hostile).rendered == Self.escaped)
        #expect(p { Self.hostile }.rendered == "<p>\(Self.escaped)</p>")
        #expect(title(Self.hostile).rendered == "<title>\(Self.escaped)</title>")
    }

    @Test("an entity in text is escaped")
    func entity() {
        #expect(HTML("&lt;").rendered == "&amp;lt;")
    }

    @Test(
        "attribute values are rendered literally",
        arguments: [
            HTMLAttribute.id(hostile), .class(hostile), .value(hostile), .name(hostile), .title(hostile), .passwordrules(hostile),
            .lang(hostile),
            .for(hostile), .aria(.describedby, hostile), .data("code", hostile), .datetime(hostile), .alt(hostile),
        ])
    func attribute(_ attribute: HTMLAttribute) {
        let markup = span(attribute) { "" }.rendered
        #expect(markup.hasSuffix("=\"\(Self.escaped)\"></span>"))
    }

    @Test("characters that HTML forbids become U+FFFD, and a carriage return is preserved")
    func controlCharacters() {
        #expect(HTML("a\0b\u{1B}c\u{7F}d\u{85}e").rendered == "a\u{FFFD}b\u{FFFD}c\u{FFFD}d\u{FFFD}e")
        #expect(HTML("a\r\nb\tc").rendered == "a&#13;\nb\tc")
    }

    @Test("only dangerous raw markup is unescaped")
    func rawMarkup() {
        #expect(div { DangerousRawMarkup(trusted: "<b>x</b>") }.rendered == "<div><b>x</b></div>")
        #expect(div { "<b>x</b>" }.rendered == "<div>&lt;b&gt;x&lt;/b&gt;</div>")
    }

    @Test("no text becomes markup", arguments: 0..<100 as Range<UInt64>)
    func noTextBecomesMarkup(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("<>\"'&;=/ ax!-\0\r\n\u{2028}é")
        let text = String((0..<30).compactMap { _ in alphabet.randomElement(using: &generator) })
        let markup = span(.value(text)) { text }.rendered
        #expect(markup.filter { $0 == "<" }.count == 2)
        #expect(markup.filter { $0 == ">" }.count == 2)
        #expect(markup.filter { $0 == "\"" }.count == 2)
        #expect(!markup.contains("'"))
    }
}
