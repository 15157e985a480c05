/// A piece of HTML: text, elements, or a sequence of them.
///
/// Rendering escapes text. Only `DangerousRawMarkup`, whose name is conspicuous in review, puts a string into a page unescaped.
package struct HTML: Sendable {
    var nodes: [HTMLNode]

    init(nodes: [HTMLNode]) {
        self.nodes = nodes
    }

    /// An empty piece.
    package static let empty = HTML(nodes: [])

    /// Creates text. Rendering escapes it.
    package init(_ text: String) {
        nodes = [.text(text)]
    }

    /// Creates the content of a builder closure.
    package init(@HTMLBuilder _ content: () -> HTML) {
        self = content()
    }

    /// The markup. Equal pieces have equal markup.
    package var rendered: String {
        var renderer = HTMLRenderer()
        renderer.render(nodes)
        return renderer.output
    }
}

/// Markup that a page contains without escaping.
///
/// External input in it would be markup injection. Use it only for constants in our source.
package struct DangerousRawMarkup: Sendable {
    let text: String

    /// Creates markup from a trusted constant.
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

/// The layout of an element in the source; browsers render it the same.
enum HTMLLayout: Sendable {
    /// Inline, without additional white space, which would be visible.
    case inline
    /// On a separate line, where white space has no meaning.
    case block
    /// Like `block`, without content and end tag.
    case void
    /// Like `inline`, without content and end tag.
    case inlineVoid
}

/// Builds HTML from the statements of a closure: strings as text, elements, optionals, conditions and loops.
@resultBuilder
package enum HTMLBuilder {
    /// Text, which rendering escapes.
    package static func buildExpression(_ text: String) -> HTML { HTML(text) }

    /// A piece of HTML.
    package static func buildExpression(_ html: HTML) -> HTML { html }

    /// A piece of HTML; nil is an empty piece.
    package static func buildExpression(_ html: HTML?) -> HTML { html ?? .empty }

    /// Markup without escaping.
    package static func buildExpression(_ markup: DangerousRawMarkup) -> HTML { HTML(nodes: [.raw(markup.text)]) }

    /// A sequence of pieces.
    package static func buildBlock(_ parts: HTML...) -> HTML { HTML(nodes: parts.flatMap(\.nodes)) }

    /// The iterations of a loop in order.
    package static func buildArray(_ parts: [HTML]) -> HTML { HTML(nodes: parts.flatMap(\.nodes)) }

    /// An `if` without an `else`.
    package static func buildOptional(_ part: HTML?) -> HTML { part ?? .empty }

    /// The first branch of a condition.
    package static func buildEither(first part: HTML) -> HTML { part }

    /// The second branch of a condition.
    package static func buildEither(second part: HTML) -> HTML { part }
}

/// A complete page: the document type and the root element.
package struct HTMLDocument: Sendable {
    /// The language of the text, as a BCP 47 tag.
    package let lang: String

    private let root: HTML

    /// Creates a page.
    ///
    /// - Parameters:
    ///   - lang: The language of the text, as a BCP 47 tag.
    ///   - isRightToLeft: Whether the language is written from right to left, which the attribute `dir` says.
    ///   - head: The elements of the head; the encoding precedes them.
    ///   - body: The elements of the body.
    package init(
        lang: String, isRightToLeft: Bool = false, @HTMLBuilder head: () -> HTML, @HTMLBuilder body: () -> HTML
    ) {
        self.lang = lang
        root = element("html", [.lang(lang), isRightToLeft ? HTMLAttribute("dir", "rtl") : nil]) {
            element("head", []) {
                voidElement("meta", [HTMLAttribute("charset", "utf-8")])
                head()
            }
            element("body", [], content: body)
        }
    }

    /// The page as text that ends with a line feed. Equal pages have equal text.
    package var text: String { "<!DOCTYPE html>\n" + root.rendered + "\n" }

    /// The page in UTF-8.
    package var bytes: [UInt8] { Array(text.utf8) }
}
