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
