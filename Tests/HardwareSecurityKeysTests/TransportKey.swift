import CFIDO2
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Dispatch
import Secrets
import Synchronization
import WebAuthn

@testable import HardwareSecurityKeys

/// An authenticator of CTAP2 without hardware: libfido2 reaches it through functions of the test instead of `/dev/hidraw`. It translates
/// messages to a ``SoftwareSecurityKey``. The PIN has no counter of attempts.
final class TransportKey: Sendable {
    /// The commands of CTAP (Client to Authenticator Protocol 2.1, section 6).
    enum Command: UInt8 {
        case makeCredential = 0x01
        case getAssertion = 0x02
        case getInfo = 0x04
        case clientPIN = 0x06
    }

    /// The responses that a test replaces.
    struct Behaviour: Sendable {
        /// The options of `authenticatorGetInfo`.
        var options: [String: Bool] = ["rk": true, "up": true]
        /// Replaces the response to a command. It begins with the status.
        var response: @Sendable (Command, [UInt8]) -> [UInt8] = { $1 }
        /// The relying party for which the key answers; nil for that of the request.
        var relyingParty: String?
        /// The status after a PIN; nil to compare the PIN.
        var pinStatus: Int32?
        /// The number of wrong PINs that the key still accepts, as it reports it; nil if it does not.
        var attemptsLeft: Int?
        /// Whether the key waits for a touch until it receives CTAPHID_CANCEL.
        var waits = false
        /// Whether the key ignores CTAPHID_CANCEL, and waits until it is removed.
        var ignoresCancellation = false
        /// Whether the key responds to nothing, and waits until it is removed.
        var isSilent = false
        /// Called when the key begins to wait.
        var whenWaiting: @Sendable () -> Void = {}
        /// The maximum number of credentials in a list, and the maximum length of a message; nil for no limit.
        var maximumListCount: Int?
        var maximumMessageLength: Int?
        /// The capabilities in the response to CTAPHID_INIT: CBOR.
        var capabilities: UInt8 = 0x04
    }

    private struct OptionUnsupported: Error {}
    private struct LimitExceeded: Error {}

    private struct State {
        var behaviour = Behaviour()
        var response: [UInt8]?
        /// Whether the response waits for a touch.
        var needsTouch = false
        var names: [String] = []
        var isCancelled = false
    }

    let path = "transport-\(UInt64.random(in: 0...UInt64.max))"
    let software: SoftwareSecurityKey
    private let pin: PINProtocol?
    private let state = Mutex(State())
    /// Signalled by CTAPHID_CANCEL.
    private let cancelled = DispatchSemaphore(value: 0)
    /// Signalled by ``remove()``.
    private let removed = DispatchSemaphore(value: 0)

    /// The keys that libfido2 can open, by path.
    private static let connected = Mutex<[String: TransportKey]>([:])

    init(pin: String? = nil) {
        self.pin = pin.map { PINProtocol(pin: $0) }
        software = SoftwareSecurityKey(pin: pin.map { SecretBytes(utf8: $0) })
        if pin != nil { state.withLock { $0.behaviour.options["clientPin"] = true } }
        Self.connected.withLock { $0[path] = self }
    }

    var behaviour: Behaviour {
        get { state.withLock(\.behaviour) }
        set { state.withLock { $0.behaviour = newValue } }
    }

    /// The user names of the requests to create a credential.
    var names: [String] { state.withLock(\.names) }
    var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// The key as a device uses it.
    var hardware: HardwareSecurityKey { HardwareSecurityKey(.only, parts: parts) }

    var parts: HardwareSecurityKey.Parts {
        HardwareSecurityKey.Parts(connected: { [path] in [path] }, prepare: { Self.replaceTransport(of: $0) })
    }

    /// Ends a wait that nothing else ends.
    func remove() {
        removed.signal()
    }

    private static func replaceTransport(of device: OpaquePointer) {
        var files = fido_dev_io(
            open: { path in
                guard let path, let key = TransportKey.connected.withLock({ $0[String(cString: path)] }) else { return nil }
                return Unmanaged.passRetained(key).toOpaque()
            },
            close: { handle in
                if let handle { Unmanaged<TransportKey>.fromOpaque(handle).release() }
            },
            read: { _, _, _, _ in -1 }, write: { _, _, _ in -1 })
        var transport = fido_dev_transport(
            rx: { device, _, buffer, capacity, _ in
                guard let response = TransportKey.of(device)?.takeResponse(), response.count <= capacity, let buffer else {
                    return -1
                }
                for (index, byte) in response.enumerated() { buffer[index] = byte }
                return Int32(response.count)
            },
            tx: { device, command, bytes, count in
                TransportKey.of(device)?.receive(command, Array(UnsafeBufferPointer(start: bytes, count: count)))
                return 0
            })
        fido_dev_set_io_functions(device, &files)
        fido_dev_set_transport_functions(device, &transport)
    }

