internal import AppleIdentity
internal import Crypto
internal import CryptoExtras
internal import Foundation
internal import JWTKit

/// The cost of verifying one identity token: completely, here and in a peer, and the arithmetic alone.
///
/// All read the two lines that ``sample`` prints, so that they verify the same token.
enum IdentityFigures {
    private static let clientID = "com.example.app"
    private static let nonce = "n-0S6_WzA2Mj"

    /// A token in Apple's form with a new RSA key of 2048 bits, valid for a day, and its key set; one line each.
    static func sample() throws -> [String] {
        let key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        let issued = Int(Date().timeIntervalSince1970)
        let claims = """
            {"iss":"\(TokenPolicy.appleIssuer)","aud":"\(clientID)","exp":\(issued + 86_400),"iat":\(issued),\
            "sub":"001542.b04100c51acb48d3a570684f17d6394d.1603","nonce":"\(nonce)","c_hash":"3FOUCTLHPIFYzvSV25lOtg",\
            "email":"abc@privaterelay.appleid.com","email_verified":true,"is_private_email":true,"auth_time":\(issued),\
            "nonce_supported":true,"real_user_status":2}
            """
        let input = base64URL(Data(#"{"kid":"W6WcOKB","alg":"RS256"}"#.utf8)) + "." + base64URL(Data(claims.utf8))
        let digest = SHA256.hash(data: Data(input.utf8))
        let signature = try key.signature(for: digest, padding: .insecurePKCS1v1_5).rawRepresentation
        let numbers = try key.publicKey.getKeyPrimitives()
        let (n, e) = (base64URL(numbers.modulus), base64URL(numbers.publicExponent))
        let keySet = #"{"keys":[{"kty":"RSA","kid":"W6WcOKB","use":"sig","alg":"RS256","n":"\#(n)","e":"\#(e)"}]}"#
        return [input + "." + base64URL(signature), keySet]
    }

    /// A complete verification: form, key, signature, claims and nonce.
    static func verifying(_ lines: [String]) throws -> Measurement {
        let (token, keySet) = try read(lines)
        let keys = try AppleKeySet(Array(keySet.utf8))
        let verifier = IdentityTokenVerifier(policy: try TokenPolicy(audiences: ClientIDs([clientID])))
        let now = Date()
        return try Measurement {
            for _ in 0..<100 { consume(try verifier.verify(token, with: keys, nonce: .exact(nonce), now: now)) }
            return 100
        }
    }

    /// Only the hash and the signature, of decoded parts.
    static func bare(_ lines: [String]) throws -> Measurement {
        let bare = try BareSignature(lines)
        return try Measurement {
            for _ in 0..<100 { try bare.check() }
            return 100
        }
    }

    /// The hash and the signature, and the form of the token: its parts, base64url and header.
    static func parsing(_ lines: [String]) throws -> Measurement {
        let (token, _) = try read(lines)
        let bare = try BareSignature(lines)
        return try Measurement {
            for _ in 0..<100 {
                consume(try CompactJWS(token))
                try bare.check()
            }
            return 100
        }
    }

    /// The signature of a token and its key.
    private struct BareSignature {
        private let key: _RSA.Signing.PublicKey
        private let input: Data
        private let signature: _RSA.Signing.RSASignature

        init(_ lines: [String]) throws {
            let (token, keySet) = try IdentityFigures.read(lines)
            let parts = token.split(separator: ".").map(String.init)
            guard parts.count == 3, let encoded = IdentityFigures.bytes(parts[2]),
                let set = try? JSONDecoder().decode(KeySet.self, from: Data(keySet.utf8)),
                let member = set.keys.first, let n = IdentityFigures.bytes(member.n), let e = IdentityFigures.bytes(member.e)
            else { throw NotASample() }
            key = try _RSA.Signing.PublicKey(n: n, e: e)
            input = Data((parts[0] + "." + parts[1]).utf8)
            signature = _RSA.Signing.RSASignature(rawRepresentation: encoded)
        }

        func check() throws {
            guard key.isValidSignature(signature, for: SHA256.hash(data: input), padding: .insecurePKCS1v1_5) else {
                throw NotASample()
            }
        }
    }

    /// The same token in JWTKit, with its type for Apple's tokens, which checks issuer and expiry, but neither audience nor nonce.
    static func peer(_ lines: [String]) async throws -> Measurement {
        let (token, keySet) = try read(lines)
        let keys = try await JWTKeyCollection().add(jwksJSON: keySet)
        return try await Measurement {
            for _ in 0..<100 { consume(try await keys.verify(token, as: AppleIdentityToken.self)) }
            return 100
        }
    }

    private struct KeySet: Decodable {
        struct Key: Decodable {
            let n: String
            let e: String
        }

        let keys: [Key]
    }

    private struct NotASample: Error {}

    private static func read(_ lines: [String]) throws -> (token: String, keySet: String) {
        guard lines.count >= 2 else { throw NotASample() }
        return (lines[0], lines[1])
    }

    private static func base64URL(_ data: Data) -> String {
        String(data.base64EncodedString().filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 })
    }

    private static func bytes(_ text: String) -> Data? {
        let standard = String(text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
        return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
    }
}
