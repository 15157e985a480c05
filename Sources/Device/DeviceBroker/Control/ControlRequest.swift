package import DeviceProtocol
package import Secrets

/// A request from the device's owner, on the broker's control socket: sets passcodes, locks and unlocks, launches apps, and shows
/// and answers prompts. Apps have no access to it.
package enum ControlRequest: Sendable {
    case status
    case setPasscode(SecretBytes)
    case changePasscode(from: SecretBytes, to: SecretBytes)
    case removePasscode(SecretBytes)
    /// Enrols a finger or face of the simulated sensor. Items that are bound to the previous set become unreadable first, as with
    /// `remove`.
    case enrol(TemplateName)
    case remove(TemplateName)
    case lock
    case unlock(passcode: SecretBytes)
    /// Sends a report of the simulated sensor to the pending prompt. Without one, the report goes to the lock screen of a locked
    /// device, or is kept for the next prompt.
    case see(SensorReport)
    case restart
    case resetLockout(passcode: SecretBytes)
    /// Opens a socket for an app, which fixes the app's identity and groups. Only the given user may open it; nil for the broker's
    /// user.
    case launch(App, user: UInt32? = nil)
    /// Closes an app's socket and forgets its groups. Its items remain.
    case uninstall(AccessGroup)
    /// Waits for a prompt that no other screen has accepted, and accepts it. The connection must send no other request meanwhile. When
    /// the connection ends, the prompt returns to the queue.
    case nextPrompt
    /// Waits until the prompt has ended for any reason. Sent on another connection than the one that took the prompt.
    case watchPrompt(UInt64)
    /// Answers a prompt that this connection has taken. Fails with `notFound` if the prompt has ended.
    case answerPrompt(UInt64, PromptReply)
    /// The latest entries of the audit trail, newest first.
    case audit(limit: UInt32)
    /// The name of the TPM's attestation key.
    case attestationKey
    /// The apps for which the user has allowed or denied Face ID.
    case faceConsents
    /// Allows or denies Face ID for an app, on behalf of the user.
    case setFaceConsent(FaceConsent)
}

extension ControlRequest: OwnerMessage {
    package typealias Answer = ControlAnswer

    /// The version of the protocol, which is incremented whenever an old broker would misread a new request.
    package static let version: UInt8 = 4

    package static let wire = WireForm<Self>(
        version: version,
        cases: [
            .case(1, .status) { if case .status = $0 { true } else { false } },
            .case(2, Self.setPasscode, .passcode) { if case .setPasscode(let it) = $0 { it } else { nil } },
            .case(3, Self.changePasscode, .passcode, .passcode) {
                if case .changePasscode(let a, let b) = $0 { (a, b) } else { nil }
            },
            .case(4, Self.removePasscode, .passcode) { if case .removePasscode(let it) = $0 { it } else { nil } },
            .case(5, Self.enrol) { if case .enrol(let it) = $0 { it } else { nil } },
            .case(6, Self.remove) { if case .remove(let it) = $0 { it } else { nil } },
            .case(7, .lock) { if case .lock = $0 { true } else { false } },
            .case(8, Self.unlock, .passcode) { if case .unlock(let it) = $0 { it } else { nil } },
            .case(9, Self.see) { if case .see(let it) = $0 { it } else { nil } },
            .case(10, .restart) { if case .restart = $0 { true } else { false } },
            .case(11, Self.resetLockout, .passcode) { if case .resetLockout(let it) = $0 { it } else { nil } },
            .case(12, Self.launch, .value, .optional(.value)) { if case .launch(let a, let b) = $0 { (a, b) } else { nil } },
            .case(13, .nextPrompt) { if case .nextPrompt = $0 { true } else { false } },
            .case(14, Self.watchPrompt) { if case .watchPrompt(let it) = $0 { it } else { nil } },
            .case(15, Self.answerPrompt, .value, .value) { if case .answerPrompt(let a, let b) = $0 { (a, b) } else { nil } },
            .case(16, Self.audit) { if case .audit(let it) = $0 { it } else { nil } },
            .case(17, Self.uninstall) { if case .uninstall(let it) = $0 { it } else { nil } },
            .case(18, .attestationKey) { if case .attestationKey = $0 { true } else { false } },
            .case(19, .faceConsents) { if case .faceConsents = $0 { true } else { false } },
            .case(20, Self.setFaceConsent) { if case .setFaceConsent(let it) = $0 { it } else { nil } },
        ])
}

/// The user's response to a prompt.
package enum PromptReply: WireRecord {
    case passcode(SecretBytes)
    case applicationPassword(SecretBytes)
    case faceConsent(isGranted: Bool)
    case fallback
    case cancel
    /// A report of the simulated sensor, for this prompt only.
    case sensor(SensorReport)

    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.passcode, .passcode) { if case .passcode(let it) = $0 { it } else { nil } },
        .case(5, Self.applicationPassword, .passcode) { if case .applicationPassword(let it) = $0 { it } else { nil } },
        .case(6, Self.faceConsent) { if case .faceConsent(let it) = $0 { it } else { nil } },
        .case(2, .fallback) { if case .fallback = $0 { true } else { false } },
        .case(3, .cancel) { if case .cancel = $0 { true } else { false } },
        .case(4, Self.sensor) { if case .sensor(let it) = $0 { it } else { nil } },
    ])
}

/// The name of a finger or face of the simulated sensor: 1 to 100 bytes.
package struct TemplateName: BoundedText {
    package static let maximumLength = 100

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}
