/// The answer of `/auth/token` (facts 1.8).
public struct TokenAnswer: Sendable, Hashable, Encodable {
    /// The access token.
    public let accessToken: String
    /// Always `Bearer`.
    public let tokenType = "Bearer"
    /// Seconds.
    public let expiresIn: Int
    /// Only for an authorization code.
    public let refreshToken: String?
    /// Not for client credentials.
    public let identityToken: String?

    /// The JSON body, members in a fixed order.
    public var body: [UInt8] { WireJSON.bytes(self) }

    enum CodingKeys: String, CodingKey {
        case accessToken = "access_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
        case refreshToken = "refresh_token"
        case identityToken = "id_token"
    }
}
