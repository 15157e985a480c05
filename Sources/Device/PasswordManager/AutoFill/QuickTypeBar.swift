/// The suggestions above the keyboard while a field has the focus.
package struct QuickTypeBar: Sendable {
    /// The maximum number of suggestions. Other credentials are in the list behind the key button.
    package static let capacity = 3

    package enum Item: Sendable {
        case passkey(PasskeySuggestion)
        case credential(CredentialSuggestion)
        case code(CodeSuggestion)
        case strongPassword(StrongPasswordOffer)
        case provided(ProvidedSuggestion)
    }

    /// The focused field.
    package let field: FieldID
    /// The suggestions, at most ``capacity``.
    package let items: [Item]
    /// Whether the bar has the key button, which opens the list of all saved credentials.
    package let hasKey: Bool

    /// Creates a bar. Returns nil if it would be empty.
    init?(for field: FieldID, items: [Item], hasKey: Bool) {
        guard hasKey || !items.isEmpty else { return nil }
        self.field = field
        self.items = Array(items.prefix(Self.capacity))
        self.hasKey = hasKey
    }

    /// The suggested credentials.
    package var credentials: [CredentialSuggestion] {
        items.compactMap { if case .credential(let suggestion) = $0 { suggestion } else { nil } }
    }

    /// The suggested passkeys.
    package var passkeys: [PasskeySuggestion] {
        items.compactMap { if case .passkey(let suggestion) = $0 { suggestion } else { nil } }
    }

    /// The suggested codes.
    package var codes: [CodeSuggestion] {
        items.compactMap { if case .code(let suggestion) = $0 { suggestion } else { nil } }
    }

    /// The offered strong password.
    package var strongPassword: StrongPasswordOffer? {
        for case .strongPassword(let offer) in items { return offer }
        return nil
    }
}

/// A passkey that an app requests for the bar. It fills in no field: the app receives a signature.
package struct PasskeySuggestion: Hashable, Sendable {
    package let user: String
    /// The domain of the relying party.
    package let site: String
    package let credentialID: [UInt8]

    package init(user: String, site: String, credentialID: [UInt8]) {
        self.user = user
        self.site = site
        self.credentialID = credentialID
    }
}
