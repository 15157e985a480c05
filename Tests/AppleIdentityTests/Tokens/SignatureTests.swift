import AppleIdentity
import Crypto
import CryptoExtras
import Foundation
import JSONText
import Secrets
import Testing

@Suite("Signatures and keys")
struct SignatureTests {
    @Test("RS256 and ES256 are accepted with their key")
    func accepted() throws {
        for signer in [TokenSigner.apple, .other, .p256] { #expect(try TokenDraft(signer: signer).verdict().rejection == nil) }
    }

    @Test("a token without a key ID, or with an unknown one, is rejected")
    func keyID() throws {
        for (keyID, rejection) in [
            (nil, AppleIdentityError.Code.missingKeyID), ("", .missingKeyID), ("unknown", .unknownKey), ("w6wcokb", .unknownKey),
            ("W6WcO\u{212A}B", .unknownKey),
            ("../W6WcOKB", .unknownKey), ("W6WcOKB' OR '1'='1", .unknownKey),
        ] {
            var draft = TokenDraft()
            draft.header["kid"] = keyID.map { .string($0) }
            #expect(try draft.verdict().rejection == rejection, "\(keyID ?? "none")")
        }
    }

    @Test("a token signed with another key of the set than it names is rejected")
    func otherKey() throws {
        var draft = TokenDraft()
        draft.header["kid"] = .string(TokenSigner.other.keyID)
        #expect(try draft.verdict().rejection == .wrongSignature)
    }

    @Test("a key in the header is ignored")
    func embeddedKey() throws {
        let stranger = TokenSigner(keyID: "W6WcOKB", rsa: TokenSigner.makeRSA())
        var draft = TokenDraft(signer: stranger)
        draft.header["jwk"] = .object(stranger.jwk)
        draft.header["jku"] = "https://evil.example/keys"
        #expect(try draft.verdict().rejection == .wrongSignature)
        draft.signer = .apple
        #expect(try draft.verdict().rejection == nil)
    }

    @Test(
        "another algorithm than the key's is rejected, even with a valid signature",
        arguments: [
            ("ES256", AppleIdentityError.Code.algorithmMismatch), ("none", .unsupportedAlgorithm), ("HS256", .unsupportedAlgorithm),
            ("PS256", .unsupportedAlgorithm), ("RS512", .unsupportedAlgorithm),
        ])
    func algorithm(name: String, rejection: AppleIdentityError.Code) throws {
        var draft = TokenDraft()
        draft.header["alg"] = .string(name)
        #expect(try draft.verdict().rejection == rejection)
    }

    @Test("HS256 with the public key as its secret is rejected, for every encoding of that key")
    func confusion() throws {
        guard case .rsa(let key) = TokenSigner.apple.material else {
            Issue.record("the key of the samples is not RSA")
            return
        }
        let publicKey = key.publicKey
        let secrets = [
            Data(publicKey.pemRepresentation.utf8), publicKey.derRepresentation, try publicKey.getKeyPrimitives().modulus,
        ]
        for secret in secrets {
            for header in [#"{"kid":"W6WcOKB","alg":"HS256"}"#, TokenSigner.apple.header] {
                let input =
                    Base64URL.encode(Array(header.utf8)) + "." + Base64URL.encode(JSONValue.object(TokenDraft().claims).bytes())
                let code = HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: SymmetricKey(data: secret))
                let verdict = try Self.verdict(input + "." + Base64URL.encode(Array(code)))
                #expect(verdict.rejection == (header.contains("HS256") ? .unsupportedAlgorithm : .wrongSignature))
            }
        }
    }

