import Markup
import Testing

@Suite("Separate files, and fields of several lines")
struct FileTests {
    @Test("a script is referenced by a path on our own server, deferred and empty")
    func script() {
        #expect(Markup.script(src: "/assets/a.js").rendered == #"<script src="/assets/a.js" defer></script>"#)
        let path = LocalPath("/assets").appending(segment: "\"></script><script>")
        #expect(Markup.script(src: path).rendered.filter { $0 == "<" }.count == 2)
    }

    @Test("a script's fingerprint changes with its text")
    func fingerprint() {
        let script = Script("f()", "g()")
        #expect(script.text == "f()\ng()")
        #expect(script.bytes == Array("f()\ng()".utf8))
        #expect(script.fingerprint != Script("f()", "h()").fingerprint)
    }

    @Test("a field of several lines keeps its text, including a leading line feed, and escapes it")
    func textarea() {
        #expect(Markup.textarea(.name("a"), .rows(3), text: "x").rendered == "<textarea name=\"a\" rows=\"3\">\nx</textarea>")
        #expect(Markup.textarea(text: "\nx").rendered == "<textarea>\n\nx</textarea>")
        #expect(Markup.textarea(text: "</textarea>").rendered == "<textarea>\n&lt;/textarea&gt;</textarea>")
    }

    @Test("a mark is inline, and a button outside its form names it")
    func markAndForm() {
        #expect(
            p {
                "a"; mark(.class("x")) { "b" }
            }.rendered == "<p>a<mark class=\"x\">b</mark></p>")
        #expect(button(.type(.submit), .form("f")) { "b" }.rendered == #"<button type="submit" form="f">b</button>"#)
    }
}
