import PasswordManager
import Testing

@Suite("Parsing pages as forms")
struct FormMarkupTests {
    private func page(_ html: String) throws -> FormPage { try FormPage(html: Array(html.utf8)) }

    private func names(_ html: String) throws -> [String?] { try page(html).fields.map(\.name) }

    @Test(
        "the fields equal a browser's, in the same order",
        arguments: [
            ("<input name=a><textarea name=b></textarea><select name=c></select>", ["a", "b", "c"]),
            ("<!-- <input name=x> --><input name=a>", ["a"]),
            ("<!--><input name=a>-->", ["a"]),
            ("<!-- a --!><input name=a>", ["a"]),
            ("<script>document.write('<input name=x>')</script><input name=a>", ["a"]),
            ("<script><!-- <script> </script> <input name=x> --></script><input name=a>", ["a"]),
            (
                "<style><input name=x></style><noscript><input name=y></noscript><iframe><input name=z></iframe><input name=a>",
                ["a"]
            ),
            ("<title><input name=x></title><textarea name=a><input name=y></textarea>", ["a"]),
            ("<template><input name=x></template><input name=a>", ["a"]),
            ("<div><template shadowrootmode=open><input name=a></template></div>", ["a"]),
            ("<select name=a><option>1<input name=b>", ["a", "b"]),
            ("<select name=a><select name=b></select><input name=c>", ["a", "c"]),
            ("<table><input name=b><tr><td><input name=a></table>", ["b", "a"]),
            ("<INPUT NAME=a><input name='b'/><input name = \"c\" name=x>", ["a", "b", "c"]),
            ("<input name=a", []),
            ("<input name=a><input name=\"b", ["a"]),
            ("<p title='>'><input name=a></p>", ["a"]),
            ("<input name=a&amp;b><input name='&quot;'>", ["a&b", "\""]),
            ("<input name='a\"b'>", ["a\"b"]),
            ("<![CDATA[<input name=x>]]><input name=a>", ["a"]),
            ("<svg><input name=a></svg>", ["a"]),
            ("<svg><title><input name=x></title></svg><input name=a>", ["a"]),
            ("</><!x><?x?></ x><input name=a><", ["a"]),
            ("<plaintext><input name=a>", ["a"]),
        ] as [(String, [String])])
    func fields(_ html: String, _ expected: [String]) throws {
        #expect(try names(html) == expected)
    }

    @Test("missing and empty names are distinguished")
    func absentNames() throws {
        let fields = try page("<input><input id='' name=''>").fields
        #expect(fields[0].id == nil && fields[0].name == nil)
        #expect(fields[1].id == "" && fields[1].name == "")
    }

    @Test("a field belongs to the same form as in a browser")
    func owners() throws {
        #expect(try page("<input><form><input></form><input>").fields.map(\.form) == [0, 1, 0])
        // In a table the form element is empty, but the form continues.
        #expect(try page("<table><form><tr><td><input></td></tr></form></table><input>").fields.map(\.form) == [1, 0])
        #expect(try page("<form><form><input></form><input></form>").fields.map(\.form) == [1, 0])
        #expect(try page("<input form=b><form id=a></form><form id=b></form><input form=none>").fields.map(\.form) == [2, 0])
    }

    @Test("labels are found by identifier, around the field, and by reference")
    func labels() throws {
        let html = """
            <label for=a>One <b>A</b></label><input id=a aria-label=Two aria-labelledby='x y'><label>Three <input> three</label>
            <span id=x>Four</span><p id=y>Five</p>
            """
        let fields = try page(html).fields
        #expect(fields[0].labels == ["Two", "One A", "Four", "Five"])
        #expect(fields[1].labels == ["Three three"])
    }

    @Test("text before and after a field ends at visible neighbours, not at hidden ones")
    func texts() throws {
        let fields = try page("A<br>B <input> C <input type=hidden> D <input> E").fields
        #expect(fields[0].precedingText == "A B")
        #expect(fields[0].followingText == "C D")
        #expect(fields[2].precedingText == "C D")
        #expect(fields[2].followingText == "E")
    }

    @Test("invisible elements are recognized")
    func visibility() throws {
        let html = """
            <input><input type=hidden><input hidden><div style='display : none'><input></div><p hidden><input></p><my-box hidden><input></my-box>
            <input style='visibility:hidden'><input>
            """
        #expect(try page(html).fields.map(\.isVisible) == [true, false, false, false, false, false, false, true])
    }

    @Test("headings, buttons and names belong to their form, and a heading above it too")
    func forms() throws {
        let html = """
            <title>T</title><h1>Above</h1><form id=i name=n class='c d' action=/go><h2>In</h2><button id=b>Go</button><input type=submit value=Send>
            <a role=button>Link</a></form><h3>Below</h3><button>Out</button><button hidden>Never</button>
            """
        let page = try page(html)
        #expect(page.title == "T")
        #expect(page.forms[1].identifiers == ["i", "n", "c d", "/go"])
        #expect(page.forms[1].headings == ["Above", "In"])
        #expect(page.forms[1].buttons == ["Go", "b", "Send", "Link"])
        #expect(page.forms[0].headings == ["Above", "Below"])
        #expect(page.forms[0].buttons == ["Out"])
    }

    @Test("malformed bytes are harmless")
    func bytes() throws {
        #expect(try FormPage(html: Array("<input name=a\u{0}b>".utf8)).fields.count == 1)
        #expect(
            try FormPage(html: [0xFF, 0xFE] + Array("<input name='".utf8) + [0xC3] + Array("'>".utf8)).fields.map(\.name) == [
                "\u{FFFD}"
            ])
        #expect(try FormPage(html: [0xEF, 0xBB, 0xBF] + Array("<input name=a>".utf8)).fields.map(\.name) == ["a"])
        #expect(try FormPage(html: []).fields.isEmpty)
    }

    @Test(
        "autocomplete is parsed as in the standard",
        arguments: [
            ("username", DeclaredContent.username), ("Section-A shipping EMAIL", .email),
            ("current-password webauthn", .currentPassword),
            ("billing cc-number", .other), ("one-time-code", .oneTimeCode), ("on", nil), ("off", nil), ("", nil), ("webauthn", nil),
            ("password", nil),
            ("other", nil), ("username x", nil),
        ] as [(String, DeclaredContent?)])
    func autocomplete(_ text: String, _ declared: DeclaredContent?) {
        #expect(DeclaredContent(autocomplete: text) == declared)
    }
}
