import Foundation
import TestKit
import Testing

@testable import PasswordManager

@Suite("Random pages")
struct FormMutationTests {
    private static let pieces =
        [
            "div", "span", "p", "li", "ul", "table", "tr", "td", "th", "tbody", "caption", "select", "option", "form", "label",
            "button", "svg", "math",
            "foreignobject", "desc", "mi", "template", "title", "textarea", "script", "style", "h1", "h2", "fieldset", "legend",
            "dl", "dd", "dt", "a", "b",
            "input", "noscript", "my-x", "body", "html", "frameset", "colgroup", "col", "iframe", "plaintext",
        ].flatMap { ["<\($0)>", "</\($0)>", "<\($0) id=a class='x y'/>"] }
        + [
            "<!--", "-->", "<![CDATA[", "]]>", "<", ">", "\"", "'", "text", "\u{0}", "&lt;", "&", "<input type=password>",
            "<input name=user>",
        ]

    @Test("for any mix of tags, the tree is not much deeper than counted, and every field has a type", arguments: 0..<20)
    func tagSoup(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<10 {
            let some = (0..<Int.random(in: 2...12, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
            let count = Int.random(in: 1...600, using: &random)
            let html = (0..<count).map { _ in some.randomElement(using: &random) ?? "" }.joined()
            var limits = PageLimits.standard
            limits.maximumDepth = 100_000
            let page = try ReducedPage(Array(html.utf8), limits: limits)
            // A tag may open implied elements: body, tbody, tr.
            #expect(TreeDepth.of(page) <= 4 * page.deepest + 6, "\(html.prefix(2_000))")
            let form = try FormPage(html: Array(html.utf8), limits: limits)
            #expect(form.classify().count == form.fields.count)
        }
    }

    @Test(
        "pages with changed, cut and repeated bytes are parsed safely",
        .enabled(if: FieldsData.isHere, "../shared/data/autofill is absent"))
    func mutations() throws {
        var random = SeededGenerator(seed: 7)
        for name in FieldsData.pages where name.utf8.reduce(0, { $0 &+ Int($1) }) % 4 == 0 {
            var page = Array(try FieldsData.page(name).prefix(30_000))
            guard !page.isEmpty else { continue }
            for _ in 0..<30 {
                let place = Int.random(in: 0..<page.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: page[place] = UInt8.random(in: 0...255, using: &random)
                case 1: page.remove(at: place)
                case 2: page.insert(contentsOf: Array("<>\"'/!-= \u{0}".utf8).shuffled(using: &random).prefix(3), at: place)
                default: page.insert(contentsOf: page[place..<min(page.count, place + 200)], at: page.count / 2)
                }
                if page.isEmpty { page = [0x3C] }
            }
            for html in [page, Array(page.prefix(page.count / 2))] {
                let first = try FormPage(html: html)
                #expect(first.classify().count == first.fields.count)
                #expect(try FormPage(html: html) == first)
            }
        }
    }
}
