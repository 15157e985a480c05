import DeviceBroker
package import DeviceProtocol
import FoundationEssentials
import PasswordManager
import AssociatedDomains
import Glibc

/// A request of the owner about extensions of apps and account upgrades.
package enum OwnerUpgrade: Sendable {
    /// Registers an app's extension: executable, arguments, Info.plist.
    case register(AccessGroup, path: String, arguments: [String], infoPlist: [UInt8])
    case remove(AccessGroup)
    /// Lists the extensions and the interrupted upgrades; if `reveals`, with the passwords that may sign in, after the user
    /// authenticated.
    case list(reveals: Bool)
    /// Starts an upgrade of an account with an app's extension. The response follows after it ends.
    case start(Account, AccountModification, by: AccessGroup?)
    /// Reports how an interrupted upgrade ended.
    case settle(Account, SignInCredential)

    /// The account of a password.
    package struct Account: Hashable, Sendable {
        package let site: String
        package let user: String

        package init(site: String, user: String) {
            self.site = site
            self.user = user
        }
    }

    /// The credential that signs in now.
    package enum SignInCredential: Hashable, Sendable {
        /// The requested password with this index, from 0, latest first.
        case new(Int)
        /// The saved password.
        case saved
        /// The Apple Account, without a password.
        case apple
        case nothing
    }
}

/// The extensions of a device and the interrupted upgrades.
package struct OwnerUpgrades: Hashable, Sendable {
    package struct Extension: Hashable, Sendable {
        package let app: String
        package let path: String
        package let arguments: [String]
    }

    package struct Pending: Hashable, Sendable {
        package let account: OwnerUpgrade.Account
        package let modification: AccountModification
        /// The number of passwords, in addition to the saved one, that may sign in.
        package let candidates: UInt32
        /// The passwords that may sign in, latest first, followed by the saved one; empty unless requested.
        package let passwords: [String]
    }

    package let extensions: [Extension]
    package let pending: [Pending]
}

/// Processes the owner's requests.
struct UpgradeCounter: Sendable {
    let registered: RegisteredExtensions
    let coordinator: UpgradeCoordinator
    let store: any CredentialStore
    let presence: PresenceAuthority

    func perform(_ request: OwnerUpgrade) throws(DeviceError) -> OwnerAnswer {
        switch request {
        case .register(let app, let path, let arguments, let infoPlist):
            try registered.register(
                .init(app: app.rawValue, path: path, arguments: arguments, infoPlist: Data(infoPlist)))
        case .remove(let app): try registered.remove(app)
        case .list(let reveals):
            if reveals { try prove(.usePassword, "Show the passwords of accounts whose change was interrupted") }
            return .upgrades(
                OwnerUpgrades(
                    extensions: registered.all.map { .init(app: $0.app, path: $0.path, arguments: $0.arguments) },
                    pending: try pending(reveals)))
        case .start(let account, let modification, let app): try start(account, modification, by: app)
        case .settle(let account, let signInCredential): return .settled(try settle(account, signInCredential))
        }
        return .done
    }

    private func start(
        _ account: OwnerUpgrade.Account, _ modification: AccountModification, by app: AccessGroup?
    ) throws(DeviceError) {
        let identifier = try app.map { app throws(DeviceError) in
            guard let identifier = try? AppIdentifier(app.rawValue) else {
                throw .badRequest("\(app.rawValue) is not an application identifier")
            }
            return identifier
        }
        let id = try id(account)
        try prove(.changePassword, "Change the account \(account.user) at \(account.site)")
        switch coordinator.upgrade(id, to: modification, by: identifier) {
        case .done: return
        case .failed(let failure):
            if failure.code == .userCanceled { throw .authentication(.userCancel) }
            throw .badRequest(failure.reason ?? "The extension could not change the account.")
        }
    }

    private func pending(_ reveals: Bool) throws(DeviceError) -> [OwnerUpgrades.Pending] {
        try reading { () throws(CredentialStoreError) in try store.credentials() }.compactMap { credential in
            credential.pendingUpgrade.map { upgrade in
                .init(
                    account: .init(site: credential.id.server.text, user: credential.id.user), modification: upgrade.modification,
                    candidates: UInt32(upgrade.candidates.count),
                    passwords: reveals ? (upgrade.candidates + [credential.password]).map(\.exposed) : [])
            }
        }
    }

