package import DeviceProtocol
package import Secrets

/// What whoever shows a prompt says that the person did.
package enum PromptReply: Sendable {
    case passcode(SecretBytes)
    case applicationPassword(SecretBytes)
    case faceConsent(isGiven: Bool)
    case fallback
    case cancel
    /// What the simulated sensor saw, for this prompt alone.
    case sensor(SensorReport)
}

extension PromptReply: WireValue {
    private enum Tag: UInt8, WireValue {
        case passcode = 1
        case fallback = 2
        case cancel = 3
        case sensor = 4
        case applicationPassword = 5
        case faceConsent = 6
    }

    package init(from reader: inout WireReader) throws(WireError) {
        switch try reader.value(Tag.self) {
        case .passcode: self = .passcode(try reader.passcode())
        case .applicationPassword: self = .applicationPassword(try reader.passcode())
        case .faceConsent: self = .faceConsent(isGiven: try reader.flag())
        case .fallback: self = .fallback
        case .cancel: self = .cancel
        case .sensor: self = .sensor(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        switch self {
        case .passcode(let passcode):
            writer.value(Tag.passcode)
            writer.passcode(passcode)
        case .applicationPassword(let password):
            writer.value(Tag.applicationPassword)
            writer.passcode(password)
        case .faceConsent(let isGiven):
            writer.value(Tag.faceConsent)
            writer.flag(isGiven)
        case .fallback: writer.value(Tag.fallback)
        case .cancel: writer.value(Tag.cancel)
        case .sensor(let report):
            writer.value(Tag.sensor)
            writer.value(report)
        }
    }
}

extension WireReader {
    /// A passcode of at most `PasscodeKeeper.maximumLength` bytes. The message that it came in is not cleared.
    mutating func passcode() throws(WireError) -> SecretBytes {
        SecretBytes(try octets(atMost: PasscodeKeeper.maximumLength))
    }
}

extension WireWriter {
    mutating func passcode(_ passcode: SecretBytes) {
        passcode.withBytes { octets($0) }
    }
}
