/// A stylesheet that is served as a file of its own, as a strict Content-Security-Policy wants it.
///
/// It is made of constants in our source only: no value of a model can get into it.
package struct Stylesheet: Sendable {
    /// The CSS.
    package let text: String

    /// A stylesheet of several parts, in order.
    package init(_ parts: StaticString...) {
        text = parts.map { "\($0)" }.joined(separator: "\n")
    }

    /// The CSS in UTF-8.
    package var bytes: [UInt8] { Array(text.utf8) }

    /// For a path that may be cached for ever.
    package var fingerprint: ContentFingerprint { ContentFingerprint(of: text) }
}

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

/// 16 hexadecimal digits that change with a text: FNV-1a of 64 bits. It proves nothing about the text.
package struct ContentFingerprint: Sendable, Hashable, CustomStringConvertible {
    /// The digits, in lower case.
    package let description: String

    /// The fingerprint of `text` in UTF-8.
    package init(of text: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        description = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
