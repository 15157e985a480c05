import Crypto
import Foundation

/// Another backend that follows docs/access-tokens.md and parses JSON with Foundation.
struct TokenVerifier {
    let issuer: String
    let audience: String
    private let keys: [String: P256.Signing.PublicKey]

    enum Rejection: Error {
        case malformed, header, unknownKey, signature, issuer, audience, expired, notYetValid
    }

    /// The claims of an accepted token.
    struct Claims: Decodable {
        let iss: String
        let sub: String
        let clientID: String
        let sid: String
        let iat: Int64
        let exp: Int64
        let authTime: Int64
        let jti: String
        let audiences: [String]

        private enum CodingKeys: String, CodingKey {
            case iss, sub, sid, iat, exp, jti, aud
            case clientID = "client_id"
            case authTime = "auth_time"
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            iss = try container.decode(String.self, forKey: .iss)
            sub = try container.decode(String.self, forKey: .sub)
            clientID = try container.decode(String.self, forKey: .clientID)
            sid = try container.decode(String.self, forKey: .sid)
            iat = try container.decode(Int64.self, forKey: .iat)
            exp = try container.decode(Int64.self, forKey: .exp)
            authTime = try container.decode(Int64.self, forKey: .authTime)
            jti = try container.decode(String.self, forKey: .jti)
            audiences =
                try (try? container.decode(String.self, forKey: .aud)).map { [$0] }
                ?? container.decode([String].self, forKey: .aud)
        }
    }

    private struct Header: Decodable {
        let typ: String
        let alg: String
        let kid: String
        let crit: [String]?
    }

    private struct KeySet: Decodable {
        struct Key: Decodable {
            let kty: String
            let crv: String
            let x: String
            let y: String
            let use: String
            let alg: String
            let kid: String
        }

        let keys: [Key]
    }

    init(keySet: [UInt8], issuer: String = "https://accounts.example.com", audience: String = "https://accounts.example.com") throws
    {
        self.issuer = issuer
        self.audience = audience
        var keys: [String: P256.Signing.PublicKey] = [:]
        for key in try JSONDecoder().decode(KeySet.self, from: Data(keySet)).keys {
            guard key.kty == "EC", key.crv == "P-256", key.use == "sig", key.alg == "ES256" else { throw Rejection.malformed }
            let point = try Self.base64URL(key.x) + Self.base64URL(key.y)
            keys[key.kid] = try P256.Signing.PublicKey(rawRepresentation: point)
        }
        self.keys = keys
    }

    var keyNames: Set<String> { Set(keys.keys) }

    /// The RFC 7638 thumbprints of the keys, computed by hand.
    var thumbprints: Set<String> {
        Set(
            keys.values.map { key in
                let (x, y) = (key.rawRepresentation.prefix(32), key.rawRepresentation.suffix(32))
                let text = #"{"crv":"P-256","kty":"EC","x":"\#(Self.base64URL(x))","y":"\#(Self.base64URL(y))"}"#
                return Self.base64URL(Data(SHA256.hash(data: Data(text.utf8))))
            })
    }

    /// Steps 1 to 5 of the page.
    func claims(of token: String, at seconds: Int64) throws -> Claims {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw Rejection.malformed }
        let header = try JSONDecoder().decode(Header.self, from: Self.base64URL(parts[0]))
        guard header.alg == "ES256", header.typ == "at+jwt", header.crit == nil else { throw Rejection.header }
        guard let key = keys[header.kid] else { throw Rejection.unknownKey }
        let signature = try Self.base64URL(parts[2])
        guard signature.count == 64, let parsed = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.isValidSignature(parsed, for: Data("\(parts[0]).\(parts[1])".utf8))
        else { throw Rejection.signature }
        let claims = try JSONDecoder().decode(Claims.self, from: Self.base64URL(parts[1]))
        guard claims.iss == issuer else { throw Rejection.issuer }
        guard claims.audiences.contains(audience) else { throw Rejection.audience }
        guard claims.exp > seconds else { throw Rejection.expired }
        guard claims.iat <= seconds else { throw Rejection.notYetValid }
        return claims
    }

    /// Returns a part of a token as a JSON object.
    static func object(_ token: String, part: Int) throws -> [String: Any] {
        let parts = token.split(separator: ".")
        guard parts.count == 3, let object = try JSONSerialization.jsonObject(with: base64URL(parts[part])) as? [String: Any] else {
            throw Rejection.malformed
        }
        return object
    }

    /// Returns the `kid` of a token.
    static func keyName(of token: String) throws -> String? { try object(token, part: 0)["kid"] as? String }

    static func base64URL(_ text: some StringProtocol) throws -> Data {
        guard text.utf8.allSatisfy({ $0 != UInt8(ascii: "=") && $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "/") }) else {
            throw Rejection.malformed
        }
        let plain = text.replacingOccurrences(of: "-", with: "+").replacingOccurrences(of: "_", with: "/")
        guard let data = Data(base64Encoded: plain + String(repeating: "=", count: (4 - plain.count % 4) % 4)) else {
            throw Rejection.malformed
        }
        return data
    }

    static func base64URL(_ data: Data) -> String {
        data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }
}
