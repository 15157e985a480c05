internal import Crypto
internal import Foundation
internal import WebAuthn

/// The cost of verifying one ES256 assertion: all of it from a browser's JSON, and only the hash and the signature.
///
/// Both read the two lines that ``sample`` prints, the response and the COSE_Key, so that they verify the very same assertion.
enum PasskeyFigures {
    /// An assertion by a new key, as a browser sends it.
    static func sample() throws -> [String] {
        let passkey = Passkey(relyingParty: "example.org", origin: "https://example.org", user: base64URL(Data(user)))
        return [try passkey.assertion(base64URL(Data(challenge))), base64URL(passkey.cose)]
    }

    /// Answers a server's options: reads the relying party ID, the origin, the user handle and the challenge of a registration, each
    /// on a line, then one challenge of a sign-in a line. Prints one response a line.
    static func authenticator() throws {
        guard let relyingParty = readLine(), let origin = readLine(), let user = readLine(), let challenge = readLine() else {
            throw NotASample()
        }
        let passkey = Passkey(relyingParty: relyingParty, origin: origin, user: user)
        print(passkey.registration(challenge))
        while let challenge = readLine() { print(try passkey.assertion(challenge)) }
    }

    /// All that a server does with an assertion: JSON, client data, authenticator data, flags, counter and signature.
    static func verifying(_ lines: [String]) throws -> Measurement {
        let (json, response, key) = try read(lines)
        let site = try RelyingParty(id: "example.org", origins: [Origin("https://example.org")])
        let begun = AuthenticationChallenge(try Challenge(challenge))
        let credential = Credential(
            id: response.credentialID, user: try UserHandle(user), publicKey: key, signCount: 0, hasVerifiedUser: true,
            isBackupEligible: true, isBackedUp: true)
        let policy = AuthenticationPolicy(userVerification: .required)
        return try Measurement {
            for _ in 0..<100 {
                consume(try site.verify(AuthenticationResponse(json: json), for: begun, with: credential, policy: policy))
            }
            return 100
        }
    }

    /// The hashes and the signature alone, of parts that were decoded before.
    static func bare(_ lines: [String]) throws -> Measurement {
        let (_, response, key) = try read(lines)
        // The coordinates are at fixed places of the key.
        let point = Data(key.bytes[10..<42] + key.bytes[45..<77])
        let bareKey = try P256.Signing.PublicKey(rawRepresentation: point)
        let signature = try P256.Signing.ECDSASignature(derRepresentation: response.signature)
        let (clientData, data) = (Data(response.clientDataJSON), Data(response.authenticatorData))
        return try Measurement {
            for _ in 0..<100 {
                let message = data + Data(SHA256.hash(data: clientData))
                guard bareKey.isValidSignature(signature, for: message) else { throw NotASample() }
            }
            return 100
        }
    }

    private struct NotASample: Error {}

    private static let challenge = [UInt8](repeating: 7, count: 32)
    private static let user = [UInt8](repeating: 5, count: 64)

    private static func read(_ lines: [String]) throws -> ([UInt8], AuthenticationResponse, CredentialPublicKey) {
        guard lines.count >= 2 else { throw NotASample() }
        let text = lines[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        guard let cose = Data(base64Encoded: String(text) + String(repeating: "=", count: (4 - text.count % 4) % 4)) else {
            throw NotASample()
        }
        let json = Array(lines[0].utf8)
        return (json, try AuthenticationResponse(json: json), try CredentialPublicKey(Array(cose)))
    }

    fileprivate static func base64URL(_ data: Data) -> String {
        String(data.base64EncodedString().filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}

/// A passkey of one user, with the responses that a browser sends for it. Texts are base64url.
private struct Passkey {
    private let key = P256.Signing.PrivateKey()
    private let id = Data((0..<20).map { _ in UInt8.random(in: .min ... .max) })
    let relyingParty: String
    let origin: String
    let user: String

    /// The COSE_Key (RFC 9053, section 7.1.1).
    var cose: Data {
        let point = Data(key.publicKey.rawRepresentation)
        return Data([0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20]) + point.prefix(32) + Data([0x22, 0x58, 0x20])
            + point.suffix(32)
    }

    /// A registration without attestation.
    func registration(_ challenge: String) -> String {
        // Flags: user present and verified, backed up, with a credential. The AAGUID is zero.
        let data = authenticatorData(flags: 0x5D) + Data(count: 16) + Data([0, UInt8(id.count)]) + id + cose
        // CBOR: each letter that is not part of a word is the head of the text after it.
        let object =
            Data([0xA3]) + Data("cfmtdnonegattStmt".utf8) + Data([0xA0]) + Data("hauthData".utf8) + Data([0x58, UInt8(data.count)])
            + data
        return credential(
            #""clientDataJSON":"\#(text(clientData("webauthn.create", challenge)))","attestationObject":"\#(text(object))","#
                + #""transports":["internal"]"#)
    }

    func assertion(_ challenge: String) throws -> String {
        let clientData = clientData("webauthn.get", challenge)
        let data = authenticatorData(flags: 0x1D)
        let signature = try key.signature(for: data + Data(SHA256.hash(data: clientData))).derRepresentation
        return credential(
            #""clientDataJSON":"\#(text(clientData))","authenticatorData":"\#(text(data))","signature":"\#(text(signature))","#
                + #""userHandle":"\#(user)""#)
    }

    private func clientData(_ type: String, _ challenge: String) -> Data {
        Data(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":false}"#.utf8)
    }

    private func authenticatorData(flags: UInt8) -> Data {
        Data(SHA256.hash(data: Data(relyingParty.utf8))) + Data([flags, 0, 0, 0, 0])
    }

    private func credential(_ response: String) -> String {
        #"{"id":"\#(text(id))","rawId":"\#(text(id))","type":"public-key","authenticatorAttachment":"platform","#
            + #""clientExtensionResults":{},"response":{\#(response)}}"#
    }

    private func text(_ data: Data) -> String { PasskeyFigures.base64URL(data) }
}
