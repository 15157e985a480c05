import AssociatedDomains
package import DeviceProtocol
package import PasswordManager

/// What an upgrade of an account meets when it begins.
package struct UpgradeSituation: Hashable, Sendable {
    /// Who asks for it.
    package enum Origin: Hashable, Sendable {
        /// The person, in Settings or at a sign-in.
        case system
        /// The app, which says this to its extension.
        case app(UserInfo?)
    }

    package let id: CredentialID
    package let service: String
    package let serviceKind: CredentialIdentity.ServiceKind
    package let origin: Origin
    /// What is saved.
    package let password: PrivateText
    /// What is to be done, and its key.
    package let upgrade: PendingUpgrade
    /// The same was asked before, and how it ended is not known.
    package let isRepeated: Bool
    /// There is a screen for the extension's view.
    package let canPresent: Bool

    package init(
        id: CredentialID, service: String? = nil, serviceKind: CredentialIdentity.ServiceKind = .domain, origin: Origin = .system,
        password: PrivateText, upgrade: PendingUpgrade, isRepeated: Bool = false, canPresent: Bool = true
    ) {
        self.id = id
        self.service = service ?? id.server.text
        self.serviceKind = serviceKind
        self.origin = origin
        self.password = password
        self.upgrade = upgrade
        self.isRepeated = isRepeated
        self.canPresent = canPresent
    }

    package var modification: AccountModification { upgrade.modification }

    /// What the extension is asked. The password that is saved is nothing for apps, and so not for one that asks.
    package var task: ModificationTask {
        var newPassword: String?
        if case .password(let candidate) = upgrade.target { newPassword = candidate.exposed }
        var userInfo: UserInfo?
        if case .app(let info) = origin { userInfo = info }
        return ModificationTask(
            modification: modification, service: service, serviceKind: serviceKind, user: id.user,
            password: origin == .system ? password.exposed : "", newPassword: newPassword, userInfo: userInfo,
            key: upgrade.idempotencyKey)
    }
}

extension PendingUpgrade {
    package var modification: AccountModification {
        switch target {
        case .password: .strongPassword
        case .signInWithApple: .signInWithApple
        }
    }
}
