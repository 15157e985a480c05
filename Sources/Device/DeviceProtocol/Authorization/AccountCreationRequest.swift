/// An app's request for a new account: a passkey, a contact of the user and, if the app asks for it, the user's name.
package struct AccountCreationRequest: WireRecord, Hashable {
    package let relyingParty: String
    package let challenge: [UInt8]
    package let userHandle: [UInt8]
    /// The kinds of contacts that the app accepts, the preferred one first.
    package let contacts: [ContactKind]
    package let asksName: Bool

    /// Returns nil for a text that is too long, an empty challenge or user handle, and for no kind of contact or a repeated one.
    package init?(relyingParty: String, challenge: [UInt8], userHandle: [UInt8], contacts: [ContactKind], asksName: Bool) {
        guard PasskeyLimits.allow(relyingParty, challenge, []), PasskeyLimits.allow(userHandle: userHandle),
            !contacts.isEmpty, Set(contacts).count == contacts.count
        else { return nil }
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.userHandle = userHandle
        self.contacts = contacts
        self.asksName = asksName
    }

    package static let wire = WireForm(
        Self.init, .field(\.relyingParty, .text()), .field(\.challenge, .octets()), .field(\.userHandle, .octets()),
        .field(\.contacts, .list(atMost: ContactKind.allCases.count)), .field(\.asksName))
}

/// A kind of contact.
package enum ContactKind: UInt8, WireValue, CaseIterable {
    case email = 1
    case phoneNumber = 2
}

/// A contact of the user. The device does not verify that it is the user's.
package struct AccountContact: WireRecord, Hashable {
    package let kind: ContactKind
    /// An e-mail address as typed, or a phone number without spaces and punctuation.
    package let value: String

    private init(_ kind: ContactKind, _ value: String) {
        self.kind = kind
        self.value = value
    }

    /// Parses a contact as a user types it: a text with an at sign is an e-mail address, any other text a phone number.
    ///
    /// Returns nil for an address without a local part or a domain, with white space or control characters, or longer than 254
    /// bytes. Returns nil for a number without 5 to 15 digits (ITU-T E.164 allows 15).
    package init?(_ typed: String) {
        if typed.contains("@") {
            let parts = typed.split(separator: "@", omittingEmptySubsequences: false)
            guard typed.utf8.count <= Self.maximumEmailLength, parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty,
                typed.unicodeScalars.allSatisfy({ !$0.properties.isWhitespace && !$0.isControl })
            else { return nil }
            self.init(.email, typed)
        } else {
            guard typed.utf8.count <= Self.maximumNumberLength else { return nil }
            let number = typed.filter { !" -.()/\u{A0}".contains($0) }
            let digits = number.hasPrefix("+") ? number.dropFirst() : number[...]
            guard (5...15).contains(digits.utf8.count), digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            self.init(.phoneNumber, number)
        }
    }

    /// Decoding accepts only the form that parsing produces.
    package static let wire = WireForm<Self>(
        { (kind: ContactKind, value: String) -> Self? in
            guard let contact = Self(value), contact.kind == kind, contact.value == value else { return nil }
            return contact
        }, .field(\.kind), .field(\.value, .text(atMost: Self.maximumEmailLength)))

    /// RFC 5321, section 4.5.3.1.3.
    private static let maximumEmailLength = 254
    /// The maximum length of a number with its punctuation, in bytes.
    private static let maximumNumberLength = 64
}

/// A new account, as the app sends it to its server. Its description is redacted.
package struct AccountCreationGrant: WireRecord, Equatable, RedactedValue {
    /// The maximum length of each name, in bytes.
    package static let maximumNameLength = 100

    package let passkey: PasskeyRegistration
    package let contact: AccountContact
    /// Nil if the app did not ask for the name.
    package let givenName: String?
    package let familyName: String?

    package init(passkey: PasskeyRegistration, contact: AccountContact, givenName: String? = nil, familyName: String? = nil) {
        self.passkey = passkey
        self.contact = contact
        self.givenName = givenName
        self.familyName = familyName
    }

    package static let wire = WireForm(
        Self.init, .field(\.passkey), .field(\.contact), .field(\.givenName, .optional(name)),
        .field(\.familyName, .optional(name)))

    private static let name = WireKind.text(atMost: maximumNameLength)
}
