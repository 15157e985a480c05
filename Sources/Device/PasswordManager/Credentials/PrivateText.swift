import DeviceProtocol

/// A secret text: a password, notes, or the content of a field. Its descriptions omit the text.
///
/// Equality compares bytes, because servers that hash passwords distinguish composed from decomposed accents.
package struct PrivateText: Sendable, RedactedValue {
    /// The text. Do not log or display it.
    package let exposed: String

    package init(_ text: String) {
        exposed = text
    }

    package var isEmpty: Bool { exposed.isEmpty }

    /// The length in UTF-8 bytes.
    package var length: Int { exposed.utf8.count }
}

extension PrivateText: Hashable, Comparable {
    package static func == (left: PrivateText, right: PrivateText) -> Bool {
        left.exposed.utf8.elementsEqual(right.exposed.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in exposed.utf8 { hasher.combine(byte) }
    }

    /// Compares bytes, which is an arbitrary but fixed order for merging.
    package static func < (left: PrivateText, right: PrivateText) -> Bool {
        left.exposed.utf8.lexicographicallyPrecedes(right.exposed.utf8)
    }
}
