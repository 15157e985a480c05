import Crypto
import FoundationEssentials
import Secrets
import WebAuthn

/// A valid registration of a client and an authenticator, of which a test changes one property.
struct SampleRegistration {
    var type = "webauthn.create"
    var challenge = [UInt8](repeating: 7, count: 32)
    var origin = "https://example.org"
    /// Additional members of client data, with a comma before each.
    var members = #","crossOrigin":false"#
    /// The bytes before client data.
    var mark: [UInt8] = []
    var relyingPartyID = "example.org"
    /// The flags, by default UP, UV, BE, BS and AT.
    var flags: UInt8 = 0x5D
    var signCount: UInt32 = 0
    var aaguid = [UInt8](repeating: 3, count: 16)
    var credentialID = [UInt8](repeating: 9, count: 20)
    var key: CBOR = P256.Signing.PrivateKey().publicKey.coseKey
    /// The bytes after the key.
    var trailer: [UInt8] = []
    var format = "none"
    var statement = CBOR.map(CBORMap([]))
    /// Additional members of the attestation object.
    var objectMembers: [(key: CBOR, value: CBOR)] = []

    var clientDataJSON: [UInt8] {
        mark + #"{"type":"\#(type)","challenge":"\#(Base64URL.encode(challenge))","origin":"\#(origin)"\#(members)}"#.utf8
    }

    var clientDataHash: [UInt8] { Array(SHA256.hash(data: clientDataJSON)) }

    var authenticatorData: [UInt8] {
        var bytes = SHA256.hash(data: Array(relyingPartyID.utf8)) + [flags] + signCount.bytes
        if flags & 0x40 != 0 {
            bytes += aaguid + [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xFF)] + credentialID + key.encoded
        }
        return bytes + trailer
    }

    var attestationObject: [UInt8] {
        CBOR.map(
            CBORMap(
                [
                    (.text("fmt"), .text(format)), (.text("attStmt"), statement), (.text("authData"), .bytes(authenticatorData)),
                ] + objectMembers)
        ).encoded
    }

    /// The bytes that most statements sign: authenticator data and the hash of client data.
    var signedBytes: [UInt8] { authenticatorData + clientDataHash }

    static let site = Result { try RelyingParty(id: "example.org", origins: [Origin("https://example.org")]) }

    func verified(
        at site: RelyingParty? = nil, mediation: RegistrationChallenge.Mediation = .modal,
        policy: RegistrationPolicy = RegistrationPolicy(),
        now: Date = Vectors.now
    ) async throws -> VerifiedRegistration {
        try await (site ?? Self.site.get()).verify(
            RegistrationResponse(clientDataJSON: clientDataJSON, attestationObject: attestationObject),
            for: RegistrationChallenge(
                Challenge([UInt8](repeating: 7, count: 32)), for: UserHandle([1, 2, 3]), mediation: mediation),
            policy: policy, now: now)
    }
}

/// A valid authentication, of which a test changes one property.
struct SampleAuthentication {
    var type = "webauthn.get"
    var challenge = [UInt8](repeating: 8, count: 32)
    var origin = "https://example.org"
    var members = ""
    var relyingPartyID = "example.org"
    var flags: UInt8 = 0x1D
    var signCount: UInt32 = 6
    var trailer: [UInt8] = []
    var credentialID: [UInt8] = [9]
    var userHandle: [UInt8]? = [1, 2, 3]
    var expectedUser: [UInt8]?
    var allowed: [[UInt8]] = []
    /// Changes the finished signature.
    var damage: UInt8 = 0

    let key = P256.Signing.PrivateKey()

    var clientDataJSON: [UInt8] {
        Array(#"{"type":"\#(type)","challenge":"\#(Base64URL.encode(challenge))","origin":"\#(origin)"\#(members)}"#.utf8)
    }

    var authenticatorData: [UInt8] { SHA256.hash(data: Array(relyingPartyID.utf8)) + [flags] + signCount.bytes + trailer }

    func signature() throws -> [UInt8] {
        var signature = [UInt8](
            try key.signature(for: authenticatorData + SHA256.hash(data: clientDataJSON)).derRepresentation)
        signature[signature.count - 1] ^= damage
        return signature
    }

    func credential(
        user: [UInt8] = [1, 2, 3], signCount: UInt32 = 5, hasVerifiedUser: Bool = true, isBackupEligible: Bool = true,
        isBackedUp: Bool = true
    ) throws -> Credential {
        Credential(
            id: try CredentialID(credentialID), user: try UserHandle(user),
            publicKey: try CredentialPublicKey(key.publicKey.coseKey.encoded),
            signCount: signCount, hasVerifiedUser: hasVerifiedUser, isBackupEligible: isBackupEligible, isBackedUp: isBackedUp)
    }

    func verified(
        with credential: Credential?, at site: RelyingParty? = nil, policy: AuthenticationPolicy = AuthenticationPolicy()
    ) throws -> VerifiedAuthentication {
        try (site ?? SampleRegistration.site.get()).verify(
            AuthenticationResponse(
                credentialID: CredentialID(credentialID), clientDataJSON: clientDataJSON, authenticatorData: authenticatorData,
                signature: signature(),
                userHandle: userHandle.map { try UserHandle($0) }),
            for: AuthenticationChallenge(
                Challenge([UInt8](repeating: 8, count: 32)), for: expectedUser.map { try UserHandle($0) },
                allowing: allowed.map { try CredentialID($0) }),
            with: credential, policy: policy)
    }
}

extension P256.Signing.PublicKey {
    /// The key as an authenticator encodes it.
    var coseKey: CBOR {
        .map(
            CBORMap([
                (.integer(1), .integer(2)), (.integer(3), .integer(-7)), (.integer(-1), .integer(1)),
                (.integer(-2), .bytes([UInt8](rawRepresentation.prefix(32)))),
                (.integer(-3), .bytes([UInt8](rawRepresentation.suffix(32)))),
            ]))
    }
}

extension UInt32 {
    fileprivate var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: self >> (24 - 8 * $0)) } }
}
