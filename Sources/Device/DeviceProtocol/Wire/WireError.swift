/// Why bytes are no message, and where: the byte at which reading stopped.
package struct WireError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// More bytes were announced or needed than there are.
        case tooShort
        /// The message is complete, and bytes follow.
        case trailingBytes
        /// A tag, a flag or a number that this version does not know.
        case unknownValue
        /// Text that is no UTF-8.
        case invalidText
        /// A value longer than its kind may be.
        case tooLong
        /// A value that its own type refuses.
        case refusedValue
    }

    package let reason: Reason
    /// Counted from the first byte of the message, which is 0.
    package let position: Int

    package init(_ reason: Reason, at position: Int) {
        self.reason = reason
        self.position = position
    }
}
