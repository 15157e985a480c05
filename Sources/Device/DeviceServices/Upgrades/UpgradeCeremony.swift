import AssociatedDomains
package import DeviceProtocol
package import PasswordManager

/// The state of one account upgrade by an app's extension, from its record in the keychain to the result. It writes, shows and
/// sends nothing; the caller reports events.
///
/// The upgrade is recorded before the extension starts. The saved password changes only after the extension reports that the server
/// changed it. In every other case, the device checks its own data (``Step/settle``) before the end.
package struct UpgradeCeremony: Sendable {
    /// The maximum number of Sign in with Apple credentials in one upgrade.
    package static let maximumCredentials = 3
    /// The maximum number of passwords that an extension can announce.
    package static let maximumAnnouncements = 3
    /// The maximum number of reports of an extension.
    package static let maximumReports = 64

    package enum Step: Equatable, Sendable {
        /// Record the upgrade as started.
        case note(PendingUpgrade)
        /// Start the extension if necessary, and send it an order.
        case deliver(ModificationOrder)
        case listen(UpgradeListening)
        /// Let the user sign in with Apple.
        case signIn(state: String?, nonce: String?)
        /// Show the extension's view under the system's navigation bar.
        case present
        /// Save this password in place of the old one and remove the record, in one step.
        case replace(by: PrivateText)
        /// Remove the password.
        case remove
        /// Check the current data on the device about the account.
        case settle
        /// Remove the record: the extension received no order.
        case drop
        case ended(ModificationOutcome)
    }

    package private(set) var step: Step
    private let situation: UpgradeSituation
    private var listening = UpgradeListening.silently
    private var wasAsked = false
    private var reports = 0
    private var credentials = 0
    private var announcements = 0
    /// Whether the extension received a Sign in with Apple credential.
    private var wasGranted = false
    /// Whether the user closed the sheet of Sign in with Apple. No further sheet is shown.
    private var wasSheetClosed = false
    private var outcome = ModificationOutcome.failed(ModificationFailure(.failed))

    package init(_ situation: UpgradeSituation) {
        self.situation = situation
        step = .note(situation.upgrade)
    }

    // MARK: - Events of the keychain

    package mutating func receiveNoted(_ isNoted: Bool) {
        guard case .note = step else { return }
        if wasAsked {
            step = .deliver(.noted(isNoted))
        } else if isNoted {
            step = .deliver(.modify(situation.task))
        } else {
            step = .ended(.failed(ModificationFailure(.failed, "The password cannot be changed, because it could not be saved.")))
        }
    }

    /// Handles the saved change: the new password or the removal is in the keychain, or will be saved later. In both cases the
    /// account is modified.
    package mutating func receiveSaved() {
        switch step {
        case .replace, .remove: step = .ended(outcome)
        default: break
        }
    }

    package mutating func receiveDropped() {
        guard case .drop = step else { return }
        step = .ended(outcome)
    }

    // MARK: - The device's knowledge

    /// Handles the result of the check. An extension that failed may still have changed the account, which then counts as modified.
    package mutating func receive(_ settlement: UpgradeSettlement) {
        guard case .settle = step else { return }
        switch settlement {
        case .completed, .converted: step = .ended(.done(nil))
        case .nothing, .abandoned, .notYet, .open: step = .ended(outcome)
        }
    }

    // MARK: - Events of the extension and the user

    /// Handles the delivery of an order. With false, the extension could not be started or has ended.
    package mutating func receiveDelivery(_ isDelivered: Bool) {
        guard case .deliver = step else { return }
        guard isDelivered else { return listening == .callingOff ? finish() : fail() }
        wasAsked = true
        step = .listen(listening)
    }

    package mutating func receive(_ credential: UpgradeCredential) {
        guard case .signIn = step else { return }
        switch credential {
        case .granted: wasGranted = true
        case .cancelled: wasSheetClosed = true
        case .unavailable: break
        }
        step = .deliver(.credential(credential))
    }

    package mutating func receivePresented(_ isShown: Bool) {
        guard case .present = step else { return }
        if isShown {
            listen(.showing)
        } else {
            callOff(ModificationFailure(.userInteractionRequired))
        }
    }

    package mutating func receive(_ event: UpgradeEvent) {
        guard case .listen = step else { return }
        switch event {
        case .report(.shows): break
        case .report(let report):
            reports += 1
            reports > Self.maximumReports ? fail() : receive(report)
        case .gone, .timedOut: listening == .callingOff ? finish() : fail()
        case .cancelled: if listening == .showing { callOff(ModificationFailure(.userCanceled)) }
        case .requestEnded: if listening != .callingOff { callOff(ModificationFailure(.userCanceled)) }
        }
    }

    private mutating func receive(_ report: ModificationReport) {
        switch report {
        case .requestsCredential(let state, let nonce): provideCredential(state, nonce)
        case .announces(let credential): announce(credential)
        case .isPrepared: if listening == .preparing { step = .present }
        case .changedPassword(let credential, let userInfo):
            guard let password = accepted(credential) else { return fail() }
            outcome = .done(userInfo)
            step = .replace(by: password)
        case .convertedToApple(let userInfo):
            // An extension's report alone must not remove the last way to sign in.
            guard situation.modification == .signInWithApple, wasGranted else { return fail() }
            outcome = .done(userInfo)
            step = .remove
        case .gaveUp(let failure): giveUp(failure)
        // Screens concern only the extension and the user.
        case .shows: break
        }
    }

    private mutating func provideCredential(_ state: String?, _ nonce: String?) {
        credentials += 1
        if situation.modification != .signInWithApple || credentials > Self.maximumCredentials {
            step = .deliver(.credential(.unavailable))
        } else if listening == .callingOff || wasSheetClosed {
            step = .deliver(.credential(.cancelled))
        } else {
            step = .signIn(state: state, nonce: nonce)
        }
    }

    private mutating func announce(_ credential: PasswordGrant) {
        announcements += 1
        guard listening != .callingOff, announcements <= Self.maximumAnnouncements, let password = accepted(credential),
            let upgrade = PendingUpgrade(.password(password), idempotencyKey: situation.upgrade.idempotencyKey)
        else {
            step = .deliver(.noted(false))
            return
        }
        step = .note(upgrade)
    }

    private mutating func giveUp(_ failure: ModificationFailure) {
        switch (listening, failure.code) {
        case (.callingOff, _): finish()
        case (.silently, .userInteractionRequired) where situation.canPresent:
            listening = .preparing
            step = .deliver(.prepare(situation.task))
        // The user knows about the cancellation.
        case (_, .userCanceled): end(ModificationFailure(.userCanceled))
        // The extension already has a view, so it must not request one.
        case (.preparing, .userInteractionRequired), (.showing, .userInteractionRequired): fail()
        default: end(failure)
        }
    }

    /// Returns the password of a credential for this account.
    private func accepted(_ credential: PasswordGrant) -> PrivateText? {
        guard situation.modification == .strongPassword,
            CredentialID(server: situation.id.server, user: credential.user) == situation.id,
            (1...SavedCredential.maximumPasswordLength).contains(credential.password.utf8.count)
        else { return nil }
        return PrivateText(credential.password)
    }

    // MARK: - Transitions

    private mutating func listen(_ listening: UpgradeListening) {
        self.listening = listening
        step = .listen(listening)
    }

    private mutating func callOff(_ failure: ModificationFailure) {
        outcome = .failed(failure)
        listening = .callingOff
        step = .deliver(.cancel)
    }

    private mutating func fail() {
        end(ModificationFailure(.failed))
    }

    private mutating func end(_ failure: ModificationFailure) {
        outcome = .failed(failure)
        finish()
    }

    private mutating func finish() {
        step = wasAsked || situation.isRepeated ? .settle : .drop
    }
}

