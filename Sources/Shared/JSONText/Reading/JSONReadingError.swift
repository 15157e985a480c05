/// Why an object is not what its reader expected.
package struct JSONReadingError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of problem. The raw values are stable and may be shown to the outside.
    package enum Code: String, Sendable, CaseIterable {
        /// A required member is not there.
        case missingMember = "missing-member"
        /// A member is there with a value of another kind; `null` counts as a kind of its own.
        case wrongType = "wrong-type"
        /// A member that nobody asked for.
        case unknownMember = "unknown-member"
        /// A value of the right kind that the reader does not take, such as a name outside of a closed set.
        case invalidValue = "invalid-value"
    }

    /// The kind of problem.
    package let code: Code

    /// The path of the offending member; of a missing one, where it should stand.
    package let pointer: JSONPointer

    /// What is wrong, in words. Quotes no value.
    package let reason: String

    /// An error; readers make most of them.
    package init(code: Code, pointer: JSONPointer, reason: String) {
        self.code = code
        self.pointer = pointer
        self.reason = reason
    }

    /// `pointer: reason`.
    package var description: String { "\(pointer.text.isEmpty ? "the document" : pointer.text): \(reason)" }
}
