import Testing

@testable import PasswordManager

@Suite("Visible content of a page")
struct PageContentTests {
    private func content(_ html: String) throws -> PageContent {
        try PageContent(html: Array(html.utf8), limits: .standard)
    }

    @Test("contains headings, paragraphs, links and controls in order, without scripts, styles and hidden elements")
    func order() throws {
        let page = try content(
            """
            <title>T</title><style>p{}</style><script>document.write("<p>no</p>")</script><h1>One <b>two</b></h1><p>First<br>line</p>
            <div hidden>secret<input name="h"></div><p>Go <a href="/x">there</a> now</p><a>no link</a>
            <form action="/f" method="POST"><label for="n">Name</label><input id="n" name="n"><input type="submit" value="Send"></form>
            """)
        #expect(page.page.title == "T")
        #expect(
            page.elements == [
                .heading("One two"), .text("First line"), .text("Go"), .link("there", address: "/x"), .text("now"),
                .text("no link"),
                .control(1), .control(2),
            ])
        #expect(page.forms.last == PageContent.Form(action: "/f", isPost: true))
        #expect(page.controls.map(\.name) == ["h", "n", nil])
        #expect(page.controls.map(\.form) == [0, 1, 1])
        #expect(page.controls[2].title == "Send")
        #expect(page.controls.compactMap(\.field) == [0, 1, 2])
    }

    @Test("contains the kind and the submitted value of each control")
    func kinds() throws {
        let page = try content(
            """
            <form id="f"><input type=hidden name=a value=1><input type=checkbox name=b checked><input type=radio name=c value=x>
            <textarea name=d></textarea><select name=e><option>1</select><input type=file name=g><button type=button>no</button>
            <button name=h value=2>Yes</button></form><input form="f" name="i" disabled minlength=8 passwordrules="minlength: 9">
            """)
        #expect(page.controls.map(\.kind) == [.hidden, .check, .radio, .text, .other, .other, .submit, .text])
        #expect(page.controls.map(\.value) == ["1", "on", "x", "", "", "", "2", ""])
        #expect(page.controls.map(\.isOn) == [false, true, false, false, false, false, false, false])
        #expect(page.controls.allSatisfy { $0.form == 1 }, "a control outside belongs to the form that it names")
        #expect(page.controls.last?.isDisabled == true)
        #expect(page.controls.last?.minimumLength == 8)
        #expect(page.controls.last?.passwordRules == "minlength: 9")
    }

    @Test("replaces the script of pages with passkeys: it shows their parts, and contains their requests and signals")
    func passkeys() throws {
        let page = try content(
            """
            <title>Shop</title><div hidden data-signals='{"a":1}'></div><div hidden data-signals=x></div>
            <div hidden data-with-passkeys><form method=post action=/p data-passkey=get data-options='{"challenge":"AA"}' data-autofill
            hidden data-with-passkeys><input type=hidden name=credential><button>Use a passkey</button></form></div>
            <form id=up action=/up data-passkey-name><input type=hidden name=username></form>
            <form data-passkey=create><button>Without options</button></form>
            <p data-without-passkeys>No passkeys</p><p hidden data-without-passkeys>Nothing</p>
            """)
        let call = PageContent.PasskeyCall(method: "get", options: #"{"challenge":"AA"}"#, isAutoFill: true)
        #expect(page.forms[1] == PageContent.Form(action: "/p", isPost: true, passkey: call))
        #expect(page.forms[2] == PageContent.Form(action: "/up", takesUserName: true))
        #expect(page.forms[3] == PageContent.Form())
        #expect(page.controls.map(\.title) == ["", "Use a passkey", "", "Without options"])
        let texts: [String] = page.elements.compactMap { if case .text(let text) = $0 { text } else { nil } }
        #expect(!texts.contains("No passkeys") && !texts.contains("Nothing"))
        #expect(page.signals == #"{"a":1}"#)
    }

    @Test(
        "contains signals only from a hidden element at the start of the body",
        arguments: [
            ("<div hidden data-signals=x></div><p>Hello</p>", "x"),
            ("<html><head><title>Shop</title></head><body>\n<div hidden data-signals=x></div></body></html>", "x"),
            ("<div data-signals=x></div>", nil), ("<p hidden data-signals=x></p>", nil),
            ("Hello<div hidden data-signals=x></div>", nil),
            ("<p>Hello</p><div hidden data-signals=x></div>", nil), ("<main><div hidden data-signals=x></div></main>", nil),
            ("<template><div hidden data-signals=x></div></template>", nil),
            ("<div hidden></div><div hidden data-signals=x></div>", nil),
        ] as [(String, String?)])
    func signals(html: String, expected: String?) throws {
        #expect(try content(html).signals == expected)
    }

    @Test("is cut off at its limit, and marked as such")
    func bounds() throws {
        let long = try content(String(repeating: "<p>x</p>", count: PageContent.maximumElements + 1))
        #expect(long.elements.count == PageContent.maximumElements && long.isCutOff)
        let wide = try content("<form>" + String(repeating: "<input name=a>", count: PageContent.maximumControls + 1) + "</form>")
        #expect(wide.controls.count == PageContent.maximumControls && wide.isCutOff)
        #expect(try !content(String(repeating: "<p>x</p>", count: PageContent.maximumElements)).isCutOff)
        #expect(throws: FormPageError.tooLong) {
            try PageContent(html: Array("<p>xx".utf8), limits: PageLimits(maximumBytes: 4, maximumDepth: 9, maximumElements: 9))
        }
    }
}
