import DeviceBroker
import DeviceProtocol
import Secrets
import Testing

@testable import DeviceServices

@Suite("A security key in software") struct SoftwareSecurityKeyTests {
    private let hash = [UInt8](repeating: 7, count: 32)

    @discardableResult
    private func create(
        on key: SoftwareSecurityKey, user: String = "jane", handle: UInt8 = 1, pin: String? = nil,
        residentKey: SecurityKeyPreference = .required
    ) throws -> SecurityKeyCredential {
        let request = try #require(
            SecurityKeyRegistrationRequest(
                relyingParty: "example.com", challenge: [1], userName: user, userHandle: [handle], residentKey: residentKey,
                algorithms: [-7]))
        return try key.create(
            SecurityKeyCreation(request, clientDataHash: hash), pin: pin.map { SecretBytes(utf8: $0) },
            until: PromptCancellationToken())
    }

    private func sign(with key: SoftwareSecurityKey, _ credential: [UInt8]) throws -> SecurityKeySignature {
        let request = try #require(
            SecurityKeyAssertionRequest(
                relyingParty: "example.com", challenge: [1], allowedCredentials: [credential], userVerification: .discouraged))
        return try key.sign(
            SecurityKeySignatureOrder(request, clientDataHash: hash), pin: nil, until: PromptCancellationToken())
    }

    /// The signature counter in authenticator data (Web Authentication Level 3, section 6.1).
    private func counter(_ data: [UInt8]) -> UInt32 { data[33..<37].reduce(0) { $0 << 8 | UInt32($1) } }

    @Test("lists its discoverable credentials only, the oldest first")
    func credentials() throws {
        let key = SoftwareSecurityKey(pin: nil)
        try create(on: key)
        try create(on: key, user: "joe", handle: 2)
        try create(on: key, user: "jim", handle: 3, residentKey: .discouraged)
        #expect(key.credentials.map(\.userName) == ["jane", "joe"])
        #expect(key.credentials.map(\.relyingParty) == ["example.com", "example.com"])
    }

    @Test("accepts a first PIN without another one, and a new PIN only with the current one")
    func changedPIN() throws {
        let key = SoftwareSecurityKey(pin: nil)
        #expect(!key.hasPIN)
        try key.setPIN(SecretBytes(utf8: "1234"), current: nil)
        #expect(key.hasPIN)
        #expect(throws: SecurityKeyRejection.pinRequired) { try create(on: key) }
        #expect(throws: SecurityKeyRejection.pinRequired) { try key.setPIN(SecretBytes(utf8: "5678"), current: nil) }
        #expect(throws: SecurityKeyRejection.wrongPIN) {
            try key.setPIN(SecretBytes(utf8: "5678"), current: SecretBytes(utf8: "0000"))
        }
        #expect(key.remainingAttempts == SoftwareSecurityKey.maximumAttempts - 1)
        try key.setPIN(SecretBytes(utf8: "5678"), current: SecretBytes(utf8: "1234"))
        #expect(key.remainingAttempts == SoftwareSecurityKey.maximumAttempts)
        #expect(throws: SecurityKeyRejection.wrongPIN) { try create(on: key, pin: "1234") }
        try create(on: key, pin: "5678")
    }

    @Test("counts wrong PINs of a change, and a blocked key rejects the right one too")
    func blocked() throws {
        let key = SoftwareSecurityKey(pin: SecretBytes(utf8: "1234"))
        for attempt in 1...SoftwareSecurityKey.maximumAttempts {
            let expected: SecurityKeyRejection = attempt == SoftwareSecurityKey.maximumAttempts ? .pinBlocked : .wrongPIN
            #expect(throws: expected) { try key.setPIN(SecretBytes(utf8: "5678"), current: SecretBytes(utf8: "0000")) }
        }
        #expect(throws: SecurityKeyRejection.pinBlocked) {
            try key.setPIN(SecretBytes(utf8: "5678"), current: SecretBytes(utf8: "1234"))
        }
        #expect(throws: SecurityKeyRejection.pinBlocked) { try create(on: key, pin: "1234") }
    }

    @Test("forgets its PIN and every credential after a reset, and its counter continues")
    func reset() throws {
        let key = SoftwareSecurityKey(pin: SecretBytes(utf8: "1234"))
        let resident = try create(on: key, pin: "1234")
        let other = try create(on: key, handle: 2, pin: "1234", residentKey: .discouraged)
        let before = counter(try sign(with: key, other.credentialID).authenticatorData)
        #expect(throws: SecurityKeyRejection.wrongPIN) { try create(on: key, pin: "0000") }
        key.reset()
        #expect(!key.hasPIN && key.credentials.isEmpty && key.remainingAttempts == SoftwareSecurityKey.maximumAttempts)
        for id in [resident.credentialID, other.credentialID] {
            #expect(throws: SecurityKeyRejection.noCredential) { try sign(with: key, id) }
        }
        #expect(counter(try create(on: key).authenticatorData) > before)
    }
}
