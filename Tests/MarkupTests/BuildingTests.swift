import Markup
import Testing

@Suite("Building")
struct BuildingTests {
    @Test("void elements have no end tag, and attributes without a value have no equals sign")
    func voidElements() {
        #expect(input(.type(.text), .required, .readonly).rendered == #"<input type="text" required readonly>"#)
        #expect(
            p {
                "a"; br(); "b"
            }.rendered == "<p>a<br>b</p>")
        #expect(img(.src("/a.png"), .alt("")).rendered == #"<img src="/a.png" alt="">"#)
    }

    @Test("attributes keep their order, and nil omits an attribute")
    func attributes() {
        let hint: String? = nil
        #expect(p(.id("a"), hint.map { .title($0) }, .class("x", "y")) { "" }.rendered == #"<p id="a" class="x y"></p>"#)
    }

    @Test("conditions, optionals and loops render their content", arguments: [true, false])
    func statements(_ isOn: Bool) {
        let absent: HTML? = nil
        let list = ul {
            if isOn { li { "on" } } else { li { "off" } }
            if isOn { li { "again" } }
            absent
            for number in 1...2 { li { String(number) } }
        }
        let lines = (isOn ? ["on", "again"] : ["off"]) + ["1", "2"]
        #expect(list.rendered == "<ul>\n" + lines.map { "  <li>\($0)</li>\n" }.joined() + "</ul>")
    }

    @Test("white space is added only around blocks")
    func layout() {
        let page = div {
            p {
                "a "; strong { "b" }; "c"
            }
            div {}
            "text"
        }
        #expect(page.rendered == "<div>\n  <p>a <strong>b</strong>c</p>\n  <div></div>text\n</div>")
        #expect(pre { "a\n  b" }.rendered == "<pre>a\n  b</pre>")
    }

    @Test("a document declares its type, language and encoding first")
    func document() {
        let document = HTMLDocument(lang: "en") {
            title("T")
            meta("color-scheme", "light dark")
            meta("theme-color", "#fff", media: "(prefers-color-scheme: light)")
            link(.stylesheet, "/assets/a.css")
        } body: {
            main { h1 { "H" } }
        }
        #expect(
            document.text == """
                <!DOCTYPE html>
                <html lang="en">
                  <head>
                    <meta charset="utf-8">
                    <title>T</title>
                    <meta name="color-scheme" content="light dark">
                    <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fff">
                    <link rel="stylesheet" href="/assets/a.css">
                  </head>
                  <body>
                    <main>
                      <h1>H</h1>
                    </main>
                  </body>
                </html>

                """)
        #expect(document.bytes == Array(document.text.utf8))
    }

    @Test("a stylesheet's fingerprint changes with its text and has 16 digits")
    func fingerprint() {
        let sheet = Stylesheet("a{}", "b{}")
        #expect(sheet.text == "a{}\nb{}")
        #expect(sheet.fingerprint.description.utf8.count == 16)
        #expect(sheet.fingerprint == Stylesheet("a{}", "b{}").fingerprint)
        #expect(sheet.fingerprint != Stylesheet("a{}", "c{}").fingerprint)
        // The published value of FNV-1a for the empty text.
        #expect(Stylesheet().fingerprint.description == "cbf29ce484222325")
    }
}
