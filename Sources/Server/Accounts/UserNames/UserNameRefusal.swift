/// Why a user name is refused. The code is stable and appears in answers of the API.
package enum UserNameRefusal: Error, Hashable, Sendable {
    case tooShort
    case tooLong
    /// A character that names may not hold, with its position in Unicode scalars of the folded name.
    case characterNotAllowed(position: Int)
    /// It holds an `@` but is not an address.
    case malformedAddress
    /// A name that would pass for the service or its staff, or looks like one that would.
    case reserved

    package var code: String {
        switch self {
        case .tooShort: "username-too-short"
        case .tooLong: "username-too-long"
        case .characterNotAllowed: "username-character-not-allowed"
        case .malformedAddress: "username-malformed-address"
        case .reserved: "username-reserved"
        }
    }

    /// One sentence for the person who chose the name.
    package var message: String {
        switch self {
        case .tooShort: "Choose a user name of at least \(UserName.lengths.lowerBound) characters."
        case .tooLong: "Choose a user name of at most \(UserName.lengths.upperBound) characters."
        case .characterNotAllowed(let position):
            "The user name has a character that is not allowed, at position \(position + 1). "
                + "Use letters, digits, and . _ - + ' between them, or an e-mail address."
        case .malformedAddress: "This looks like an e-mail address but is not a complete one."
        case .reserved: "This user name is reserved. Choose another."
        }
    }
}
