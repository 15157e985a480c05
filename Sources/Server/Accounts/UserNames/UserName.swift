import Foundation
import PasswordRules

/// The name a person signs in with: a plain name or an e-mail address. It is shown as typed and compared by ``UserNameKey``.
package struct UserName: Hashable, Sendable {
    /// The name as typed, in NFC, without surrounding white space.
    package let text: String

    /// What equality of names means.
    package let key: UserNameKey

    /// Checks a name that a person chose.
    ///
    /// Refuses fewer than 3 or more than 254 Unicode scalars (RFC 5321, section 4.5.3.1.3 leaves 254 for an address), characters
    /// that cannot be seen or told apart, addresses without a local part or a domain, and names that are reserved or look so.
    /// What it may hold is decided on the NFKC form, so that a full-width `＠` is an `@` before anything is looked at.
    package init(_ typed: String) throws(UserNameRefusal) {
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

    /// Takes a name that was checked when it was stored, with the key it was stored under. Rules may have become stricter since; a name
    /// once given stays good.
    package init(stored text: String, key: UserNameKey) {
        self.text = text
        self.key = key
    }

    /// The part before `@`, or the whole of a plain name, folded.
    package var localPart: Substring {
        key.text.prefix { $0 != "@" }
    }

    /// The lengths allowed, in Unicode scalars.
    package static var lengths: ClosedRange<Int> { 3...254 }

    /// NFKC can lengthen a text eighteenfold; a key beyond this many bytes is refused.
    private static var maximumKeyBytes: Int { 2_048 }

    static func trimmed(_ text: String) -> String {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return "" }
        return String(scalars[first...last])
    }
}

/// A user name as it is compared: compatibility-decomposed, case-folded and recomposed, after NFKC_Casefold (UAX #31, section 5.1).
/// `Ａnna`, `ANNA` and `anna` have the same key.
package struct UserNameKey: Hashable, Sendable {
    package let text: String

    /// Makes the key of any submitted text, whether or not an account could have that name: sign-in must treat both alike. Of a text
    /// longer than any name it is the key of the first ``maximumScalars``.
    package init(_ submitted: String) {
        // Folding what is fully decomposed leaves nothing to fold or decompose a second time, whatever the scalar. What is left at the
        // ends is cut off last: the compatibility form of some signs, such as `¨`, begins with a space.
        let decomposed = Self.beginning(of: submitted).decomposedStringWithCompatibilityMapping
        text = UserName.trimmed(ComposedText(CaseFolding.fold(decomposed)).string)
    }

    /// Takes a key that was made when it was stored. Making it anew would cost every check of a session some ten microseconds.
    package init(stored text: String) {
        self.text = text
    }

    /// Anybody may submit 64 KiB before anything is charged, and folding them takes more than a second. The longest name, fully
    /// decomposed, is four times 254 scalars.
    static let maximumScalars = 1_024

    private static func beginning(of text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(maximumScalars)))
    }
}

extension AccountService {
    /// Gives the signed-in account another name, if a credential was shown within the last minutes. Charged as a registration is, since both
    /// tell which names are taken.
    package func rename(
        _ active: ActiveSession, to typed: String, client: Client, now: Timestamp
    ) async throws -> RenamingOutcome {
        guard isRecentlyAuthenticated(active, now: now) else { return .reauthenticationRequired }
        let name: UserName
        do { name = try UserName(typed) } catch { return .refused(error) }

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
    case refused(UserNameRefusal)
    case userNameTaken
    case throttled(retryAfter: Duration)
    case reauthenticationRequired
    /// The session ended, perhaps with the account, at the same moment.
    case sessionEnded
}

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
