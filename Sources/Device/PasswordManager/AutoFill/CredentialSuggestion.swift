/// A saved credential that is offered at a place. Only ``AutoFill`` creates it, so that only offered credentials are filled in.
package struct CredentialSuggestion: Hashable, Sendable {
    package let id: CredentialID
    /// Whether the credential belongs to another site and the user confirmed a warning.
    package let isForeign: Bool
    let place: InputPlace

    init(_ summary: CredentialSummary, at place: InputPlace, isForeign: Bool = false) {
        id = summary.id
        self.isForeign = isForeign
        self.place = place
    }
}

/// A saved credential of another site, in the list behind the key button. The user sees a warning before it is filled in.
package struct ForeignCredential: Hashable, Sendable {
    package let id: CredentialID
    /// The title in the list.
    package let title: String
    private let suggestion: CredentialSuggestion

    init(_ summary: CredentialSummary, at place: InputPlace) {
        id = summary.id
        title = summary.shownTitle
        suggestion = CredentialSuggestion(summary, at: place, isForeign: true)
    }

    /// The text of the warning.
    package var warning: String {
        "This password was saved for \(id.server), not for \(suggestion.place). Fill it in anyway?"
    }

    /// Returns the suggestion, after the user confirmed ``warning``.
    package func confirmed() -> CredentialSuggestion { suggestion }
}

/// The list behind the key button: the passkeys that the app or page requests, every saved credential, and the user's other password
/// managers.
package struct KeyList: Hashable, Sendable {
    /// The requested passkeys, also those for which the bar has no room.
    package var passkeys: [PasskeySuggestion] = []
    /// The credentials of the place, as the bar offers them.
    package let here: [CredentialSuggestion]
    /// All other credentials.
    package let elsewhere: [ForeignCredential]
    /// The providers that can supply any credential.
    package var providers: [ProviderChoice] = []

    /// Whether the list has no entries.
    package var isEmpty: Bool { passkeys.isEmpty && !hasPasswords }

    /// Whether the list has an entry other than a passkey.
    var hasPasswords: Bool { !here.isEmpty || !elsewhere.isEmpty || !providers.isEmpty }
}

/// A chosen credential before it is filled in. The user must authenticate first.
package struct CredentialFill: Hashable, Sendable {
    let suggestion: CredentialSuggestion

    /// The effects to perform now, in order.
    package var effects: [FillEffect] {
        [.resignActive, .askPresence(reason: "Fill in the password of \(suggestion.id.user) for \(suggestion.id.server)")]
    }
}

/// An effect of choosing a suggestion. Effects are performed in the order of their list.
package enum FillEffect: Hashable, Sendable {
    /// The app receives `applicationWillResignActive(_:)`, because the authentication sheet covers it.
    case resignActive
    /// The user authenticates with face, finger or passcode. The next step depends on the result.
    case askPresence(reason: String)
    /// The app receives `applicationDidBecomeActive(_:)`.
    case becomeActive
    /// The field becomes first responder, even if the app does not permit it.
    case makeFirstResponder(FieldID)
    /// The text replaces the content of the field. The app's view is asked and notified (`ScreenTextDelegate`,
    /// `ScreenTextInput`). If its delegate rejects the change, the field keeps its text.
    case setText(FieldID, PrivateText)

    /// Returns the effects of filling text into a field.
    static func filling(_ field: ScreenField, with text: PrivateText) -> [FillEffect] {
        [.makeFirstResponder(field.id), .setText(field.id, text)]
    }
}

/// The result of a fill.
package struct FillOutcome: Hashable, Sendable {
    package enum Result: Hashable, Sendable, CaseIterable {
        case filled
        /// The user did not authenticate.
        case notConfirmed
        /// The fields no longer exist: the app removed them when it resigned active, or shows another screen.
        case fieldsRemoved
        /// The credential was deleted in the meantime.
        case credentialDeleted
        /// The place is no longer permitted: AutoFill was turned off, or the association ended.
        case noLongerOffered
    }

    package let result: Result
    /// The effects to perform now, in order.
    package let effects: [FillEffect]

    /// Returns an outcome in which the app becomes active again and nothing is filled in.
    static func nothing(_ result: Result) -> FillOutcome {
        FillOutcome(result: result, effects: [.becomeActive])
    }
}

/// The result of authenticating the user.
package enum Presence: Hashable, Sendable, CaseIterable {
    case confirmed
    /// The user cancelled, or authentication failed.
    case rejected
}
