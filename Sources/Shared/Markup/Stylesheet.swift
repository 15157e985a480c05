/// A stylesheet in a separate file, as a strict Content-Security-Policy requires.
///
/// It consists of constants in our source: it cannot contain values of a model.
package struct Stylesheet: PageFile {
    package static let pathExtension = "css"
    package static let mediaType = "text/css; charset=utf-8"

    /// The CSS.
    package let text: String

    /// Joins the parts of a stylesheet.
    package init(_ parts: StaticString...) {
        text = parts.map { "\($0)" }.joined(separator: "\n")
    }
}

/// A script in a separate file, as a strict Content-Security-Policy requires.
///
/// It consists of constants in our source: it cannot contain values of a model. A page references it by ``script(src:)``; inline
/// scripts are impossible.
package struct Script: PageFile {
    package static let pathExtension = "js"
    package static let mediaType = "text/javascript; charset=utf-8"

    /// The JavaScript.
    package let text: String

    /// Joins the parts of a script.
    package init(_ parts: StaticString...) {
        text = parts.map { "\($0)" }.joined(separator: "\n")
    }
}

/// An SVG image in a separate file.
///
/// It is a constant in our source: it cannot contain values of a model.
package struct VectorImage: PageFile {
    package static let pathExtension = "svg"
    package static let mediaType = "image/svg+xml"

    /// The SVG.
    package let text: String

    /// Creates an image from its whole text.
    package init(_ text: StaticString) {
        self.text = "\(text)"
    }
}

/// A text of our source that is a separate file of pages.
package protocol PageFile: Sendable {
    /// The content.
    var text: String { get }

    /// The end of a path after the last dot.
    static var pathExtension: String { get }

    /// The value of `Content-Type`.
    static var mediaType: String { get }
}

extension PageFile {
    /// The content in UTF-8.
    package var bytes: [UInt8] { Array(text.utf8) }

    package var fingerprint: ContentFingerprint { ContentFingerprint(of: text) }

    /// Returns a path that changes with the content, so that caches may keep the response indefinitely.
    package func path(in folder: LocalPath, name: String) -> LocalPath {
        folder.appending(segment: "\(name).\(fingerprint).\(Self.pathExtension)")
    }
}

extension VectorImage {
    /// The icon of all pages of Latchkey: the keyhole next to the name of the service, in the colors of the light pages, which are
    /// visible on light and dark tabs.
    package static let latchkey = VectorImage(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
        <rect width="32" height="32" rx="8.5" fill="#0b6656"/>
        <circle cx="16" cy="12" r="6" fill="#fff"/>
        <path d="M14 14h4l3.75 12h-11.5z" fill="#fff"/>
        </svg>

        """)
}

/// 16 hexadecimal digits that identify a text: 64-bit FNV-1a. It is not cryptographic.
package struct ContentFingerprint: Sendable, Hashable, CustomStringConvertible {
    /// The digits, in lower case.
    package let description: String

    /// Computes the fingerprint of `text` in UTF-8.
    package init(of text: String) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        description = String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
