package import DeviceProtocol
package import Secrets

/// What the owner of the device asks of the broker, on the broker's own socket. No app speaks this: it sets passcodes, moves the lock, gives
/// apps their sockets, and shows and answers prompts.
///
/// A connection carries one request after the other, each with one reply: a ``DeviceReply`` whose answer is a ``ControlAnswer``.
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

extension ControlRequest: WireValue {
    /// Raised whenever an old broker would misread a new request.
    package static let version: UInt8 = 4

    private enum Tag: UInt8, WireValue {
        case status = 1
        case setPasscode = 2
        case changePasscode = 3
        case removePasscode = 4
        case enrol = 5
        case remove = 6
        case lock = 7
        case unlock = 8
        case see = 9
        case restart = 10
        case resetLockout = 11
        case launch = 12
        case nextPrompt = 13
        case watchPrompt = 14
        case answerPrompt = 15
        case audit = 16
        case uninstall = 17
        case attestationKey = 18
        case faceConsents = 19
        case setFaceConsent = 20
    }

    package init(from reader: inout WireReader) throws(WireError) {
        let start = reader.position
        guard try reader.number(UInt8.self) == Self.version else { throw WireError(.unknownValue, at: start) }
        switch try reader.value(Tag.self) {
        case .status: self = .status
        case .setPasscode: self = .setPasscode(try reader.passcode())
        case .changePasscode: self = .changePasscode(from: try reader.passcode(), to: try reader.passcode())
        case .removePasscode: self = .removePasscode(try reader.passcode())
        case .enrol: self = .enrol(try reader.value())
        case .remove: self = .remove(try reader.value())
        case .lock: self = .lock
        case .unlock: self = .unlock(passcode: try reader.passcode())
        case .see: self = .see(try reader.value())
        case .restart: self = .restart
        case .resetLockout: self = .resetLockout(passcode: try reader.passcode())
        case .launch:
            self = .launch(try reader.value(), user: try reader.optional { (reader) throws(WireError) in try reader.number() })
        case .nextPrompt: self = .nextPrompt
        case .watchPrompt: self = .watchPrompt(try reader.number())
        case .answerPrompt: self = .answerPrompt(try reader.number(), try reader.value())
        case .audit: self = .audit(limit: try reader.number())
        case .uninstall: self = .uninstall(try reader.value())
        case .attestationKey: self = .attestationKey
        case .faceConsents: self = .faceConsents
        case .setFaceConsent: self = .setFaceConsent(try reader.value())
        }
    }

    package func write(to writer: inout WireWriter) {
        writer.number(Self.version)
        writer.value(tag)
        switch self {
        case .status, .lock, .restart, .nextPrompt, .attestationKey, .faceConsents: break
        case .setPasscode(let passcode), .removePasscode(let passcode), .unlock(let passcode), .resetLockout(let passcode):
            writer.passcode(passcode)
        case .changePasscode(let old, let new):
            writer.passcode(old)
            writer.passcode(new)
        case .enrol(let name), .remove(let name): writer.value(name)
        case .see(let report): writer.value(report)
        case .launch(let app, let user):
            writer.value(app)
            writer.optional(user) { $0.number($1) }
        case .uninstall(let identifier): writer.value(identifier)
        case .watchPrompt(let number): writer.number(number)
        case .answerPrompt(let number, let reply):
            writer.number(number)
            writer.value(reply)
        case .audit(let limit): writer.number(limit)
        case .setFaceConsent(let consent): writer.value(consent)
        }
    }

    private var tag: Tag {
        switch self {
        case .status: .status
        case .setPasscode: .setPasscode
        case .changePasscode: .changePasscode
        case .removePasscode: .removePasscode
        case .enrol: .enrol
        case .remove: .remove
        case .lock: .lock
        case .unlock: .unlock
        case .see: .see
        case .restart: .restart
        case .resetLockout: .resetLockout
        case .launch: .launch
        case .nextPrompt: .nextPrompt
        case .watchPrompt: .watchPrompt
        case .answerPrompt: .answerPrompt
        case .audit: .audit
        case .uninstall: .uninstall
        case .attestationKey: .attestationKey
        case .faceConsents: .faceConsents
        case .setFaceConsent: .setFaceConsent
        }
    }
}
