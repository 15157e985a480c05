/// A text in Unicode Normalization Form C, as scalars: what the checker counts and compares.
///
/// Public so that a caller who hashes passwords can hash the very scalars that were checked. Its descriptions print nothing
/// of the text, as the text is likely to be a password.
public struct ComposedText: Hashable, Sendable {
    /// The scalars of the composed text.
    public let scalars: [Unicode.Scalar]

    /// The composed form of the text (UAX #15). Takes time linear in its length, apart from sorting each run of combining marks.
    public init(_ text: String) {
        let given = Array(text.unicodeScalars)
        scalars = given.allSatisfy { $0.value < CanonicalComposition.firstUnstable } ? given : CanonicalComposition.compose(given)
    }

    /// The composed text as a string.
    public var string: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return String(view)
    }
}

extension ComposedText: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type and the number of scalars.
    public var description: String { "ComposedText(\(scalars.count) scalars)" }

    /// The type and the number of scalars.
    public var debugDescription: String { description }

    /// Shows nothing.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
