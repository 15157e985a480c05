import FoundationEssentials

/// A client secret as its text says, not yet checked against any key (facts 1.7).
struct ClientSecretText {
    /// Far more than a secret of a few hundred bytes needs.
    static let byteLimit = 8_192

    let keyID: String
    let issuer: String
    let subject: String
    let audience: String
    let issuedAt: Double
    let expiresAt: Double
    /// What was signed.
    let signingInput: [UInt8]
    /// r and s, 32 bytes each.
    let signature: [UInt8]

    /// Takes the text apart.
    ///
    /// - Throws: what about its form is wrong.
    init(_ text: String) throws(ClientSecretFault) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.byteLimit else { throw .oversize }
        let parts = bytes.split(separator: 0x2E, maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 3 else { throw .parts }
        guard let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .base64 }
        let fields: Header
        do { fields = try JSONDecoder().decode(Header.self, from: Data(header)) } catch { throw .header }
        guard fields.alg == "ES256" else { throw .algorithm(String(fields.alg.prefix(32))) }
        guard !fields.hasCritical else { throw .critical }
        guard let keyID = fields.kid else { throw .noKeyID }
        let claims: Claims
        do { claims = try JSONDecoder().decode(Claims.self, from: Data(payload)) } catch { throw .claims }
        guard signature.count == 64 else { throw .signatureLength(signature.count) }
        self.keyID = keyID
        self.issuer = claims.iss
        self.subject = claims.sub
        self.audience = claims.aud.text
        self.issuedAt = claims.iat
        self.expiresAt = claims.exp
        self.signingInput = Array(bytes[..<parts[1].endIndex])
        self.signature = signature
    }

    private struct Header: Decodable {
        let alg: String
        let kid: String?
        let hasCritical: Bool

        enum CodingKeys: String, CodingKey { case alg, kid, crit }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            alg = try members.decode(String.self, forKey: .alg)
            kid = try members.decodeIfPresent(String.self, forKey: .kid)
            hasCritical = members.contains(.crit)
        }
    }

    private struct Claims: Decodable {
        let iss: String
        let sub: String
        let aud: Audience
        let iat: Double
        let exp: Double
    }

    /// One audience, as a string or as an array of one string (RFC 7519, section 4.1.3), which some libraries write.
    private struct Audience: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self.text = text
                return
            }
            let texts = try value.decode([String].self)
            guard let text = texts.first, texts.count == 1 else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "there must be one audience")
            }
            self.text = text
        }
    }
}
