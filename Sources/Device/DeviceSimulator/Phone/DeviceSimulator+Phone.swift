import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Glibc
import PasswordManager
import Synchronization

/// The functions of the device that a phone uses.
extension DeviceSimulator {
    /// The visible state of the device.
    var facts: DeviceFacts {
        let mechanisms = device.presence.mechanisms
        let consents = (try? device.presence.faceConsents()) ?? []
        return DeviceFacts(
            biometry: PhoneView.Biometry(mechanisms.biometry), isLocked: isLocked,
            takesBiometry: mechanisms.biometryFailure == nil, hasPasscode: mechanisms.hasPasscode, isOnline: isOnline,
            associationFailures: services.associations.failures,
            faceConsents: mechanisms.biometry == .face
                ? .init(consents.map { ($0.app.rawValue, $0.isGranted) }) { first, _ in first } : nil, watch: watch,
            providers: services.services.providers.providers.map { ProviderFacts($0.provider, isEnabled: $0.isEnabled) },
            securityKey: insertedSecurityKey.map(PhoneView.SecurityKeyView.init))
    }

    /// Drops sensor reports that arrived without a prompt: they must not authenticate anything.
    func discardSensorEvents() {
        // Each call delivers one pending report immediately.
        while true {
            let probe = ReportProbe()
            sensor.watch { _ in probe.hasReported.withLock { $0 = true } }()
            if !probe.hasReported.withLock({ $0 }) { return }
        }
    }

    /// Blocks until the user has authenticated or failed to. A device without passcode and biometry treats its holder as the
    /// owner.
    func askPresence(
        _ app: String, _ reason: String, until cancellation: PromptCancellationToken = PromptCancellationToken()
    ) -> Presence {
        let mechanisms = device.presence.mechanisms
        guard mechanisms.hasPasscode || mechanisms.isEnrolled else { return .confirmed }
        guard let caller = Self.caller(app), let presentation = Presentation(reason: reason) else { return .rejected }
        let inquiry = PresenceInquiry(
            caller: caller, purpose: .usePassword, presentation: presentation, mayInteract: true, cancellation: cancellation)
        do throws(AuthenticationFailure) {
            _ = try device.presence.obtain(mechanisms.hasPasscode ? .either : .biometry, for: inquiry)
            return .confirmed
        } catch {
            return .rejected
        }
    }

    /// The app, or the phone itself, as a client of the system in this process; nil for a malformed identifier.
    static func caller(_ app: String) -> Caller? {
        guard let identifier = AccessGroup(rawValue: app) else { return nil }
        let process = ProcessIdentity(processID: getpid(), userID: geteuid(), startTime: 0, link: UInt64.max)
        return Caller(app: App(identifier: identifier), process: process)
    }
}

extension PhoneView.SecurityKeyView {
    fileprivate init(_ key: SimulatedSecurityKey) {
        self.init(
            hasPIN: key.key.hasPIN, remainingAttempts: key.remainingPINAttempts,
            credentials: key.discoverableCredentials.map { Credential(site: $0.site, user: $0.user) })
    }
}

private final class ReportProbe: Sendable {
    let hasReported = Mutex(false)
}

extension PhoneView.Biometry {
    fileprivate init(_ kind: Mechanisms.BiometryKind) {
        switch kind {
        case .none: self = .none
        case .fingerprint: self = .touchID
        case .face: self = .faceID
        case .iris: self = .opticID
        }
    }
}