    @Test("an RSA signature must be as long as the modulus, and PKCS #1 v1.5")
    func rsa() throws {
        guard case .rsa(let key) = TokenSigner.apple.material else {
            Issue.record("the key of the samples is not RSA")
            return
        }
        let parts = try TokenDraft().token.split(separator: ".").map(String.init)
        let input = parts[0] + "." + parts[1]
        let signature = try #require(Base64URL.decode(parts[2]))
        let pss = try key.signature(for: SHA256.hash(data: Data(input.utf8)), padding: .PSS).rawRepresentation
        let modulus = try key.publicKey.getKeyPrimitives().modulus
        let wrong: [[UInt8]] = [
            [], Array(pss), [0] + signature, signature + [0], Array(signature.dropFirst()), Array(signature.dropLast()),
            Array(repeating: 0, count: 256), [UInt8](repeating: 0, count: 255) + [1], Array(modulus),
            Array(repeating: 0xFF, count: 256),
            Array(signature.reversed()),
        ]
        for signature in wrong {
            #expect(try Self.verdict(input + "." + Base64URL.encode(signature)).rejection == .wrongSignature)
        }
        #expect(try Self.verdict(input + "." + Base64URL.encode(signature)).rejection == nil)
    }

    @Test("an ES256 signature must be r and s, 32 bytes each, neither zero nor the order")
    func ecdsa() throws {
        let parts = try TokenDraft(signer: .p256).token.split(separator: ".").map(String.init)
        let input = parts[0] + "." + parts[1]
        let signature = try #require(Base64URL.decode(parts[2]))
        let (r, s) = (Array(signature.prefix(32)), Array(signature.suffix(32)))
        let order: [UInt8] = try #require(Base64URL.decode("_____wAAAAD__________7zm-q2nF56E87nKwvxjJVE"))
        let zero = [UInt8](repeating: 0, count: 32)
        let der = try P256.Signing.ECDSASignature(rawRepresentation: signature).derRepresentation
        let wrong = [
            [], zero + zero, r + zero, zero + s, order + order, r + order, s + r, Array(der), [0] + signature, signature + [0],
            [0] + r + [0] + s,
            r, Array(signature.dropLast()),
        ]
        for signature in wrong { #expect(try Self.verdict(input + "." + Base64URL.encode(signature)).rejection == .wrongSignature) }
        #expect(try Self.verdict(input + "." + Base64URL.encode(signature)).rejection == nil)
    }

    @Test("a header or payload that was changed after signing is rejected")
    func changed() throws {
        let parts = try TokenDraft().token.split(separator: ".").map(String.init)
        let header = Base64URL.encode(Array(#"{"kid":"W6WcOKB","alg":"RS256" }"#.utf8))
        let payload = Base64URL.encode(JSONValue.object(TokenDraft.with("sub", "someone-else").claims).bytes())
        #expect(try Self.verdict("\(header).\(parts[1]).\(parts[2])").rejection == .wrongSignature)
        #expect(try Self.verdict("\(parts[0]).\(payload).\(parts[2])").rejection == .wrongSignature)
        #expect(try Self.verdict("\(parts[0])..\(parts[2])").rejection == .wrongSignature)
    }

    @Test("a key rejects a message that names another key or none")
    func namedKey() throws {
        let keys = try AppleKeySet(keySetText(.apple, .other))
        let key = try #require(keys["W6WcOKB"])
        #expect(throws: Never.self) { try key.verify(CompactJWS(TokenDraft().token)) }
        for keyID in ["YuyXoY", nil] {
            var draft = TokenDraft()
            draft.header["kid"] = keyID.map { .string($0) }
            let jws = try CompactJWS(draft.token)
            let verdict = Result { () throws(AppleIdentityError) in try key.verify(jws) }
            #expect(verdict.rejection == (keyID == nil ? .missingKeyID : .keyMismatch))
        }
    }

    private static func verdict(_ token: String) throws -> Result<VerifiedAppleIdentity, AppleIdentityError> {
        TokenDraft.verdict(
            token, keys: try AppleKeySet(keySetText(.apple, .other, .p256)),
            policy: try TokenPolicy(audiences: ClientIDs([TokenDraft.clientID])),
            nonce: .exact(TokenDraft.nonce))
    }
}
