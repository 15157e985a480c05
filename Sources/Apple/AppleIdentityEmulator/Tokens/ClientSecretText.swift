import Crypto
import FoundationEssentials

/// A parsed client secret, not yet verified with a key.
struct ClientSecretText {
    /// The maximum length of a secret, in bytes. Real ones have a few hundred.
    static let byteLimit = 8_192

    let keyID: String
    let issuer: String
    let subject: String
    let audience: String
    let issuedAt: Double
    let expiresAt: Double
    /// The signed bytes.
    let signingInput: [UInt8]
    /// The signature: r and s, 32 bytes each.
    let signature: [UInt8]

    /// Parses a client secret.
    ///
    /// - Throws: ``ClientSecretFault`` for a malformed secret.
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

    /// One audience, as a string or as a list of one string (RFC 7519, section 4.1.3), which some libraries create.
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

/// The reason why a client secret is malformed.
enum ClientSecretFault: Error, Hashable {
    case oversize
    case parts
    case base64
    case header
    case algorithm(String)
    case critical
    case noKeyID
    case claims
    case signatureLength(Int)

    /// The explanation for the developer.
    var explanation: String {
        switch self {
        case .oversize: "the client secret has more than \(ClientSecretText.byteLimit) bytes"
        case .parts: "the client secret is not a compact JWS: it must have three parts separated by dots"
        case .base64: "a part of the client secret is not base64url without padding"
        case .header: "the header of the client secret is not a JSON object with a string alg"
        case .algorithm(let name): "the client secret is signed with \(name); it must be ES256"
        case .critical: "the client secret has a crit header, which is unsupported"
        case .noKeyID: "the client secret has no kid"
        case .claims:
            "the client secret must have iss and sub as strings, aud as a string or an array of one, and iat and exp as numbers"
        case .signatureLength(let count): "the signature has \(count) bytes; ES256 has r and s as 64 raw bytes, not DER"
        }
    }
}

/// A client that authenticated with a secret. Only ``ServiceCore/authenticate(_:asFormerTeam:)`` creates it.
struct AuthenticatedClient: Sendable {
    let client: RegisteredClient
    /// The team that signed the secret: the client's team or, during a transfer, its former team.
    let team: TeamID

    fileprivate init(client: RegisteredClient, team: TeamID) {
        self.client = client
        self.team = team
    }
}

extension ServiceCore {
    /// The longest lifetime of a secret in seconds, six months, as Apple documents.
    static let longestSecret: Double = 15_777_000
    /// The number of seconds that `iat` may be in the future, for clocks that differ.
    static let clockLeeway: Double = 60

    /// Checks `client_id` and `client_secret`.
    ///
    /// - Parameter asFormerTeam: whether the team that transferred an app can still authenticate for it, as user migration
    ///   requires.
    mutating func authenticate(_ form: FormValues, asFormerTeam: Bool = false) throws(AppleServiceError) -> AuthenticatedClient {
        guard let idText = form["client_id"] else { throw .init(.invalidRequest, because: "the parameter client_id is required") }
        guard let text = form["client_secret"] else {
            throw .init(.invalidRequest, because: "the parameter client_secret is required")
        }
        guard let id = ClientID(idText), let client = state.teams.client(id) else {
            throw .init(.invalidClient, because: "no App ID or Services ID has this client_id; case matters")
        }
        let secret: ClientSecretText
        do { secret = try ClientSecretText(text) } catch { throw .init(.invalidClient, because: error.explanation) }
        guard let keyID = KeyID(secret.keyID), let held = state.teams.keys[keyID] else {
            throw .init(.invalidClient, because: "no team has a key with the kid of the client secret")
        }
        guard held.key.revokedAt == nil else { throw .init(.invalidClient, because: "the key \(keyID) is revoked") }
        guard secret.issuer == held.key.team.rawValue else {
            throw .init(
                .invalidClient, because: "iss of the client secret is not \(held.key.team), the Team ID of the key \(keyID)")
        }
        guard held.verifies(secret) else {
            throw .init(.invalidClient, because: "the signature of the client secret does not verify with the key \(keyID)")
        }
        try check(secret, of: client)
        guard held.key.team == client.team || asFormerTeam && gaveAway(client, held.key.team) else {
            throw .init(.invalidClient, because: "the client \(id) does not belong to the team \(held.key.team)")
        }
        guard held.key.primary == client.primary else {
            throw .init(
                .invalidClient, because: "the key \(keyID) is for the group of \(held.key.primary), not of \(client.primary)")
        }
        return AuthenticatedClient(client: client, team: held.key.team)
    }

    private func check(_ secret: ClientSecretText, of client: RegisteredClient) throws(AppleServiceError) {
        guard secret.subject == client.id.rawValue else {
            throw .init(.invalidClient, because: "sub of the client secret is not the client_id \(client.id)")
        }
        guard secret.audience == AppleService.issuer else {
            throw .init(.invalidClient, because: "aud of the client secret is not \(AppleService.issuer)")
        }
        let now = now.timeIntervalSince1970
        guard secret.expiresAt > now else { throw .init(.invalidClient, because: "the client secret has expired") }
        guard secret.expiresAt <= now + Self.longestSecret else {
            throw .init(
                .invalidClient, because: "exp of the client secret is more than 15,777,000 seconds (six months) in the future")
        }
        guard secret.issuedAt <= now + Self.clockLeeway else {
            throw .init(.invalidClient, because: "iat of the client secret is in the future; compare the clocks")
        }
        guard secret.issuedAt >= 0, secret.issuedAt < secret.expiresAt else {
            throw .init(.invalidClient, because: "iat of the client secret is not before its exp")
        }
    }

    private func gaveAway(_ client: RegisteredClient, _ team: TeamID) -> Bool {
        state.transfers.open(client.primary, from: team, now: now) != nil
    }
}

extension TeamRegister.RegisteredKey {
    fileprivate func verifies(_ secret: ClientSecretText) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: secret.signature)
        else { return false }
        return key.isValidSignature(signature, for: secret.signingInput)
    }
}
