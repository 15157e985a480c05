public import FoundationEssentials
internal import JSONText
internal import Secrets

/// Makes client secrets: tokens under ES256 with the claims that Apple asks for and no others.
public struct ClientSecretSigner: Sendable {
    /// The team (`iss`).
    public let team: TeamID

    /// The key and its name (`kid`).
    public let key: ClientSecretKey

    /// The key must be one of the team's; only Apple can tell.
    public init(team: TeamID, key: ClientSecretKey) {
        self.team = team
        self.key = key
    }

    /// Makes a secret. Its audience is Apple, wherever it will be sent.
    ///
    /// - Parameter now: becomes `iat`, rounded down to the second.
    /// - Throws: ``CredentialError`` where the client id has the team in front, or the time cannot be written.
    public func mint(
        for client: ClientID, lifetime: ClientSecretLifetime = .default, now: Date
    ) throws(CredentialError) -> ClientSecret {
        guard !client.text.hasPrefix(team.text + ".") else {
            throw CredentialError(
                .clientIDHasTeam, "The client id begins with the team ID.",
                remedy: "Use the bundle identifier alone, without the team in front.", position: 0)
        }
        let seconds = now.timeIntervalSince1970.rounded(.down)
        // Beyond, the conversion to an integer would stop the program.
        guard (0...Self.latestTime).contains(seconds) else {
            throw CredentialError(.timeOutOfRange, "The time is before 1970 or after 9999.", remedy: "Set this machine's clock.")
        }
        let issuedAt = Int64(seconds)
        let expiresAt = issuedAt + Int64(lifetime.seconds)
        let header: JSONValue = ["alg": "ES256", "kid": .string(key.keyID.text)]
        let claims: JSONValue = [
            "iss": .string(team.text), "iat": .integer(issuedAt), "exp": .integer(expiresAt),
            "aud": .string(TokenPolicy.appleIssuer), "sub": .string(client.text),
        ]
        let message = Base64URL.encode(header.bytes()) + "." + Base64URL.encode(claims.bytes())
        let signature = try key.signature(of: Array(message.utf8))
        return ClientSecret(
            client: client, issuedAt: Date(timeIntervalSince1970: Double(issuedAt)),
            expiresAt: Date(timeIntervalSince1970: Double(expiresAt)), text: message + "." + Base64URL.encode(signature))
    }

    /// The end of the year 9999.
    private static let latestTime: TimeInterval = 253_402_300_799
}
