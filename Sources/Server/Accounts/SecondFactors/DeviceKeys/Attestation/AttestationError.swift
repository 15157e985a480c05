/// Why bytes are no statement of a TPM, and at which of them that was found.
package struct AttestationError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// More than ``KeyAttestation/maximumLength``.
        case tooLong = "too long"
        /// They end before what was announced.
        case cutShort = "cut short"
        /// Something stands after the end.
        case trailingBytes = "followed by something else"
        /// A number that is another than it must be.
        case unexpectedValue = "another value than it must be"
        /// A string of bytes of a length that it cannot have.
        case unexpectedLength = "of a length that it cannot have"
        /// Coordinates of no point of P-256.
        case noPoint = "no point of P-256"
    }

    package let code: Code
    /// Counted from the first byte.
    package let position: Int

    package var description: String { "byte \(position): \(code.rawValue)" }
}
