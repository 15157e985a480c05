/// What stands above the keyboard while a field has the focus.
package struct QuickTypeBar: Sendable {
    /// The most suggestions that fit beside each other. More credentials stand behind the key.
    package static let capacity = 3

    package enum Item: Sendable {
        case credential(CredentialSuggestion)
        case code(CodeSuggestion)
        case strongPassword(StrongPasswordOffer)
        case provided(ProvidedSuggestion)
    }

    /// The field that has the focus.
    package let field: FieldID
    /// At most ``capacity``.
    package let items: [Item]
    /// Whether the key stands there, behind which all saved credentials are.
    package let hasKey: Bool

    /// Nil where the bar would be empty: then there is none.
    init?(for field: FieldID, items: [Item], hasKey: Bool) {
        guard hasKey || !items.isEmpty else { return nil }
        self.field = field
        self.items = Array(items.prefix(Self.capacity))
        self.hasKey = hasKey
    }

    /// The offered credentials.
    package var credentials: [CredentialSuggestion] {
        items.compactMap { if case .credential(let suggestion) = $0 { suggestion } else { nil } }
    }

    /// The offered codes.
    package var codes: [CodeSuggestion] {
        items.compactMap { if case .code(let suggestion) = $0 { suggestion } else { nil } }
    }

    /// The offer of a strong password.
    package var strongPassword: StrongPasswordOffer? {
        for case .strongPassword(let offer) in items { return offer }
        return nil
    }
}
