package import FoundationEssentials

/// A saved credential that is offered at a place. Only ``AutoFill`` makes one, so that nothing is filled that was not offered there.
package struct CredentialSuggestion: Hashable, Sendable {
    package let id: CredentialID
    /// As the list shows it.
    package let title: String
    package let lastUsedAt: Date?
    /// Whether the person chose it in spite of a warning, as it is another site's.
    package let isForeign: Bool
    let place: InputPlace

    init(_ summary: CredentialSummary, at place: InputPlace, isForeign: Bool = false) {
        id = summary.id
        title = summary.shownTitle
        lastUsedAt = summary.lastUsedAt
        self.isForeign = isForeign
        self.place = place
    }
}

/// A saved credential of another site, in the list behind the key: the person is warned before it is filled.
package struct ForeignCredential: Hashable, Sendable {
    package let id: CredentialID
    /// As the list shows it.
    package let title: String
    private let suggestion: CredentialSuggestion

    init(_ summary: CredentialSummary, at place: InputPlace) {
        id = summary.id
        title = summary.shownTitle
        suggestion = CredentialSuggestion(summary, at: place, isForeign: true)
    }

    /// What the person is asked.
    package var warning: String {
        "This password was saved for \(id.server), not for \(suggestion.place). Fill it in all the same?"
    }

    /// The credential, after the person read ``warning`` and wants it.
    package func confirmed() -> CredentialSuggestion { suggestion }
}

/// The list behind the key of the bar: every saved credential, and the person's other password managers.
package struct KeyList: Hashable, Sendable {
    /// Those that belong to the place, as the bar offers them.
    package let here: [CredentialSuggestion]
    /// All others.
    package let elsewhere: [ForeignCredential]
    /// Providers that can be asked for any credential.
    package var providers: [ProviderChoice] = []

    /// Whether nothing is saved, or nothing may be filled.
    package var isEmpty: Bool { here.isEmpty && elsewhere.isEmpty && providers.isEmpty }
}

/// A credential that was chosen and is not yet filled: the person must show who they are first.
package struct CredentialFill: Hashable, Sendable {
    let suggestion: CredentialSuggestion

    /// What happens now, in this order.
    package var effects: [FillEffect] {
        [.resignActive, .askPresence(reason: "Fill in the password of \(suggestion.id.user) for \(suggestion.id.server)")]
    }
}

/// One thing that happens when a suggestion is taken, in the order of the list.
package enum FillEffect: Hashable, Sendable {
    /// The app is told `applicationWillResignActive(_:)`: the sheet for the face or the finger comes over it.
    case resignActive
    /// The person shows who they are, by face, finger or passcode. What comes next depends on it.
    case askPresence(reason: String)
    /// The app is told `applicationDidBecomeActive(_:)`.
    case becomeActive
    /// The field becomes first responder, even if the app does not let it.
    case makeFirstResponder(FieldID)
    /// The text is put into the field, in the place of what was there. An app is asked or told by the method of its view (`ScreenTextDelegate`,
    /// `ScreenTextInput`) and hears of the change afterwards; where its delegate refuses, the field keeps its text.
    case setText(FieldID, PrivateText)

    /// What happens when `text` is filled into a field.
    static func filling(_ field: ScreenField, with text: PrivateText) -> [FillEffect] {
        [.makeFirstResponder(field.id), .setText(field.id, text)]
    }
}

/// What came of a fill.
package struct FillOutcome: Hashable, Sendable {
    package enum Result: Hashable, Sendable, CaseIterable {
        case filled
        /// Nobody confirmed.
        case notConfirmed
        /// The fields are gone: the app removed them when it resigned active, or another screen stands there.
        case fieldsGone
        /// The credential was deleted meanwhile.
        case credentialGone
        /// The place may no longer have it: AutoFill was switched off, or the association ended.
        case noLongerOffered
    }

    package let result: Result
    /// What happens now, in this order.
    package let effects: [FillEffect]

    /// The app becomes active again, and nothing else happens.
    static func nothing(_ result: Result) -> FillOutcome {
        FillOutcome(result: result, effects: [.becomeActive])
    }
}

/// What the person showed.
package enum Presence: Hashable, Sendable, CaseIterable {
    case confirmed
    /// They cancelled, or it was somebody else.
    case refused
}
