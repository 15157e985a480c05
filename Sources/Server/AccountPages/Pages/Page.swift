package import Markup

/// A page: a model that draws itself. The same model on the same site gives the same text.
package protocol Page: Sendable {
    /// The whole page.
    func document(on site: Site) -> HTMLDocument
}
