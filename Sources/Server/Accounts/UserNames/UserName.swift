import Foundation
import PasswordRules

/// The name that identifies an account at sign-in: a plain name or an e-mail address. It is displayed as typed and compared by
/// ``UserNameKey``.
package struct UserName: Hashable, Sendable {
    /// The name as typed, in NFC, without surrounding white space.
    package let text: String

    /// The key that defines whether two names are equal.
    package let key: UserNameKey

    /// Validates a name that a user chose.
    ///
    /// Rejects names with fewer than 3 or more than 254 Unicode scalars (RFC 5321, section 4.5.3.1.3 allows 254 for an address).
    /// Rejects names with invisible or ambiguous characters, addresses without a local part or a domain, and reserved names and
    /// their look-alikes. The characters are checked in NFKC, so that a full-width `＠` counts as an `@`.
    package init(_ typed: String) throws(UserNameError) {
        let text = ComposedText(Self.trimmed(typed)).string
        let count = text.unicodeScalars.count
        guard count >= Self.lengths.lowerBound else { throw .tooShort }
        guard count <= Self.lengths.upperBound else { throw .tooLong }

        let key = UserNameKey(text)
        guard key.text.unicodeScalars.count >= Self.lengths.lowerBound else { throw .tooShort }
        guard key.text.utf8.count <= Self.maximumKeyBytes else { throw .tooLong }
        try UserNameSpelling.check(key.text)
        guard !ReservedNames.contains(text) else { throw .reserved }

        self.text = text
        self.key = key
    }

    /// Restores a name and its key from a store without validation. The rules may have become stricter, but an accepted name stays
    /// valid.
    package init(stored text: String, key: UserNameKey) {
        self.text = text
        self.key = key
    }

    /// The part before `@`, or the whole plain name, case-folded.
    package var localPart: Substring {
        key.text.prefix { $0 != "@" }
    }

    /// The permitted lengths in Unicode scalars.
    package static var lengths: ClosedRange<Int> { 3...254 }

    /// The maximum length of a key in bytes, because NFKC can lengthen a text eighteenfold.
    private static var maximumKeyBytes: Int { 2_048 }

    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

/// The form in which user names are compared: compatibility-decomposed, case-folded and recomposed, after NFKC_Casefold (UAX #31,
/// section 5.1). `Ａnna`, `ANNA` and `anna` have the same key.
package struct UserNameKey: Hashable, Sendable {
    package let text: String

    /// Creates the key of any submitted text, whether or not it is a valid user name, because sign-in must treat both alike. Only
    /// the first ``maximumScalars`` scalars of a longer text are used.
    package init(_ submitted: String) {
        // After full decomposition, folding leaves nothing to fold or decompose again. Trimming comes last: the compatibility form
        // of some characters, such as `¨`, begins with a space.
        let decomposed = Self.beginning(of: submitted).decomposedStringWithCompatibilityMapping
        text = UserName.trimmed(ComposedText(CaseFolding.fold(decomposed)).string)
    }

    /// Restores a key from a store. Computing it again would cost every session check about ten microseconds.
    package init(stored text: String) {
        self.text = text
    }

    /// A client can submit 64 KiB before anything is charged, and folding that takes more than a second. The longest name, fully
    /// decomposed, has four times 254 scalars.
    static let maximumScalars = 1_024

    private static func beginning(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumScalars)))
    }
}

extension AccountService {
    /// Changes the user name of the signed-in account. Requires recent authentication. It is charged like a registration, because
    /// both reveal whether a name is taken.
    package func rename(
        _ active: ActiveSession, to typed: String, client: Client, now: Timestamp
    ) async throws -> RenamingOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let name: UserName
        do { name = try UserName(typed) } catch { return .rejected(error) }

        if case .exhausted(let retryAfter) = try await stores.charge(registrationCharges(from: client), now: now) {
            return .throttled(retryAfter: retryAfter)
        }
        let event = event(.userNameChanged, active.account.id, by: client, at: now)
        switch try await stores.rename(active.account.id, in: active.session.id, to: name, event: event) {
        case .userNameTaken: return .userNameTaken
        case .sessionEnded: return .sessionEnded
        case .renamed:
            report(event)
            return .renamed(active.account.renamed(name))
        }
    }
}

package enum RenamingOutcome: Sendable {
    case renamed(Account)
    case rejected(UserNameError)
    case userNameTaken
    case throttled(retryAfter: Duration)
    case reauthenticationRequired
    /// The session ended at the same time, perhaps because the account was deleted.
    case sessionEnded
}

/// The reason to reject a user name. The code is stable and appears in API responses.
package enum UserNameError: Error, Hashable, Sendable {
    case tooShort
    case tooLong
    /// A character that is not permitted, with its position in Unicode scalars of the folded name.
    case characterNotAllowed(position: Int)
    /// The name contains an `@` but is not an e-mail address.
    case malformedAddress
    /// The name could be mistaken for the service or its staff, or looks like such a name.
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

    /// A sentence for the user who chose the name.
    package var message: String {
        switch self {
        case .tooShort: "Choose a user name of at least \(UserName.lengths.lowerBound) characters."
        case .tooLong: "Choose a user name of at most \(UserName.lengths.upperBound) characters."
        case .characterNotAllowed(let position):
            "The user name contains a character that is not allowed at position \(position + 1). "
                + "Use letters, digits, and . _ - + ' between them, or an e-mail address."
        case .malformedAddress: "Enter a complete e-mail address, such as anna@example.com."
        case .reserved: "This user name is reserved. Choose another one."
        }
    }
}
