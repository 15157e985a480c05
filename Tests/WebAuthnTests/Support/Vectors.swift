import ConformanceData
import FoundationEssentials
import Testing
import WebAuthn

/// The standard's test vectors (section 16).
struct Vectors: Decodable {
    let rpId: String
    let origin: String
    let topOrigin: String
    let vectors: [Vector]
    let attestationRootCertificate: Hex

    static let all = Result { try ConformanceData.json("webauthn/w3c-vectors.json", as: Vectors.self) }

    /// The vectors with a supported key: all, or all except one without the trait Ed448.
    static var verifiable: [Vector] {
        ((try? all.get())?.vectors ?? []).filter { $0.name != "packed-ed448" || COSEAlgorithm.verifiable.contains(.ed448) }
    }

    /// The relying party of the vectors, which accepts frames because two vectors have one.
    static func site(framing: Bool = true) throws -> RelyingParty {
        let vectors = try all.get()
        return try RelyingParty(
            id: vectors.rpId, origins: [Origin(vectors.origin)],
            framing: framing ? .accepted(under: [Origin(vectors.topOrigin)]) : .rejected)
    }

    /// A policy that trusts only the authority of the vectors.
    static func trusting() throws -> RegistrationPolicy {
        let root = try all.get().attestationRootCertificate.bytes
        let anchors = try TrustAnchors(
            Dictionary(uniqueKeysWithValues: AttestationFormat.allCases.map { ($0, [root]) }))
        return RegistrationPolicy(attestation: AttestationPolicy(anchors: anchors))
    }

    /// A time at which every certificate of the vectors is valid.
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
}

/// A test vector: a registration, and an authentication with its credential.
struct Vector: Decodable, CustomTestStringConvertible {
    let name: String
    let registration: Registration
    let authentication: Authentication

    struct Registration: Decodable {
        var challenge: Hex
        var clientDataJSON: Hex
        var attestationObject: Hex
    }

    struct Authentication: Decodable {
        var challenge: Hex
        var clientDataJSON: Hex
        var authenticatorData: Hex
        var signature: Hex
    }

    var testDescription: String { name }

    /// Verifies a registration with this vector's challenge.
    func verify(
        _ registration: Registration, at site: RelyingParty, policy: RegistrationPolicy = RegistrationPolicy(),
        now: Date = Vectors.now
    ) async throws(WebAuthnError) -> VerifiedRegistration {
        try await site.verify(
            RegistrationResponse(
                clientDataJSON: registration.clientDataJSON.bytes, attestationObject: registration.attestationObject.bytes),
            for: RegistrationChallenge(Challenge(registration.challenge.bytes), for: UserHandle([1])), policy: policy, now: now)
    }

    /// Verifies an authentication with this vector's credential.
    func verify(
        _ authentication: Authentication, with credential: Credential, at site: RelyingParty
    ) throws(WebAuthnError) -> VerifiedAuthentication {
        try site.verify(
            AuthenticationResponse(
                credentialID: credential.id, clientDataJSON: authentication.clientDataJSON.bytes,
                authenticatorData: authentication.authenticatorData.bytes, signature: authentication.signature.bytes,
                userHandle: nil),
            for: AuthenticationChallenge(Challenge(authentication.challenge.bytes), for: UserHandle([1])), with: credential)
    }

    /// The credential of this vector's registration.
    func credential() async throws -> Credential {
        try await verify(registration, at: Vectors.site()).credential(isRegistered: false)
    }
}

/// Bytes in hexadecimal.
struct Hex: Decodable {
    var bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        bytes = [UInt8](hex: try decoder.singleValueContainer().decode(String.self))
    }
}

/// Returns code and check of the error that `body` throws, such as `wrong-challenge R4`, or nil if it throws none.
func rejection<Value>(_ body: () async throws -> Value) async -> String? {
    do {
        _ = try await body()
        return nil
    } catch let error as WebAuthnError {
        return [error.code.rawValue, error.place.check?.description].compactMap(\.self).joined(separator: " ")
    } catch {
        return "\(error)"
    }
}