/// The state of the device when an upgrade begins.
package struct UpgradeSituation: Hashable, Sendable {
    /// The initiator of the upgrade.
    package enum Origin: Hashable, Sendable {
        /// The user, in Settings or at a sign-in.
        case system
        /// The app, with data for its extension.
        case app(UserInfo?)
    }

    package let id: CredentialID
    package let service: String
    package let serviceKind: CredentialIdentity.ServiceKind
    package let origin: Origin
    /// The saved password.
    package let password: PrivateText
    /// The requested upgrade, with its key.
    package let upgrade: PendingUpgrade
    /// Whether the same upgrade was requested before and its result is unknown.
    package let isRepeated: Bool
    /// Whether the extension's view can be shown.
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

    /// The task of the extension. Apps must not receive the saved password, so an upgrade that an app starts omits it.
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

/// An event of a running account-modification extension.
package typealias UpgradeEvent = ExtensionEvent<ModificationReport>

/// The report that the system waits for.
package enum UpgradeListening: Hashable, Sendable, CaseIterable {
    /// The result, without a view.
    case silently
    /// The view to become ready.
    case preparing
    /// The result, while the user sees the extension's view.
    case showing
    /// The end, after the user cancelled.
    case callingOff

    /// The time limit for a report, in seconds. No limit applies while the user sees the view, because the user can cancel.
    package var limit: Double? {
        switch self {
        case .silently: 30
        case .preparing: 10
        case .showing: nil
        case .callingOff: 5
        }
    }
}
