/// Why a text is no address or network, and where reading stopped.
package struct IPAddressError: Error, Hashable, Sendable {
    /// The kinds of refusal.
    package enum Reason: Hashable, Sendable {
        /// The text is empty.
        case empty
        /// A character that cannot stand there.
        case unexpectedCharacter
        /// The text ends before the address does.
        case endsEarly
        /// A decimal number begins with a zero and goes on.
        case leadingZero
        /// A decimal number is above 255, or a prefix length above the family's bits.
        case numberTooLarge
        /// A hexadecimal group has more than four digits.
        case groupTooLong
        /// More than eight groups, or a `::` beside eight groups or a second one.
        case tooManyGroups
        /// A zone identifier (`%eth0`), which means nothing outside the machine that wrote it.
        case zoneIdentifier
        /// A network's address has bits set beyond its prefix.
        case hostBitsSet
    }

    /// What is wrong.
    package let reason: Reason
    /// The offset in UTF-8 code units from the beginning of the text.
    package let position: Int

    /// Makes an error for `reason` at the UTF-8 offset `position`.
    package init(_ reason: Reason, at position: Int) {
        self.reason = reason
        self.position = position
    }
}

extension IPAddressError: CustomStringConvertible {
    /// The refusal in words, for the operator who wrote the text into a configuration.
    package var description: String { "\(words) at character \(position + 1)" }

    private var words: String {
        switch reason {
        case .empty: "no address"
        case .unexpectedCharacter: "unexpected character"
        case .endsEarly: "address ends early"
        case .leadingZero: "leading zero"
        case .numberTooLarge: "number too large"
        case .groupTooLong: "group of more than four digits"
        case .tooManyGroups: "too many groups"
        case .zoneIdentifier: "zone identifier not allowed"
        case .hostBitsSet: "address has bits set beyond the prefix length"
        }
    }
}
