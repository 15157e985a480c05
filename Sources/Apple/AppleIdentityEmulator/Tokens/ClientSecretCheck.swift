import Crypto
import FoundationEssentials

/// A client that proved itself with a secret. Only ``ServiceDesk/authenticate(_:asFormerTeam:)`` makes it.
struct AuthenticatedClient: Sendable {
    let client: RegisteredClient
    /// The team that signed the secret: the client's own, or while a transfer is open the one that gave it away.
    let team: TeamIdentifier

    fileprivate init(client: RegisteredClient, team: TeamIdentifier) {
        self.client = client
        self.team = team
    }
}

extension ServiceDesk {
    /// A secret lives at most six months: 15,777,000 seconds (facts 1.7).
    static let longestSecret: Double = 15_777_000
    /// How far the relying party's clock may run ahead: `iat` may lie this far in the future.
    static let clockLeeway: Double = 60

    /// Checks `client_id` and `client_secret`.
    ///
    /// - Parameter asFormerTeam: whether the team that gave an app away may still come for it, as user migration needs.
    mutating func authenticate(_ form: FormValues, asFormerTeam: Bool = false) throws(AppleServiceError) -> AuthenticatedClient {
        guard let idText = form["client_id"] else { throw .init(.invalidRequest, because: "the parameter client_id is required") }
        guard let text = form["client_secret"] else {
            throw .init(.invalidRequest, because: "the parameter client_secret is required")
        }
        guard let id = ClientIdentifier(idText), let client = state.teams.client(id) else {
            throw .init(.invalidClient, because: "no App ID or Services ID has this client_id; case matters")
        }
        let secret: ClientSecretText
        do { secret = try ClientSecretText(text) } catch { throw .init(.invalidClient, because: error.explanation) }
        guard let keyID = KeyIdentifier(secret.keyID), let held = state.teams.keys[keyID] else {
            throw .init(.invalidClient, because: "no team has a key with the kid of the client secret")
        }
        guard held.key.revokedAt == nil else { throw .init(.invalidClient, because: "the key \(keyID) is revoked") }
        guard secret.issuer == held.key.team.rawValue else {
            throw .init(
                .invalidClient, because: "iss of the client secret is not \(held.key.team), the Team ID of the key \(keyID)")
        }
        guard held.verifies(secret) else {
            throw .init(.invalidClient, because: "the signature of the client secret does not fit the key \(keyID)")
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
            throw .init(.invalidClient, because: "exp of the client secret lies more than 15,777,000 seconds (six months) ahead")
        }
        guard secret.issuedAt <= now + Self.clockLeeway else {
            throw .init(.invalidClient, because: "iat of the client secret lies in the future; compare the clocks")
        }
        guard secret.issuedAt >= 0, secret.issuedAt < secret.expiresAt else {
            throw .init(.invalidClient, because: "iat of the client secret does not lie before its exp")
        }
    }

    private func gaveAway(_ client: RegisteredClient, _ team: TeamIdentifier) -> Bool {
        state.transfers.open(client.primary, from: team, now: now) != nil
    }
}

extension TeamRegister.HeldKey {
    fileprivate func verifies(_ secret: ClientSecretText) -> Bool {
        guard let key = try? P256.Signing.PublicKey(x963Representation: publicKey),
            let signature = try? P256.Signing.ECDSASignature(rawRepresentation: secret.signature)
        else { return false }
        return key.isValidSignature(signature, for: secret.signingInput)
    }
}
