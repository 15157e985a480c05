/// An SVG image that is served as a file of its own.
///
/// It is a constant in our source only: no value of a model can get into it.
package struct VectorImage: Sendable {
    /// The SVG.
    package let text: String

    /// An image from its whole text.
    package init(_ text: StaticString) {
        self.text = "\(text)"
    }

    /// The SVG in UTF-8.
    package var bytes: [UInt8] { Array(text.utf8) }

    /// For a path that may be cached for ever.
    package var fingerprint: ContentFingerprint { ContentFingerprint(of: text) }
}
