internal import Crypto
internal import Foundation
internal import WebAuthn

/// What verifying one ES256 assertion costs: the whole of it from a browser's JSON, and the hash and the signature alone.
///
/// Both read the two lines that ``sample`` prints, the response and the COSE_Key, so that they verify the very same assertion.
enum PasskeyFigures {
    /// An assertion by a new key, as a browser sends it.
    static func sample() throws -> [String] {
        let key = P256.Signing.PrivateKey()
        let point = Data(key.publicKey.rawRepresentation)
        let cose =
            Data([0xA5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 0x20]) + point.prefix(32) + Data([0x22, 0x58, 0x20]) + point.suffix(32)
        let clientData = Data(
            #"{"type":"webauthn.get","challenge":"\#(base64URL(Data(challenge)))","origin":"https://example.org","crossOrigin":false}"#
                .utf8)
        let data = Data(SHA256.hash(data: Data("example.org".utf8))) + Data([0x1D, 0, 0, 0, 0])
        let signature = try key.signature(for: data + Data(SHA256.hash(data: clientData))).derRepresentation
        let id = base64URL(Data(repeating: 9, count: 20))
        return [
            #"{"id":"\#(id)","rawId":"\#(id)","type":"public-key","authenticatorAttachment":"platform","clientExtensionResults":{},"#
                + #""response":{"clientDataJSON":"\#(base64URL(clientData))","authenticatorData":"\#(base64URL(data))","#
                + #""signature":"\#(base64URL(signature))","userHandle":"\#(base64URL(Data(user)))"}}"#,
            base64URL(cose),
        ]
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

    private static func base64URL(_ data: Data) -> String {
        String(data.base64EncodedString().filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }
}
