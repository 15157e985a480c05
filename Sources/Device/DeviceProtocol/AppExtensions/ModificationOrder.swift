/// A message from the system to an account-modification extension.
package enum ModificationOrder: WireRecord, Equatable {
    /// Modify the account without user interaction.
    case modify(ModificationTask)
    /// Create a view in which the user completes the modification, and report when it is ready.
    case prepare(ModificationTask)
    /// The response to the oldest pending credential request.
    case credential(UpgradeCredential)
    /// The response to the oldest pending announcement: whether the keychain stored the password, so that the extension may send it
    /// to the server.
    case noted(Bool)
    /// The user cancelled.
    case cancel
    /// The user acted in the view.
    case event(ViewEvent)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.modify) { if case .modify(let it) = $0 { it } else { nil } },
        .case(2, Self.prepare) { if case .prepare(let it) = $0 { it } else { nil } },
        .case(3, Self.credential) { if case .credential(let it) = $0 { it } else { nil } },
        .case(4, Self.noted) { if case .noted(let it) = $0 { it } else { nil } },
        .case(5, .cancel),
        .case(6, Self.event) { if case .event(let it) = $0 { it } else { nil } },
    ])
}

/// The result of an extension's request for a Sign in with Apple credential.
package enum UpgradeCredential: WireRecord, Equatable {
    case granted(AppleIDGrant)
    /// The user closed the sheet.
    case cancelled
    /// Apple is unreachable or returned no credential.
    case unavailable

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.granted) { if case .granted(let it) = $0 { it } else { nil } },
        .case(2, .cancelled),
        .case(3, .unavailable),
    ])
}

/// An account modification that the system requests from an extension. Its description omits the passwords.
package struct ModificationTask: WireRecord, Hashable, RedactedValue {
    /// The maximum length of each text, in bytes.
    package static let maximumLength = 4_096

    package let modification: AccountModification
    package let service: String
    package let serviceKind: CredentialIdentity.ServiceKind
    package let user: String
    /// The saved password. Empty if an app requested the modification: the extension must then identify the account itself.
    package let password: String
    /// The strong password that the system proposes; nil for Sign in with Apple.
    package let newPassword: String?
    /// The data that the requesting app passes to its extension.
    package let userInfo: UserInfo?
    /// An idempotency key: the same for each repetition of one upgrade, and different for every other upgrade.
    package let key: String

    package init(
        modification: AccountModification, service: String, serviceKind: CredentialIdentity.ServiceKind, user: String,
        password: String,
        newPassword: String?, userInfo: UserInfo?, key: String
    ) {
        self.modification = modification
        self.service = service
        self.serviceKind = serviceKind
        self.user = user
        self.password = password
        self.newPassword = newPassword
        self.userInfo = userInfo
        self.key = key
    }

    package static let wire = WireForm(
        Self.init, .field(\.modification), .field(\.service, text), .field(\.serviceKind), .field(\.user, text),
        .field(\.password, text), .field(\.newPassword, .optional(text)), .field(\.userInfo), .field(\.key, text))

    private static let text = WireKind.text(atMost: maximumLength)

    package var description: String { "ModificationTask(\(modification))" }
}

/// A message from an account-modification extension to the system.
package enum ModificationReport: WireRecord, Equatable {
    /// The maximum length of the state and of the nonce, in bytes.
    package static let maximumEchoLength = AppleIDRequest.maximumEchoLength

    /// Requests a Sign in with Apple credential.
    case requestsCredential(state: String?, nonce: String?)
    /// Announces that the extension will send this password in place of the proposed one.
    case announces(PasswordGrant)
    /// The view is ready.
    case isPrepared
    /// The server accepted this password.
    case changedPassword(PasswordGrant, UserInfo?)
    /// The account now uses Sign in with Apple.
    case convertedToApple(UserInfo?)
    case gaveUp(ModificationFailure)
    /// The new content of the extension's view.
    case shows(ShownScreen)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.requestsCredential, .optional(.text(atMost: maximumEchoLength)), .optional(.text(atMost: maximumEchoLength)))
        {
            if case .requestsCredential(let state, let nonce) = $0 { (state, nonce) } else { nil }
        },
        .case(2, Self.announces) { if case .announces(let it) = $0 { it } else { nil } },
        .case(3, .isPrepared),
        .case(4, Self.changedPassword, .value, .optional(.value)) {
            if case .changedPassword(let a, let b) = $0 { (a, b) } else { nil }
        },
        .case(5, Self.convertedToApple, .optional(.value)) { if case .convertedToApple(let it) = $0 { it } else { nil } },
        .case(6, Self.gaveUp) { if case .gaveUp(let it) = $0 { it } else { nil } },
        .case(7, Self.shows) { if case .shows(let it) = $0 { it } else { nil } },
    ])
}
