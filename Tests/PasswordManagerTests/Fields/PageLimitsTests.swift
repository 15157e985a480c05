import Testing

@testable import PasswordManager

@Suite("Limits of a page")
struct PageLimitsTests {
    private func rejection(_ html: String, _ limits: PageLimits = .standard) -> FormPageError? {
        do {
            _ = try FormPage(html: Array(html.utf8), limits: limits)
            return nil
        } catch {
            return error
        }
    }

    private func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

    @Test("2 MiB are accepted, and one more byte is rejected")
    func bytes() {
        let limit = PageLimits.standard.maximumBytes
        #expect(limit == 2_097_152)
        #expect(rejection(times(limit, "x")) == nil)
        #expect(rejection(times(limit + 1, "x")) == .tooLong)
    }

    @Test(
        "1,000 elements may be open at the same time, with any names, and one more is rejected",
        arguments: ["div", "span", "svg", "my-element", "ul", "label", "table", "button", "fieldset", "form-x", "template"])
    func depth(name: String) {
        #expect(rejection(times(1_000, "<\(name)>")) == nil)
        #expect(rejection(times(1_001, "<\(name)>")) == .tooDeep(position: 1_000 * (name.count + 2)))
        #expect(rejection(times(5_000, "<\(name)></\(name)>")) == nil)
    }

    @Test(
        "end tags that close nothing do not hide the depth of a page",
        arguments: [
            "<span><div></span></div>", "<div><table></div>", "<div></p>", "<div><!-- </div> -->", "<div title='</div>'>",
            "<div><script></div></script>",
            "<div></DIV x=", "<svg><g></svg x>", "<svg><foreignobject><div></svg></div></foreignobject>", "<svg><td>",
            "<table><tr><td><div></table x></td></tr></div>",
        ])
    func unclosed(piece: String) throws {
        let html = times(20_000, piece)
        guard rejection(html) == nil else { return }
        let page = try ReducedPage(Array(html.utf8), limits: .standard)
        #expect(TreeDepth.of(page) <= 5_000)
    }

    @Test("elements with implied ends may follow each other without end tags")
    func selfClosing() {
        for piece in ["<p>x", "<li>x", "<dt>a<dd>b", "<option>x"] { #expect(rejection(times(5_000, piece)) == nil, "\(piece)") }
        #expect(rejection("<table>" + times(3_000, "<tr><td>a<td>b") + "</table>") == nil)
        #expect(rejection("<table>" + times(3_000, "<tr><td><p>a</td><td>b</td></tr>") + "</table>") == nil)
    }

    @Test("100,000 elements are accepted, and one more is rejected")
    func elements() {
        #expect(rejection(times(100_000, "<input>")) == nil)
        #expect(rejection(times(100_001, "<input>")) == .tooManyElements(position: 700_000))
    }

    @Test("formatting elements, which a browser reopens repeatedly, do not reach the tree builder")
    func format() throws {
        let html = (0..<900).map { "<b id=\($0)>" }.joined() + times(2_000, "<div>x</div>")
        let page = try ReducedPage(Array(html.utf8), limits: .standard)
        #expect(!String(decoding: page.html, as: UTF8.self).contains("<b"))
        #expect(page.elementCount == 2_000)
    }
}

/// The actual depth of the tree builder's tree.
enum TreeDepth {
    static func of(_ page: ReducedPage) -> Int {
        var (depth, deepest) = (0, 0)
        PageTree.walk(page) { step in
            switch step {
            case .begin: depth += 1
            case .end: depth -= 1
            case .text: break
            }
            deepest = max(deepest, depth)
            return true
        }
        return deepest
    }
}
