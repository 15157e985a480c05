/// What the system tells an extension.
package enum ModificationOrder: WireRecord, Equatable {
    /// Do it without a word to the person.
    case modify(ModificationTask)
    /// Make a view in which the person can do what is missing, and say when it is ready.
    case prepare(ModificationTask)
    /// The answer to the oldest request for a credential that has none.
    case credential(UpgradeCredential)
    /// The answer to the oldest announcement that has none: whether the password is written down, so that it can be sent to the server.
    case noted(Bool)
    /// The person cancelled.
    case cancel
    /// The person did something to the view.
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

/// What an extension gets that asks for a credential of Sign in with Apple.
package enum UpgradeCredential: WireRecord, Equatable {
    case granted(AppleIDGrant)
    /// The person closed the sheet.
    case cancelled
    /// Apple cannot be reached, or gives none.
    case unavailable

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.granted) { if case .granted(let it) = $0 { it } else { nil } },
        .case(2, .cancelled),
        .case(3, .unavailable),
    ])
}

/// What an extension is asked to do to an account. Prints nothing of the passwords.
package struct ModificationTask: WireRecord, Hashable {
    /// The longest of each text, in bytes.
    package static let maximumLength = 4_096

    package let modification: AccountModification
    package let service: String
    package let serviceKind: CredentialIdentity.ServiceKind
    package let user: String
    /// The password that is saved. Empty where an app asks: it has to know the account itself.
    package let password: String
    /// The strong password that the system proposes; nothing for Sign in with Apple.
    package let newPassword: String?
    /// What the app that asks says.
    package let userInfo: UserInfo?
    /// The same whenever the same upgrade is asked again, and of no other one: for servers that do everything once.
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
}

extension ModificationTask: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "ModificationTask(\(modification))" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What an extension tells the system.
package enum ModificationReport: WireRecord, Equatable {
    /// The longest state and the longest nonce, in bytes.
    package static let maximumEchoLength = AppleIDRequest.maximumEchoLength

    /// It needs a credential of Sign in with Apple.
    case wantsCredential(state: String?, nonce: String?)
    /// It is going to send this password, and not the proposed one.
    case announces(PasswordGrant)
    /// The view is ready to be shown.
    case isPrepared
    /// The server has taken this password.
    case changedPassword(PasswordGrant, UserInfo?)
    /// The account signs in with Apple now.
    case convertedToApple(UserInfo?)
    case gaveUp(ModificationFailure)
    /// Its view shows this from now on.
    case shows(ShownScreen)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.wantsCredential, .optional(.text(atMost: maximumEchoLength)), .optional(.text(atMost: maximumEchoLength))) {
            if case .wantsCredential(let state, let nonce) = $0 { (state, nonce) } else { nil }
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
