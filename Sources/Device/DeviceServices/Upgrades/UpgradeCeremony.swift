import AssociatedDomains
package import DeviceProtocol
package import PasswordManager

/// One upgrade of an account by an app's extension, from the note in the keychain to its end: what comes next, and what it ends with. It writes and
/// shows nothing itself and asks nobody; it is told what happened.
///
/// Nothing is asked before it is noted. What is saved changes only when the extension says that the server has changed; whatever else happens, the
/// device looks at what it knows (``Step/settle``) before the end.
package struct UpgradeCeremony: Sendable {
    /// How many credentials of Sign in with Apple one upgrade gets.
    package static let maximumCredentials = 3
    /// How many passwords of its own an extension may announce.
    package static let maximumAnnouncements = 3
    /// How many times an extension may speak.
    package static let maximumReports = 64

    package enum Step: Equatable, Sendable {
        /// Write it down as begun.
        case note(PendingUpgrade)
        /// Start the extension if it does not run, and tell it.
        case tell(ModificationOrder)
        case listen(UpgradeListening)
        /// Let the person sign in with Apple.
        case signIn(state: String?, nonce: String?)
        /// Show the extension's view, under the system's navigation bar.
        case present
        /// Save this password in the place of the old one, and end what was begun, in one step.
        case replace(by: PrivateText)
        /// Remove the password.
        case remove
        /// Look at what the device knows of the account meanwhile.
        case settle
        /// End what was begun: nobody was asked.
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
    /// There was a credential of Sign in with Apple.
    private var wasGranted = false
    /// The person has closed the sheet of Sign in with Apple, and is shown no other.
    private var wasSheetClosed = false
    private var outcome = ModificationOutcome.failed(ModificationFailure(.failed))

    package init(_ situation: UpgradeSituation) {
        self.situation = situation
        step = .note(situation.upgrade)
    }

    // MARK: - What the keychain says

    package mutating func receiveNoted(_ isNoted: Bool) {
        guard case .note = step else { return }
        if wasAsked {
            step = .tell(.noted(isNoted))
        } else if isNoted {
            step = .tell(.modify(situation.task))
        } else {
            step = .ended(.failed(ModificationFailure(.failed, "The password cannot be changed while nothing can be saved.")))
        }
    }

    /// The new password, or the removal, stands in the keychain; or it is tried again later. The account is modified either way.
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

    // MARK: - What the device knows

    /// An extension that gave up, or broke off, may have changed the account all the same: then it is modified.
    package mutating func receive(_ settlement: UpgradeSettlement) {
        guard case .settle = step else { return }
        switch settlement {
        case .completed, .converted: step = .ended(.done(nil))
        case .nothing, .abandoned, .notYet, .open: step = .ended(outcome)
        }
    }

    // MARK: - What the extension and the person do

    /// The order was given; or the extension cannot be started, or is gone.
    package mutating func receiveTold(_ isTold: Bool) {
        guard case .tell = step else { return }
        guard isTold else { return listening == .callingOff ? finish() : fail() }
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
        step = .tell(.credential(credential))
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
        case .withdrawn: if listening != .callingOff { callOff(ModificationFailure(.userCanceled)) }
        }
    }

    private mutating func receive(_ report: ModificationReport) {
        switch report {
        case .wantsCredential(let state, let nonce): provideCredential(state, nonce)
        case .announces(let credential): announce(credential)
        case .isPrepared: if listening == .preparing { step = .present }
        case .changedPassword(let credential, let userInfo):
            guard let password = accepted(credential) else { return fail() }
            outcome = .done(userInfo)
            step = .replace(by: password)
        case .convertedToApple(let userInfo):
            // Never the last way to sign in on the word of an extension alone.
            guard situation.modification == .signInWithApple, wasGranted else { return fail() }
            outcome = .done(userInfo)
            step = .remove
        case .gaveUp(let failure): giveUp(failure)
        // What the view shows is between the extension and the person.
        case .shows: break
        }
    }

    private mutating func provideCredential(_ state: String?, _ nonce: String?) {
        credentials += 1
        if situation.modification != .signInWithApple || credentials > Self.maximumCredentials {
            step = .tell(.credential(.unavailable))
        } else if listening == .callingOff || wasSheetClosed {
            step = .tell(.credential(.cancelled))
        } else {
            step = .signIn(state: state, nonce: nonce)
        }
    }

    private mutating func announce(_ credential: PasswordGrant) {
        announcements += 1
        guard listening != .callingOff, announcements <= Self.maximumAnnouncements, let password = accepted(credential),
            let upgrade = PendingUpgrade(.password(password), idempotencyKey: situation.upgrade.idempotencyKey)
        else {
            step = .tell(.noted(false))
            return
        }
        step = .note(upgrade)
    }

    private mutating func giveUp(_ failure: ModificationFailure) {
        switch (listening, failure.code) {
        case (.callingOff, _): finish()
        case (.silently, .userInteractionRequired) where situation.canPresent:
            listening = .preparing
            step = .tell(.prepare(situation.task))
        // The person knows that they cancelled.
        case (_, .userCanceled): end(ModificationFailure(.userCanceled))
        // Who has a view has what it asks for.
        case (.preparing, .userInteractionRequired), (.showing, .userInteractionRequired): fail()
        default: end(failure)
        }
    }

    /// The password of a credential that is this one.
    private func accepted(_ credential: PasswordGrant) -> PrivateText? {
        guard situation.modification == .strongPassword,
            CredentialID(server: situation.id.server, user: credential.user) == situation.id,
            (1...SavedCredential.maximumPasswordLength).contains(credential.password.utf8.count)
        else { return nil }
        return PrivateText(credential.password)
    }

    // MARK: - Moving on

    private mutating func listen(_ listening: UpgradeListening) {
        self.listening = listening
        step = .listen(listening)
    }

    private mutating func callOff(_ failure: ModificationFailure) {
        outcome = .failed(failure)
        listening = .callingOff
        step = .tell(.cancel)
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

/// What happens while the system listens to an extension that modifies accounts.
package typealias UpgradeEvent = ExtensionEvent<ModificationReport>

/// What the system listens for.
package enum UpgradeListening: Hashable, Sendable, CaseIterable {
    /// The result, without a word to the person.
    case silently
    /// That the view is ready.
    case preparing
    /// The result, while the person sees the extension's view.
    case showing
    /// The end, after the person cancelled.
    case callingOff

    /// How long an extension may say nothing, in seconds. While a person sees its view they cancel when they like.
    package var limit: Double? {
        switch self {
        case .silently: 30
        case .preparing: 10
        case .showing: nil
        case .callingOff: 5
        }
    }
}
