package import AssociatedDomains
package import DeviceBroker
package import DeviceProtocol
package import FoundationEssentials
package import PasswordManager
package import PasswordRules
import Synchronization

/// The system's host for account-modification extensions: performs the steps of the ceremony and reports events to it.
///
/// A credential has one upgrade at a time, which waits for a settlement. Calls block until the upgrade ends.
package final class UpgradeCoordinator: Sendable {
    private struct State {
        var turns: [CredentialID: ExtensionTurn] = [:]
        /// The changes that servers made and that are not saved yet, because the device was locked.
        var unsaved: [CredentialID: ServerChange] = [:]
    }

    private let parts: UpgradeParts
    private let signIn: any UpgradeSignIn
    private let screen: ExtensionScreen
    private let state = Mutex(State())

    /// Creates a coordinator.
    ///
    /// - Parameter canPresent: whether the user currently sees the screen.
    package init(
        _ parts: UpgradeParts, signIn: any UpgradeSignIn, canPresent: @escaping @Sendable () -> Bool = { true }
    ) {
        self.parts = parts
        self.signIn = signIn
        screen = ExtensionScreen(canPresent: canPresent)
    }

    /// Shows the views of extensions on this interface from now on. With nil, views cannot be shown.
    package func attach(_ interface: (any ExtensionInterface)?) { screen.attach(interface) }

    /// Performs an upgrade that the user started in Settings or at a sign-in. The extension receives the saved password.
    ///
    /// - Parameter app: the app of the extension; nil for any app that is associated with the site.
    package func upgrade(
        _ id: CredentialID, to modification: AccountModification, by app: AppIdentifier? = nil,
        until cancellation: PromptCancellationToken = PromptCancellationToken()
    ) -> ModificationOutcome {
        guard let found = parts.extensions.extension(for: modification, of: id.server, in: app) else {
            return .failed(ModificationFailure(.failed, "No app on this device can change this account."))
        }
        return alone(with: id) { perform(id, modification, with: found, origin: .system, until: cancellation) }
    }

    /// Performs an upgrade that an app started, with its own extension. The extension does not receive the saved password.
    package func perform(_ request: ModifyAccount, for app: App, until cancellation: PromptCancellationToken) -> ModificationOutcome
    {
        guard let app = try? AppIdentifier(app.identifier.rawValue), let host = request.host,
            let found = parts.extensions.extension(for: request.modification, of: host, in: app)
        else {
            return .failed(ModificationFailure(.failed))
        }
        guard let id = CredentialID(server: host, user: request.user) else { return .failed(ModificationFailure(.failed)) }
        return alone(with: id) {
            perform(
                id, request.modification, with: found, origin: .app(request.userInfo),
                service: (request.service, request.serviceKind),
                until: cancellation)
        }
    }

    /// Resolves the upgrades that need no answer of the user, and saves changes that could not be saved before. The caller must
    /// call this after the device started or was unlocked, and after passwords were saved.
    @discardableResult
    package func resolvePending() -> [CredentialID: UpgradeSettlement] {
        let waiting = ((try? resolution(nil).pending()) ?? []) + state.withLock { Array($0.unsaved.keys) }
        return Dictionary(
            uniqueKeysWithValues: Set(waiting).map { id in (id, settleAlone(id)) })
    }

    /// Resolves an interrupted upgrade by the user's answer.
    package func settle(_ id: CredentialID, as workingCredential: WorkingCredential) -> UpgradeSettlement {
        settleAlone(id, workingCredential)
    }

    // MARK: - Performing an upgrade

    private func perform(
        _ id: CredentialID, _ modification: AccountModification, with found: InstalledExtension, origin: UpgradeSituation.Origin,
        service: (String, CredentialIdentity.ServiceKind)? = nil, until cancellation: PromptCancellationToken
    ) -> ModificationOutcome {
        // Resolves an earlier upgrade first: the password may have changed or been removed.
        let before = settle(id, found.app)
        let credential: SavedCredential
        do throws(CredentialStoreError) {
            guard let found = try parts.store.credential(id) else {
                if before == .converted, modification == .signInWithApple { return .done(nil) }
                // Apps must not learn whether a password is saved.
                return .failed(ModificationFailure(origin == .system ? .credentialIdentityNotFound : .failed))
            }
            credential = found
        } catch {
            return .failed(ModificationFailure(.failed, "The saved passwords are currently unreadable."))
        }
        if before == .completed, modification == .strongPassword { return .done(nil) }
        let upgrade: PendingUpgrade
        if let pending = credential.pendingUpgrade {
            // A request of the earlier change may still reach the server, regardless of the last response. Only one of two changes
            // is recorded, so the server could accept a password that is saved nowhere.
            guard pending.modification == modification else {
                return .failed(
                    ModificationFailure(
                        .failed,
                        "An earlier change of this account is unresolved. Repeat that change, or choose in Settings, at the password, which "
                            + "one signs in."))
            }
            upgrade = pending
        } else if let new = begin(modification, found.attributes) {
            upgrade = new
        } else {
            return .failed(ModificationFailure(.failed))
        }
        let situation = UpgradeSituation(
            id: id, service: service?.0, serviceKind: service?.1 ?? .domain, origin: origin, password: credential.password,
            upgrade: upgrade, isRepeated: credential.pendingUpgrade != nil,
            canPresent: screen.isUsable)
        return run(UpgradeCeremony(situation), situation, found, cancellation)
    }

    private func run(
        _ ceremony: consuming UpgradeCeremony, _ situation: UpgradeSituation, _ found: InstalledExtension,
        _ cancellation: PromptCancellationToken
    ) -> ModificationOutcome {
        let events = ExtensionEventQueue<ModificationReport>(timer: parts.timer)
        let (sheets, stage) = (PromptCancellationToken(), ExtensionStage())
        cancellation.onCancel {
            events.put(.requestEnded)
            sheets.cancel()
        }
        var running: (any RunningExtension<ModificationOrder>)?
        defer {
            stage.dismiss()
            running?.stop()
        }
        while true {
            switch ceremony.step {
            case .ended(let outcome): return outcome
            case .note(let upgrade): ceremony.receiveNoted(note(upgrade, of: situation.id))
            case .deliver(let order):
                if running == nil {
                    running = found.program.start { word in
                        switch word {
                        case .report(.shows(let screen)): stage.show(screen)
                        case .report(let report): events.put(.report(report))
                        case .gone:
                            events.put(.gone)
                            sheets.cancel()
                        }
                    }
                }
                // Before the delivery: the time limit includes the time in which the extension handles the order.
                events.restart()
                ceremony.receiveDelivery(running?.deliver(order) ?? false)
            case .listen(let listening): ceremony.receive(events.take(within: listening.limit))
            case .signIn(let state, let nonce):
                ceremony.receive(signIn.credential(for: found.app, state: state, nonce: nonce, until: sheets))
            case .present:
                // A closed view receives no more screens, because the extension has ended.
                let controls = ExtensionControls(
                    cancel: { events.put(.cancelled) }, send: { [running] in _ = running?.deliver(.event($0)) })
                ceremony.receivePresented(
                    screen.present(stage, of: found.app, user: situation.id.user, site: situation.id.server.text, controls))
            case .replace(let password):
                keep(.password(password, answeredAt: parts.now()), of: situation.id)
                ceremony.receiveSaved()
            case .remove:
                keep(.removal(of: situation.password), of: situation.id)
                ceremony.receiveSaved()
            case .settle:
                // A running extension could change the account after the check.
                running?.stop()
                ceremony.receive(settle(situation.id, found.app))
            case .drop:
                try? parts.store.dropUpgrade(of: situation.id, at: parts.now())
                ceremony.receiveDropped()
            }
        }
    }

    private func begin(_ modification: AccountModification, _ attributes: ExtensionAttributes) -> PendingUpgrade? {
        switch modification {
        case .signInWithApple: PendingUpgrade(.signInWithApple, idempotencyKey: parts.makeKey())
        case .strongPassword:
            parts.makePassword(attributes.passwordRules).flatMap {
                PendingUpgrade(.password(PrivateText($0)), idempotencyKey: parts.makeKey())
            }
        }
    }

    private func note(_ upgrade: PendingUpgrade, of id: CredentialID) -> Bool {
        (try? parts.store.beginUpgrade(upgrade, of: id, at: parts.now())) ?? false
    }

    // MARK: - The keychain

    /// Saves the server's change now, or when saving is possible.
    @discardableResult
    private func keep(_ change: ServerChange, of id: CredentialID) -> UpgradeSettlement {
        do throws(CredentialStoreError) {
            let settlement = try change.save(as: id, in: parts.store, at: parts.now())
            state.withLock { $0.unsaved[id] = nil }
            return settlement
        } catch {
            state.withLock { $0.unsaved[id] = change }
            return .open
        }
    }

    private func settle(_ id: CredentialID, _ app: AppIdentifier?, _ workingCredential: WorkingCredential? = nil)
        -> UpgradeSettlement
    {
        let unsaved = state.withLock { $0.unsaved[id] }
        return unsaved.map { keep($0, of: id) } ?? (try? resolution(app).resolve(id, workingCredential)) ?? .open
    }

    /// Returns the resolution of interrupted upgrades.
    ///
    /// - Parameter app: the app whose sign-in with Apple counts; nil for every app that can convert the account.
    private func resolution(_ app: AppIdentifier?) -> PendingUpgradeResolution {
        let (signIn, extensions) = (signIn, parts.extensions)
        return PendingUpgradeResolution(
            store: parts.store,
            usesApple: { id in
                if let app { return signIn.usesApple(app) }
                return extensions.extensions(for: id.server).contains { $0.supportsSignInWithApple && signIn.usesApple($0.app) }
            }, now: parts.now)
    }

    private func alone(with id: CredentialID, _ body: () -> ModificationOutcome) -> ModificationOutcome {
        alone(
            with: id, ExtensionTurn(), otherwise: .failed(ModificationFailure(.failed, "This account is already being changed.")),
            body)
    }

    private func settleAlone(_ id: CredentialID, _ workingCredential: WorkingCredential? = nil) -> UpgradeSettlement {
        alone(with: id, ExtensionTurn(isShort: true), otherwise: .open) { settle(id, nil, workingCredential) }
    }

    private func alone<Value>(with id: CredentialID, _ turn: ExtensionTurn, otherwise: Value, _ body: () -> Value) -> Value {
        let isFree = turn.start { turn in
            state.withLock { state in
                defer { state.turns[id] = state.turns[id] ?? turn }
                return state.turns[id]
            }
        }
        guard isFree else { return otherwise }
        defer {
            state.withLock { $0.turns[id] = nil }
            turn.end()
        }
        return body()
    }
}

