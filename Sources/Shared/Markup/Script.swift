/// A script that is served as a file of its own, as a strict Content-Security-Policy wants it.
///
/// It is made of constants in our source only: no value of a model can get into it. A page names it by ``script(src:)``; there is no way to
/// write one into a page.
package struct Script: Sendable {
    /// The JavaScript.
    package let text: String

    /// A script of several parts, in order.
    package init(_ parts: StaticString...) {
        text = parts.map { "\($0)" }.joined(separator: "\n")
    }

    /// The JavaScript in UTF-8.
    package var bytes: [UInt8] { Array(text.utf8) }

    /// For a path that may be cached for ever.
    package var fingerprint: ContentFingerprint { ContentFingerprint(of: text) }
}