    private static func of(_ device: OpaquePointer?) -> TransportKey? {
        fido_dev_io_handle(device).map { Unmanaged<TransportKey>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Returns the response to the last message. A key that waits for a touch responds when it is cancelled.
    private func takeResponse() -> [UInt8]? {
        let (response, needsTouch) = state.withLock { state in
            defer { (state.response, state.needsTouch) = (nil, false) }
            return (state.response, state.needsTouch)
        }
        let behaviour = behaviour
        guard needsTouch || behaviour.isSilent else { return response }
        behaviour.whenWaiting()
        guard needsTouch, !behaviour.ignoresCancellation else {
            removed.wait()
            return nil
        }
        cancelled.wait()
        return [UInt8(FIDO_ERR_KEEPALIVE_CANCEL)]
    }

    private func receive(_ command: UInt8, _ message: [UInt8]) {
        let behaviour = behaviour
        let response: [UInt8]?
        var needsTouch = false
        switch Int32(command) {
        // The nonce, the channel, the version of the protocol, that of the device, and its capabilities (section 11.2.9.1.3).
        case CTAP_CMD_INIT: response = message + [0, 0, 0, 1, 2, 1, 0, 0, behaviour.capabilities]
        case CTAP_CMD_CBOR:
            let command = message.first.flatMap { Command(rawValue: $0) }
            needsTouch = behaviour.waits && (command == .makeCredential || command == .getAssertion)
            response = needsTouch ? nil : self.response(to: message, behaviour)
        case CTAP_CMD_CANCEL:
            state.withLock { $0.isCancelled = true }
            cancelled.signal()
            return
        default: response = nil
        }
        state.withLock { ($0.response, $0.needsTouch) = (response, needsTouch) }
    }

    private func response(to message: [UInt8], _ behaviour: Behaviour) -> [UInt8] {
        guard let command = message.first.flatMap({ Command(rawValue: $0) }) else { return [UInt8(FIDO_ERR_INVALID_COMMAND)] }
        if let maximum = behaviour.maximumMessageLength, message.count > maximum { return [UInt8(FIDO_ERR_REQUEST_TOO_LARGE)] }
        let response: [UInt8]
        do {
            var reader = try CBORReader(message, at: 1, in: "message")
            switch command {
            case .getInfo: response = [0] + Self.information(behaviour).encoded
            case .makeCredential: response = try [0] + create(reader.item(), behaviour).encoded
            case .getAssertion: response = try [0] + sign(reader.item(), behaviour).encoded
            case .clientPIN: response = try answer(Self.required(reader.item().map), behaviour)
            }
        } catch let rejection as SecurityKeyRejection {
            response = [UInt8(Self.status(of: rejection))]
        } catch is OptionUnsupported {
            response = [UInt8(FIDO_ERR_UNSUPPORTED_OPTION)]
        } catch is LimitExceeded {
            response = [UInt8(FIDO_ERR_LIMIT_EXCEEDED)]
        } catch {
            response = [UInt8(FIDO_ERR_INVALID_CBOR)]
        }
        return behaviour.response(command, response)
    }

    private static func information(_ behaviour: Behaviour) -> CBOR {
        let options = behaviour.options.map { (key: CBOR.text($0.key), value: CBOR.boolean($0.value)) }
        var entries: [(key: CBOR, value: CBOR)] = [
            (.integer(1), .array([.text("FIDO_2_0")])), (.integer(3), .bytes([UInt8](repeating: 7, count: 16))),
            (.integer(4), .map(CBORMap(options))), (.integer(6), .array([.integer(1)])),
        ]
        if let length = behaviour.maximumMessageLength { entries.append((key: .integer(5), value: .integer(length))) }
        if let count = behaviour.maximumListCount { entries.append((key: .integer(7), value: .integer(count))) }
        return .map(CBORMap(entries))
    }

    /// Returns the response to `authenticatorClientPIN`.
    private func answer(_ message: CBORMap, _ behaviour: Behaviour) throws -> [UInt8] {
        if message[2]?.integer == 1, let attempts = behaviour.attemptsLeft {
            return [0] + CBOR.map(CBORMap([(.integer(3), .integer(attempts))])).encoded
        }
        if let status = behaviour.pinStatus, !PINProtocol.isKeyAgreement(message) { return [UInt8(status)] }
        return try [0] + Self.required(pin).response(to: message).encoded
    }

    /// Returns the PIN if the token of a user who typed it authenticates the request. Nil for a request without a token.
    private func typedPIN(_ code: CBOR?, _ clientDataHash: [UInt8]) throws -> SecretBytes? {
        guard let code = code?.bytes else { return nil }
        let known = try Self.required(pin)
        guard known.isAuthentic(code, for: clientDataHash) else { throw SecurityKeyRejection.wrongPIN }
        return SecretBytes(utf8: known.pin)
    }

    private func create(_ message: CBOR, _ behaviour: Behaviour) throws -> CBOR {
        let map = try Self.required(message.map)
        let options = map[7]?.map
        let isDiscoverable = options?["rk"] == CBOR.boolean(true)
        guard !isDiscoverable || behaviour.options["rk"] == true else { throw OptionUnsupported() }
        let name = try Self.required(map[3]?.map?["name"]?.text)
        state.withLock { $0.names.append(name) }
        let request = SecurityKeyRegistrationRequest(
            relyingParty: try behaviour.relyingParty ?? Self.required(map[2]?.map?["id"]?.text), challenge: [1], userName: name,
            userHandle: try Self.required(map[3]?.map?["id"]?.bytes), excludedCredentials: try Self.credentials(map[5], behaviour),
            userVerification: .discouraged, residentKey: isDiscoverable ? .required : .discouraged,
            algorithms: [-7])
        let order = try SecurityKeyCreation(Self.required(request), clientDataHash: Self.required(map[1]?.bytes))
        let typed = try typedPIN(map[8], order.clientDataHash)
        let credential = try software.create(order, pin: typed, until: PromptCancellationToken())
        var statement = try CBORReader(credential.attestationStatement, in: "attStmt")
        return try .map(
            CBORMap([
                (.integer(1), .text(credential.attestationFormat)), (.integer(2), .bytes(credential.authenticatorData)),
                (.integer(3), statement.item()),
            ]))
    }

    private func sign(_ message: CBOR, _ behaviour: Behaviour) throws -> CBOR {
        let map = try Self.required(message.map)
        let request = SecurityKeyAssertionRequest(
            relyingParty: try behaviour.relyingParty ?? Self.required(map[1]?.text), challenge: [1],
            allowedCredentials: try Self.credentials(map[3], behaviour), userVerification: .discouraged)
        let order = try SecurityKeySignatureOrder(Self.required(request), clientDataHash: Self.required(map[2]?.bytes))
        let typed = try typedPIN(map[6], order.clientDataHash)
        // Without the option, a key may answer before the touch.
        let (needsTouch, wasTouched) = (map[5]?.map?["up"] != CBOR.boolean(false), software.isTouched)
        software.isTouched = wasTouched || !needsTouch
        defer { software.isTouched = wasTouched }
        let signed = try software.sign(order, pin: typed, until: PromptCancellationToken())
        var data = signed.authenticatorData
        if !needsTouch { data[32] &= 0xFE }
        let credential = CBORMap([(.text("id"), .bytes(signed.credentialID)), (.text("type"), .text("public-key"))])
        var entries: [(key: CBOR, value: CBOR)] = [
            (.integer(1), .map(credential)), (.integer(2), .bytes(data)),
            (.integer(3), .bytes(signed.signature)),
        ]
        if !signed.userHandle.isEmpty {
            entries.append((key: .integer(4), value: .map(CBORMap([(.text("id"), .bytes(signed.userHandle))]))))
        }
        return .map(CBORMap(entries))
    }

    private static func credentials(_ list: CBOR?, _ behaviour: Behaviour) throws -> [[UInt8]] {
        let ids = (list?.array ?? []).compactMap { $0.map?["id"]?.bytes }
        guard ids.count <= behaviour.maximumListCount ?? .max else { throw LimitExceeded() }
        return ids
    }

    private static func required<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw SecurityKeyRejection.unusable }
        return value
    }

    private static func status(of rejection: SecurityKeyRejection) -> Int32 {
        switch rejection {
        case .excluded: FIDO_ERR_CREDENTIAL_EXCLUDED
        case .noCredential: FIDO_ERR_NO_CREDENTIALS
        case .notTouched: FIDO_ERR_USER_ACTION_TIMEOUT
        case .full: FIDO_ERR_KEY_STORE_FULL
        case .wrongPIN: FIDO_ERR_PIN_INVALID
        case .pinRequired: FIDO_ERR_PIN_REQUIRED
        default: FIDO_ERR_ERR_OTHER
        }
    }
}
