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
