package import DeviceProtocol
package import Secrets

/// What the owner of the device asks of the broker, on the broker's own socket. No app speaks this: it sets passcodes, moves the lock, gives
/// apps their sockets, and shows and answers prompts.
package enum ControlRequest: Sendable {
    case status
    case setPasscode(SecretBytes)
    case changePasscode(from: SecretBytes, to: SecretBytes)
    case removePasscode(SecretBytes)
    /// Before the simulated sensor knows another finger or face, and after it knows one less, what was bound to the earlier set is dead.
    case enrol(TemplateName)
    case remove(TemplateName)
    case lock
    case unlock(passcode: SecretBytes)
    /// The sensor sees something: for the prompt that waits, else for the lock screen of a locked device, else for the next prompt.
    case see(SensorReport)
    case restart
    case resetLockout(passcode: SecretBytes)
    /// Opens a socket for an app; its identity and its groups are what stands here, whatever the app says later.
    /// Only the user may open it; absent: only the user of the broker.
    case launch(App, user: UInt32? = nil)
    /// Closes an app's socket and forgets its groups. Its items stay.
    case uninstall(AccessGroup)
    /// Waits for a prompt that nobody has taken, and takes it. Nothing may be asked on the same connection meanwhile. A prompt is given
    /// back with the connection's end.
    case nextPrompt
    /// Waits until the prompt is over, whoever ended it. For another connection than the one that took it.
    case watchPrompt(UInt64)
    /// Answers a prompt that was taken on this connection. Refused with `notFound` where it is over.
    case answerPrompt(UInt64, PromptReply)
    /// The latest entries of the audit trail, the newest first.
    case audit(limit: UInt32)
    /// The name of the key that states that keys were made in the enclave.
    case attestationKey
    /// Which apps may use the face, as far as the person has said.
    case faceConsents
    /// Says it for the person.
    case setFaceConsent(FaceConsent)
}

extension ControlRequest: OwnerMessage {
    package typealias Answer = ControlAnswer

    /// Raised whenever an old broker would misread a new request.
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

/// What whoever shows a prompt says that the person did.
package enum PromptReply: WireRecord {
    case passcode(SecretBytes)
    case applicationPassword(SecretBytes)
    case faceConsent(isGiven: Bool)
    case fallback
    case cancel
    /// What the simulated sensor saw, for this prompt alone.
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

/// What a finger or face of the simulated sensor is called: 1 to 100 bytes.
package struct TemplateName: BoundedText {
    package static let maximumLength = 100

    package let rawValue: String

    package init?(rawValue: String) {
        guard Self.fits(rawValue) else { return nil }
        self.rawValue = rawValue
    }
}
