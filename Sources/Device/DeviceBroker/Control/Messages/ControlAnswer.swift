package import DeviceProtocol

/// What the owner is answered with.
package enum ControlAnswer: Hashable, Sendable {
    case done
    case status(DeviceStatus)
    /// An app's socket.
    case launched(LaunchedApp)
    case prompt(PromptText)
    /// The prompt that was watched is over.
    case promptOver
    case audit([AuditEntry])
    case attestationKey(AttestationKeyName)
    case faceConsents([FaceConsent])
}

extension ControlAnswer: WireValue {
    /// The most consents that one answer tells of.
    package static let consentLimit = 1_000

    private enum Tag: UInt8, WireValue {
        case done = 1
        case status = 2
        case launched = 3
        case prompt = 4
        case promptOver = 5
        case audit = 6
        case attestationKey = 7
        case faceConsents = 8
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .done: self = .done
        case .status: self = .status(try reader.value())
        case .launched: self = .launched(try reader.value())
        case .prompt: self = .prompt(try reader.value())
        case .promptOver: self = .promptOver
        case .audit: self = .audit(try reader.list(atMost: AuditTrail.limit))
        case .attestationKey: self = .attestationKey(try reader.value())
        case .faceConsents: self = .faceConsents(try reader.list(atMost: ControlAnswer.consentLimit))
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .done: writer.value(Tag.done)
        case .status(let status):
            writer.value(Tag.status)
            writer.value(status)
        case .launched(let app):
            writer.value(Tag.launched)
            writer.value(app)
        case .prompt(let prompt):
            writer.value(Tag.prompt)
            writer.value(prompt)
        case .promptOver: writer.value(Tag.promptOver)
        case .audit(let entries):
            writer.value(Tag.audit)
            writer.list(entries)
        case .attestationKey(let name):
            writer.value(Tag.attestationKey)
            writer.value(name)
        case .faceConsents(let consents):
            writer.value(Tag.faceConsents)
            writer.list(Array(consents.prefix(Self.consentLimit)))
        }
    }
}
