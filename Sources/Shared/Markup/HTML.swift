/// A piece of HTML: text, elements, or several of them in order.
///
/// Text is escaped when it is rendered, so there is no way to put a string into a page unescaped except `DangerousRawMarkup`,
/// whose name shows in review.
package struct HTML: Sendable {
    var nodes: [HTMLNode]

    init(nodes: [HTMLNode]) {
        self.nodes = nodes
    }

    /// Nothing.
    package static let empty = HTML(nodes: [])

    /// Text. Every character stands for itself.
    package init(_ text: String) {
        nodes = [.text(text)]
    }

    /// What the builder makes.
    package init(@HTMLBuilder _ content: () -> HTML) {
        self = content()
    }

    /// The markup. Equal pieces give equal markup.
    package var rendered: String {
        var renderer = HTMLRenderer()
        renderer.render(nodes)
        return renderer.output
    }
}

/// Markup that is put into a page as it is.
///
/// Whatever reaches it from outside is an injection into the page. Use it for constants of our own, and nothing else.
package struct DangerousRawMarkup: Sendable {
    let text: String

    /// Markup whose author is trusted with the whole page.
    package init(trusted text: String) {
        self.text = text
    }
}

indirect enum HTMLNode: Sendable {
    case text(String)
    case raw(String)
    case element(HTMLElement)
}

struct HTMLElement: Sendable {
    let name: StaticString
    let layout: HTMLLayout
    let attributes: [HTMLAttribute]
    let children: [HTMLNode]
}

/// How the source of an element is laid out; browsers see no difference.
enum HTMLLayout: Sendable {
    /// Within the line: white space around it would show.
    case inline
    /// On a line of its own, where white space means nothing.
    case block
    /// As `block`, with no content and no end tag.
    case void
    /// As `inline`, with no content and no end tag.
    case inlineVoid
}

/// Puts the statements of a closure together: strings as text, elements, optionals, conditions and loops.
@resultBuilder
package enum HTMLBuilder {
    /// Text, escaped.
    package static func buildExpression(_ text: String) -> HTML { HTML(text) }

    /// A piece.
    package static func buildExpression(_ html: HTML) -> HTML { html }

    /// A piece or nothing.
    package static func buildExpression(_ html: HTML?) -> HTML { html ?? .empty }

    /// Markup put in as it is.
    package static func buildExpression(_ markup: DangerousRawMarkup) -> HTML { HTML(nodes: [.raw(markup.text)]) }

    /// Pieces in order.
    package static func buildBlock(_ parts: HTML...) -> HTML { HTML(nodes: parts.flatMap(\.nodes)) }

    /// The passes of a loop in order.
    package static func buildArray(_ parts: [HTML]) -> HTML { HTML(nodes: parts.flatMap(\.nodes)) }

    /// An `if` without an `else`.
    package static func buildOptional(_ part: HTML?) -> HTML { part ?? .empty }

    /// The first branch of a condition.
    package static func buildEither(first part: HTML) -> HTML { part }

    /// The other branch of a condition.
    package static func buildEither(second part: HTML) -> HTML { part }
}

/// A whole page: the document type and the root element.
package struct HTMLDocument: Sendable {
    private let root: HTML

    /// A page.
    ///
    /// - Parameters:
    ///   - lang: the language of its text, a BCP 47 tag.
    ///   - head: the elements of the head; the encoding is declared in front of them.
    ///   - body: the elements of the body.
    package init(lang: String, @HTMLBuilder head: () -> HTML, @HTMLBuilder body: () -> HTML) {
        root = element("html", [.lang(lang)]) {
            element("head", []) {
                voidElement("meta", [HTMLAttribute("charset", "utf-8")])
                head()
            }
            element("body", [], content: body)
        }
    }

    /// The page as text, with a line end at its end. Equal pages give equal text.
    package var text: String { "<!DOCTYPE html>\n" + root.rendered + "\n" }

    /// The page in UTF-8.
    package var bytes: [UInt8] { Array(text.utf8) }
}
