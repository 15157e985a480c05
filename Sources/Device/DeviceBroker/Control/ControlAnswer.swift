package import DeviceProtocol

/// A response to the device's owner.
package enum ControlAnswer: Hashable, Sendable {
    case done
    case status(DeviceStatus)
    /// The socket of an app.
    case launched(LaunchedApp)
    case prompt(PromptText)
    /// The watched prompt has ended.
    case promptOver
    case audit([AuditEntry])
    case attestationKey(AttestationKeyName)
    case faceConsents([FaceConsent])
}

extension ControlAnswer: WireRecord {
    /// The maximum number of consents in one response.
    package static let consentLimit = 1_000

    package static let wire = WireForm<Self>(cases: [
        .case(1, .done),
        .case(2, Self.status) { if case .status(let it) = $0 { it } else { nil } },
        .case(3, Self.launched) { if case .launched(let it) = $0 { it } else { nil } },
        .case(4, Self.prompt) { if case .prompt(let it) = $0 { it } else { nil } },
        .case(5, .promptOver),
        .case(6, Self.audit, .list(atMost: AuditTrail.limit)) { if case .audit(let it) = $0 { it } else { nil } },
        .case(7, Self.attestationKey) { if case .attestationKey(let it) = $0 { it } else { nil } },
        .case(8, Self.faceConsents, .consents) {
            if case .faceConsents(let it) = $0 { it } else { nil }
        },
    ])
}

extension WireKind<[FaceConsent]> {
    /// A list of consents, limited to the number that fits into one response.
    fileprivate static var consents: WireKind {
        .made(of: .list(atMost: ControlAnswer.consentLimit), by: { $0 }) { Array($0.prefix(ControlAnswer.consentLimit)) }
    }
}

/// The state of a device, for its owner.
package struct DeviceStatus: WireRecord, Hashable {
    package let phase: LockPhase
    package let mechanisms: Mechanisms
    /// The names of the enrolled fingers or faces.
    package let templates: [TemplateName]
    package let biometricFailures: UInt8
    /// The seconds until the device accepts another passcode attempt.
    package let passcodeWait: UInt32
    /// A description of the enclave.
    package let enclave: String
    package let isHardwareBacked: Bool
    /// The launched apps, sorted by identifier.
    package let apps: [LaunchedApp]
    /// The reason why the device's sensor is unusable. Nil if it is usable or the device has none.
    package let sensorObstacle: String?
    /// The measures that protect the memory of the broker's process.
    package let brokerHardening: Set<HardeningMeasure>
    /// The measures that protect the process of a software enclave; empty with a TPM.
    package let enclaveHardening: Set<HardeningMeasure>

    package init(
        phase: LockPhase, mechanisms: Mechanisms, templates: [TemplateName], biometricFailures: UInt8, passcodeWait: UInt32,
        enclave: String, isHardwareBacked: Bool, apps: [LaunchedApp], sensorObstacle: String? = nil,
        brokerHardening: Set<HardeningMeasure> = [], enclaveHardening: Set<HardeningMeasure> = []
    ) {
        self.phase = phase
        self.mechanisms = mechanisms
        self.templates = templates
        self.biometricFailures = biometricFailures
        self.passcodeWait = passcodeWait
        self.enclave = enclave
        self.isHardwareBacked = isHardwareBacked
        self.apps = apps
        self.sensorObstacle = sensorObstacle
        self.brokerHardening = brokerHardening
        self.enclaveHardening = enclaveHardening
    }

    package static let wire = WireForm(
        Self.init, .field(\.phase), .field(\.mechanisms), .field(\.templates, .list(atMost: DeviceControl.templateLimit)),
        .field(\.biometricFailures), .field(\.passcodeWait), .field(\.enclave, .text(atMost: longestText)),
        .field(\.isHardwareBacked), .field(\.apps, .list(atMost: AppSockets.limit)),
        .field(\.sensorObstacle, .optional(.text(atMost: longestText))), .field(\.brokerHardening, .hardening),
        .field(\.enclaveHardening, .hardening))

    private static let longestText = 1_024
}

extension LockPhase: WireValue {}

/// A prompt for display.
///
/// The broker supplies the app's identifier, the process and the credential. `presentation` comes from the app, and must be displayed as the app's
/// text.
package struct PromptText: WireRecord, Hashable {
    package let number: UInt64
    package let app: AccessGroup
    package let processID: Int32
    package let purpose: PromptPurpose
    package let question: Prompt.Question
    package let presentation: Presentation
    package let credential: PromptCredential?
    /// Whether the user's previous response to the same prompt was wrong.
    package let isRepeated: Bool
    /// Whether the sensor is real, so that its reports cannot be simulated.
    package let isSensorReal: Bool

    package init(_ prompt: Prompt, isSensorReal: Bool) {
        self.init(
            number: prompt.number, app: prompt.caller.app.identifier, processID: prompt.caller.process.processID,
            purpose: prompt.purpose, question: prompt.question, presentation: prompt.presentation, credential: prompt.credential,
            isRepeated: prompt.isRepeated, isSensorReal: isSensorReal)
    }

    package init(
        number: UInt64, app: AccessGroup, processID: Int32, purpose: PromptPurpose, question: Prompt.Question,
        presentation: Presentation, credential: PromptCredential?, isRepeated: Bool, isSensorReal: Bool
    ) {
        self.number = number
        self.app = app
        self.processID = processID
        self.purpose = purpose
        self.question = question
        self.presentation = presentation
        self.credential = credential
        self.isRepeated = isRepeated
        self.isSensorReal = isSensorReal
    }

    /// Whether the prompt has a fallback button: from the first failed match on, as on a phone, unless its title is empty.
    package var hasFallback: Bool {
        if case .biometry = question { isRepeated && presentation.fallbackTitle != "" } else { false }
    }

    package static let wire = WireForm(
        Self.init, .field(\.number), .field(\.app), .field(\.processID), .field(\.purpose), .field(\.question),
        .field(\.presentation), .field(\.credential), .field(\.isRepeated), .field(\.isSensorReal))
}

extension Prompt.Question: WireRecord {
    package static let wire = WireForm<Self>(cases: [
        .case(1, Self.biometry) { if case .biometry(let it) = $0 { it } else { nil } },
        .case(2, .passcode),
        .case(3, Self.applicationPassword) { if case .applicationPassword(let it) = $0 { it } else { nil } },
        .case(4, Self.faceConsent) { if case .faceConsent(let it) = $0 { it } else { nil } },
        .case(5, .companion),
    ])
}

extension PromptPurpose: WireValue {}
extension SensorReport: WireValue {}