extension ModifyAccount {
    /// The host of the domain or URL; nil for any other identifier.
    fileprivate var host: DomainName? {
        switch serviceKind {
        case .domain: try? DomainName(service)
        case .url: WebAddress(service)?.pageHost.flatMap { try? DomainName($0) }
        case .app: nil
        }
    }
}

/// The dependencies of account upgrades.
package struct UpgradeParts: Sendable {
    /// The store of saved passwords.
    package var store: any CredentialStore
    package var extensions: InstalledExtensions
    package var timer: any ExtensionTimer
    /// The function that creates a strong password by an app's rules, or by the system's; returns nil if the rules cannot be
    /// satisfied.
    package var makePassword: @Sendable (PasswordRules?) -> String?
    /// The function that creates a unique key: a lower-case UUID, as account services accept it.
    package var makeKey: @Sendable () -> String
    package var now: @Sendable () -> Date

    package init(
        store: any CredentialStore, extensions: InstalledExtensions, timer: any ExtensionTimer,
        makePassword: @escaping @Sendable (PasswordRules?) -> String? = Self.password,
        makeKey: @escaping @Sendable () -> String = { UUID().uuidString.lowercased() }, now: @escaping @Sendable () -> Date
    ) {
        self.store = store
        self.extensions = extensions
        self.timer = timer
        self.makePassword = makePassword
        self.makeKey = makeKey
        self.now = now
    }

    /// Generates a strong password by the rules if the device supports them, otherwise by the system's rules for new accounts.
    @Sendable
    package static func password(by rules: PasswordRules?) -> String? {
        var random = SystemRandomNumberGenerator()
        if let rules, rules.isHonoredByIOS, let generator = try? PasswordGenerator(rules: rules) {
            return generator.next(using: &random)
        }
        return (try? PasswordGenerator())?.next(using: &random)
    }
}
