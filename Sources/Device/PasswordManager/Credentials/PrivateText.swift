/// Text that is somebody's secret: a password, notes, what stands in a field. It prints nothing of itself.
///
/// Two are equal when their bytes are: a server that hashes what is typed tells composed from decomposed accents.
package struct PrivateText: Sendable {
    /// The text itself. Give it to nothing that shows or writes it.
    package let exposed: String

    package init(_ text: String) {
        exposed = text
    }

    package var isEmpty: Bool { exposed.isEmpty }

    /// In bytes of UTF-8.
    package var length: Int { exposed.utf8.count }
}

extension PrivateText: Hashable, Comparable {
    package static func == (left: PrivateText, right: PrivateText) -> Bool {
        left.exposed.utf8.elementsEqual(right.exposed.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in exposed.utf8 { hasher.combine(byte) }
    }

    /// By bytes: an order for merging, of no meaning to people.
    package static func < (left: PrivateText, right: PrivateText) -> Bool {
        left.exposed.utf8.lexicographicallyPrecedes(right.exposed.utf8)
    }
}

extension PrivateText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the type.
    package var description: String { "PrivateText(redacted)" }

    /// The name of the type.
    package var debugDescription: String { description }

    /// A mirror without children.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
