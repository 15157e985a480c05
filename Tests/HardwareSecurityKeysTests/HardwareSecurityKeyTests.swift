import CFIDO2
import DeviceBroker
import DeviceProtocol
import DeviceServices
import Foundation
import Logging
import Secrets
import TestKit
import Testing
import WebAuthn

@testable import HardwareSecurityKeys

@Suite("Security keys through libfido2", .timeLimit(.minutes(10))) struct HardwareSecurityKeyTests {
    @Test("a server accepts the credential of a key, its attestation and each signature", arguments: [true, false])
    func story(isAttested: Bool) async throws {
        let key = TransportKey()
        let server = try RelyingParty(id: TransportKey.site, origins: [Origin("https://\(TransportKey.site)")])
        let creation = Challenge()
        let (made, madeData) = try key.create(creation)
        let verified = try await server.verify(
            RegistrationResponse(
                clientDataJSON: madeData, attestationObject: made.attestationObject(withAttestation: isAttested)),
            for: RegistrationChallenge(creation, for: UserHandle([1])), now: Date(timeIntervalSince1970: 0))
        #expect(verified.flags == [.userPresent, .attestedCredential])
        #expect(verified.attestations.map(\.format.rawValue) == [isAttested ? "packed" : "none"])
        #expect(key.names == ["jane"] && key.software.count == 0)
        let credential = try verified.credential(isRegistered: false)
        let signIn = Challenge()
        let (signed, signedData) = try key.sign(signIn, allowing: [[9], made.credentialID])
        #expect(signed.credentialID == made.credentialID && signed.userHandle.isEmpty)
        let authentication = try server.verify(
            AuthenticationResponse(
                credentialID: CredentialID(signed.credentialID), clientDataJSON: signedData,
                authenticatorData: signed.authenticatorData, signature: signed.signature, userHandle: nil),
            for: AuthenticationChallenge(signIn, for: UserHandle([1]), allowing: [credential.id]), with: credential)
        #expect(authentication.counter == .advanced)
    }

    @Test("a discoverable credential is found without its ID, and the latest one signs")
    func discoverable() throws {
        let key = TransportKey()
        #expect(rejection { _ = try key.sign() } == .noCredential)
        for handle in [UInt8(1), 2] { _ = try key.create(handle: [handle], residentKey: .required) }
        #expect(key.software.count == 2)
        #expect(try key.sign().0.userHandle == [2])
    }

    @Test("a key without discoverable credentials creates another one if that is acceptable")
    func preferred() throws {
        let key = TransportKey()
        key.behaviour.options["rk"] = false
        _ = try key.create(residentKey: .preferred)
        #expect(key.names.count == 1 && key.software.count == 0)
        #expect(rejection { _ = try key.create(residentKey: .required) } == .unusable)
    }

    @Test("an excluded credential and a missing touch are rejections of the key")
    func rejections() throws {
        let key = TransportKey()
        let id = try key.create().0.credentialID
        #expect(rejection { _ = try key.create(excluding: [id]) } == .excluded)
        key.software.isTouched = false
        #expect(rejection { _ = try key.create() } == .notTouched)
        #expect(rejection { _ = try key.sign(allowing: [id]) } == .notTouched)
    }

    @Test(
        "the user is verified as the key can",
        arguments: [
            ([String: Bool](), SecurityKeyPreference.required, SecurityKeyRejection.pinNotSet),
            (["clientPin": false], .required, .pinNotSet),
            (["clientPin": true], .required, .pinRequired), (["clientPin": true], .preferred, .pinRequired),
            // A finger that the key does not verify is no verification.
            (["uv": true], .required, .unusable), (["uv": true], .preferred, nil), ([:], .preferred, nil),
            (["clientPin": true], .discouraged, nil), (["uv": false], .preferred, nil),
        ] as [([String: Bool], SecurityKeyPreference, SecurityKeyRejection?)])
    func verification(options: [String: Bool], preference: SecurityKeyPreference, expected: SecurityKeyRejection?) throws {
        let key = TransportKey()
        let id = try key.create().0.credentialID
        key.behaviour.options.merge(options) { $1 }
        #expect(rejection { _ = try key.create(userVerification: preference) } == expected)
        #expect(rejection { _ = try key.sign(allowing: [id], userVerification: preference) } == expected)
    }

    @Test("the right PIN verifies the user, and another one does not")
    func rightPIN() throws {
        let key = TransportKey(pin: "1234")
        let made = try key.create(userVerification: .required, residentKey: .required, pin: "1234").0
        #expect(made.authenticatorData[32] == 0x45)
        #expect(try key.sign(userVerification: .required, pin: "1234").0.authenticatorData[32] == 0x05)
        #expect(rejection { _ = try key.sign(userVerification: .required, pin: "0000") } == .wrongPIN)
        #expect(rejection { _ = try key.sign(userVerification: .required) } == .pinRequired)
        #expect(try key.sign(allowing: [made.credentialID]).0.authenticatorData[32] == 0x01)
        // The key itself requires the PIN for a discoverable credential.
        #expect(rejection { _ = try key.create(residentKey: .required) } == .pinRequired)
    }

    @Test(
        "the key's answer to a PIN decides",
        arguments: [
            (FIDO_ERR_PIN_INVALID, SecurityKeyRejection.wrongPIN), (FIDO_ERR_PIN_BLOCKED, .pinBlocked),
            (FIDO_ERR_PIN_AUTH_BLOCKED, .pinPaused), (FIDO_ERR_PIN_NOT_SET, .pinNotSet),
        ])
    func pin(status: Int32, expected: SecurityKeyRejection) throws {
        let key = TransportKey(pin: "1234")
        key.behaviour.pinStatus = status
        #expect(rejection { _ = try key.create(pin: "1234") } == expected)
        #expect(rejection { _ = try key.sign(pin: "1234") } == expected)
    }

    @Test("after a wrong PIN, the key reports the attempts that are left, and the log has the status without the PIN")
    func attempts() throws {
        let key = TransportKey(pin: "1234")
        key.behaviour.attemptsLeft = 5
        let lines = Watched<[String]>([])
        var parts = key.parts
        parts.logger = Logger(label: "test") { _ in RecordedLog(lines: lines) }
        let hardware = HardwareSecurityKey(.only, parts: parts)
        let order = try key.order(userVerification: .required)
        func outcome(_ pin: String) -> SecurityKeyRejection? {
            rejection { _ = try hardware.sign(order, pin: SecretBytes(utf8: pin), until: PromptCancellationToken()) }
        }
        #expect(hardware.attemptsLeft == nil && outcome("9876") == .wrongPIN && hardware.attemptsLeft == 5)
        #expect(lines.value == ["security key command failed error=FIDO_ERR_PIN_INVALID status=\(FIDO_ERR_PIN_INVALID)"])
        key.behaviour.attemptsLeft = nil
        #expect(outcome("9876") == .wrongPIN && hardware.attemptsLeft == nil)
        #expect(lines.value.count == 3 && !lines.value.contains { $0.contains("9876") })
    }

    @Test(
        "a PIN that no key can have is wrong and is not sent",
        arguments: ["", "123", "12\u{0}34", String(repeating: "1", count: 64)])
    func impossiblePIN(pin: String) throws {
        let key = TransportKey(pin: "1234")
        key.behaviour.pinStatus = FIDO_ERR_PIN_BLOCKED
        #expect(rejection { _ = try key.create(pin: pin) } == .wrongPIN)
    }

    @Test("a PIN is sent only to the key that asked for it")
    func otherKey() throws {
        let (first, second) = (TransportKey(pin: "1234"), TransportKey(pin: "5678"))
        let connected = Watched([first.path])
        var parts = first.parts
        parts.connected = { connected.value }
        let hardware = HardwareSecurityKey(.only, parts: parts)
        let order = try first.order(userVerification: .required)
        func outcome(_ pin: String?) -> SecurityKeyRejection? {
            rejection {
                _ = try hardware.sign(order, pin: pin.map { SecretBytes(utf8: $0) }, until: PromptCancellationToken())
            }
        }
        #expect(outcome(nil) == .pinRequired)
        connected.value = [second.path]
        #expect(outcome("1234") == .pinRequired)
        // The second key has asked.
        #expect(outcome("1234") == .wrongPIN && outcome("5678") == .noCredential)
    }

    @Test("a PIN is ignored by a key that has none")
    func needlessPIN() throws {
        _ = try TransportKey().create(pin: "1234")
    }

    @Test(
        "each status has a meaning",
        arguments: [
            (FIDO_ERR_PIN_REQUIRED, true, SecurityKeyRejection.pinRequired), (FIDO_ERR_PIN_REQUIRED, false, .pinNotSet),
            (FIDO_ERR_UV_BLOCKED, true, .pinRequired), (FIDO_ERR_UV_INVALID, false, .pinNotSet),
            (FIDO_ERR_ACTION_TIMEOUT, true, .notTouched), (FIDO_ERR_OPERATION_DENIED, true, .notTouched),
            (FIDO_ERR_KEEPALIVE_CANCEL, true, .cancelled), (FIDO_ERR_INVALID_CREDENTIAL, true, .noCredential),
            (FIDO_ERR_KEY_STORE_FULL, true, .full), (FIDO_ERR_RX, true, .unusable), (FIDO_ERR_ERR_OTHER, true, .unusable),
            (FIDO_OK, true, nil),
        ] as [(Int32, Bool, SecurityKeyRejection?)])
    func statuses(status: Int32, hasPIN: Bool, expected: SecurityKeyRejection?) {
        #expect(SecurityKeyRejection(status: status, hasPIN: hasPIN) == expected)
    }

    @Test("a key that is not connected is missing, and the chosen one must be it")
    func missing() throws {
        let order = try TransportKey().order()
        func outcome(_ choice: HardwareSecurityKey.Choice, of connected: [String]) -> SecurityKeyRejection? {
            let key = HardwareSecurityKey(choice, parts: HardwareSecurityKey.Parts(connected: { connected }))
            return rejection { _ = try key.sign(order, pin: nil, until: PromptCancellationToken()) }
        }
        #expect(outcome(.only, of: []) == .missing)
        #expect(outcome(.only, of: ["/nowhere", "/dev/null"]) == .several)
        #expect(outcome(.path("/nowhere"), of: ["/nowhere", "/dev/null"]) == .unusable)
        #expect(outcome(.path("/dev/hidraw0"), of: ["/dev/hidraw1"]) == .missing)
        // A file that is no key.
        #expect(outcome(.path("/dev/null"), of: ["/dev/null"]) == .unusable)
        #expect(outcome(.only, of: ["/nowhere"]) == .unusable)
    }

    @Test("a key is unusable, not missing, if the connected keys cannot be listed")
    func unlisted() throws {
        let order = try TransportKey().order()
        let parts = HardwareSecurityKey.Parts(connected: { () throws(SecurityKeyRejection) -> [String] in throw .unusable })
        #expect(
            rejection {
                _ = try HardwareSecurityKey(.only, parts: parts).sign(order, pin: nil, until: PromptCancellationToken())
            } == .unusable)
    }

    @Test("without a thread, the key is not used")
    func noThread() throws {
        let order = try TransportKey().order()
        let key = HardwareSecurityKey(.only, parts: HardwareSecurityKey.Parts(connected: { [] }, start: { _ in false }))
        #expect(rejection { _ = try key.sign(order, pin: nil, until: PromptCancellationToken()) } == .unusable)
    }

    @Test("a key for U2F only is rejected")
    func oldKey() {
        let key = TransportKey()
        key.behaviour.capabilities = 0
        #expect(rejection { _ = try key.create() } == .unusable)
    }

    @Test(
        "a cancelled request is not sent to the key, also if the cancellation arrives while the key is opened",
        arguments: [true, false])
    func cancelledBefore(isEarly: Bool) throws {
        let key = TransportKey()
        key.behaviour.waits = true
        let cancellation = PromptCancellationToken()
        key.behaviour.response = { command, response in
            if command == .getInfo { cancellation.cancel() }
            return response
        }
        let searches = Watched(0)
        var parts = key.parts
        parts.connected = { [path = key.path] in
            searches.change { $0 += 1 }
            return [path]
        }
        let hardware = HardwareSecurityKey(.only, parts: parts)
        let order = try key.order()
        if isEarly { cancellation.cancel() }
        #expect(rejection { _ = try hardware.sign(order, pin: nil, until: cancellation) } == .cancelled)
        #expect(!key.isCancelled && searches.value == (isEarly ? 0 : 1))
    }

    @Test("a key that waits for a touch receives the cancellation")
    func cancelledMeanwhile() throws {
        let key = TransportKey()
        key.behaviour.waits = true
        let cancellation = PromptCancellationToken()
        key.behaviour.whenWaiting = { cancellation.cancel() }
        #expect(rejection { _ = try key.hardware.sign(try key.order(), pin: nil, until: cancellation) } == .cancelled)
        #expect(key.isCancelled)
    }
}

/// Records each event as a line of text.
private struct RecordedLog: LogHandler {
    let lines: Watched<[String]>
    var logLevel = Logger.Level.trace
    var metadata: Logger.Metadata = [:]

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = (event.metadata ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let line = ([event.message.description] + details).joined(separator: " ")
        lines.change { $0.append(line) }
    }
}
