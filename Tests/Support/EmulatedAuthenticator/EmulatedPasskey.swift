import Crypto
import FoundationEssentials
import Secrets
package import WebAuthn

/// A passkey with its authenticator and client. It signs any values, valid or not, so that a test can change one property.
package struct EmulatedPasskey: Sendable {
    /// The origin in the client data.
    package var origin: String
    package var relyingPartyID: String

    package var credentialID: [UInt8]
    package var userHandle: [UInt8]?
    package var signCount: UInt32 = 0
    package var isUserPresent = true
    package var isUserVerified = true
    package var isBackupEligible = true
    package var isBackedUp = true
    package var transports = ["internal", "hybrid"]

    private let key = P256.Signing.PrivateKey()

    /// Creates a passkey that is not registered yet.
    package init(origin: String, relyingPartyID: String, credentialID: [UInt8]? = nil) {
        self.origin = origin
        self.relyingPartyID = relyingPartyID
        self.credentialID = credentialID ?? SystemRandomBytes().bytes(20)
    }

    /// The public key as a relying party stores it.
    package var publicKey: [UInt8] {
        let point = [UInt8](key.publicKey.rawRepresentation)
        return CBOR.map(
            CBORMap([
                (.integer(1), .integer(2)), (.integer(3), .integer(-7)), (.integer(-1), .integer(1)),
                (.integer(-2), .bytes(Array(point.prefix(32)))), (.integer(-3), .bytes(Array(point.suffix(32)))),
            ])
        ).encoded
    }

    /// Registers the passkey for the user handle, with the attestation `none`.
    package mutating func register(_ challenge: [UInt8], user: [UInt8]) throws -> RegistrationResponse {
        try RegistrationResponse(json: registrationJSON(challenge, user: user))
    }

    /// Returns the JSON of ``register(_:user:)`` in the format of browsers.
    package mutating func registrationJSON(_ challenge: [UInt8], user: [UInt8]) -> [UInt8] {
        userHandle = user
        let data =
            authenticatorData(flags: 0x40) + [UInt8](repeating: 3, count: 16)
            + [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xFF)] + credentialID + publicKey
        let object = CBOR.map(
            CBORMap([(.text("fmt"), .text("none")), (.text("attStmt"), .map(CBORMap([]))), (.text("authData"), .bytes(data))]))
        let list = transports.map { #""\#($0)""# }.joined(separator: ",")
        return json(
            """
            "clientDataJSON":"\(Base64URL.encode(clientData("webauthn.create", challenge)))",\
            "attestationObject":"\(Base64URL.encode(object.encoded))","transports":[\(list)]
            """)
    }

    /// Signs a challenge.
    package func sign(_ challenge: [UInt8]) throws -> AuthenticationResponse {
        try AuthenticationResponse(json: assertionJSON(challenge))
    }

    /// Returns the JSON of ``sign(_:)`` in the format of browsers.
    package func assertionJSON(_ challenge: [UInt8]) throws -> [UInt8] {
        let client = clientData("webauthn.get", challenge)
        let data = authenticatorData(flags: 0)
        let signature = try key.signature(for: data + SHA256.hash(data: client)).derRepresentation
        let handle = userHandle.map { #","userHandle":"\#(Base64URL.encode($0))""# } ?? ""
        return json(
            """
            "clientDataJSON":"\(Base64URL.encode(client))","authenticatorData":"\(Base64URL.encode(data))",\
            "signature":"\(Base64URL.encode([UInt8](signature)))"\(handle)
            """)
    }

    private func json(_ response: String) -> [UInt8] {
        let id = Base64URL.encode(credentialID)
        return Array(
            #"{"id":"\#(id)","rawId":"\#(id)","type":"public-key","clientExtensionResults":{},"response":{\#(response)}}"#.utf8)
    }

    private func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
        Array(
            #"{"type":"\#(type)","challenge":"\#(Base64URL.encode(challenge))","origin":"\#(origin)","crossOrigin":false}"#.utf8)
    }

    private func authenticatorData(flags: UInt8) -> [UInt8] {
        let flags =
            flags | (isUserPresent ? 0x01 : 0) | (isUserVerified ? 0x04 : 0) | (isBackupEligible ? 0x08 : 0)
            | (isBackedUp ? 0x10 : 0)
        return SHA256.hash(data: Array(relyingPartyID.utf8)) + [flags]
            + (0..<4).map { UInt8(truncatingIfNeeded: signCount >> (24 - 8 * $0)) }
    }
}