    private func settle(_ account: OwnerUpgrade.Account, _ signInCredential: OwnerUpgrade.SignInCredential) throws(DeviceError)
        -> UpgradeSettlement
    {
        let id = try id(account)
        guard let credential = try reading({ () throws(CredentialStoreError) in try store.credential(id) }),
            let upgrade = credential.pendingUpgrade
        else { throw .item(.notFound) }
        try prove(.changePassword, "Resolve the change of \(account.user) at \(account.site)")
        switch signInCredential {
        case .saved: return coordinator.settle(id, as: .signsIn(with: credential.password))
        case .apple: return coordinator.settle(id, as: .usesApple)
        case .nothing: return coordinator.settle(id, as: .nothing)
        case .new(let place):
            guard upgrade.candidates.indices.contains(place) else {
                throw .badRequest("this account has only \(upgrade.candidates.count) new passwords")
            }
            return coordinator.settle(id, as: .signsIn(with: upgrade.candidates[place]))
        }
    }

    /// Prompts for the owner's presence, as Settings do. A device without biometry and passcode does not prompt.
    private func prove(_ purpose: PromptPurpose, _ reason: String) throws(DeviceError) {
        guard let identifier = AccessGroup(rawValue: "com.apple.Preferences") else { return }
        let inquiry = PresenceInquiry(
            caller: Caller(
                app: App(identifier: identifier),
                process: ProcessIdentity(processID: getpid(), userID: geteuid(), startTime: 0, link: UInt64.max)),
            purpose: purpose, presentation: Presentation(reason: String(reason.prefix(200))) ?? .silent, mayInteract: true)
        do throws(AuthenticationFailure) {
            _ = try presence.authenticatesOwner(for: inquiry)
        } catch {
            throw .authentication(error)
        }
    }

    private func id(_ account: OwnerUpgrade.Account) throws(DeviceError) -> CredentialID {
        guard let host = try? DomainName(account.site), let id = CredentialID(server: host, user: account.user) else {
            throw .badRequest("\(account.site) is not a host name, or \(account.user) is not a user name")
        }
        return id
    }

    private func reading<Value>(_ body: () throws(CredentialStoreError) -> Value) throws(DeviceError) -> Value {
        do throws(CredentialStoreError) {
            return try body()
        } catch {
            throw .unavailable("the saved passwords cannot be read: \(error)")
        }
    }
}

extension OwnerUpgrade: WireRecord {
    /// The maximum length of a text, in bytes.
    private static let longestText = 16_384

    package static let wire = WireForm<Self>(cases: [
        .case(
            1, Self.register, .value, .text(atMost: Self.longestText),
            .list(of: .text(atMost: Self.longestText), atMost: RegisteredExtensions.mostArguments + 1),
            .octets(atMost: ExtensionAttributes.maximumPlistLength + 1)
        ) {
            if case .register(let a, let b, let c, let d) = $0 { (a, b, c, d) } else { nil }
        },
        .case(2, Self.remove) { if case .remove(let it) = $0 { it } else { nil } },
        .case(3, Self.list) { if case .list(let it) = $0 { it } else { nil } },
        .case(4, Self.start, .value, .value, .optional(.value)) {
            if case .start(let a, let b, let c) = $0 { (a, b, c) } else { nil }
        },
        .case(5, Self.settle, .value, .value) { if case .settle(let a, let b) = $0 { (a, b) } else { nil } },
    ])
}

extension OwnerUpgrade.Account: WireRecord {
    package static let wire = WireForm(Self.init, .field(\.site, .text(atMost: 16_384)), .field(\.user, .text(atMost: 16_384)))
}

extension OwnerUpgrade.SignInCredential: WireRecord {
    package static let wire = WireForm<Self>(cases: [
        .case(1, { .new(Int($0 as UInt32)) }) { if case .new(let place) = $0 { UInt32(clamping: place) } else { nil } },
        .case(2, .saved),
        .case(3, .apple),
        .case(4, .nothing),
    ])
}

extension OwnerUpgrades: WireRecord {
    private static let most = 10_000

    package static let wire = WireForm(
        Self.init, .field(\.extensions, .list(atMost: Self.most)), .field(\.pending, .list(atMost: Self.most)))
}

extension OwnerUpgrades.Extension: WireRecord {
    package static let wire = WireForm(
        Self.init, .field(\.app, .text()), .field(\.path, .text()),
        .field(\.arguments, .list(of: .text(), atMost: RegisteredExtensions.mostArguments)))
}

extension OwnerUpgrades.Pending: WireRecord {
    package static let wire = WireForm(
        Self.init, .field(\.account), .field(\.modification), .field(\.candidates),
        .field(\.passwords, .list(of: .text(), atMost: 1_000)))
}
