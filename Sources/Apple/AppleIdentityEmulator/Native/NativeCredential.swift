/// What the app is handed: the contents of `ASAuthorizationAppleIDCredential`.
public struct NativeCredential: Sendable, Hashable, Codable {
    /// The person as the team knows them; equal to the token's `sub`.
    public let user: Subject
    /// As the request had it.
    public let state: String?
    /// The scopes that were granted now; empty after the first time.
    public let authorizedScopes: [AuthorizationScope]
    /// Single use, five minutes; exchanged without a redirect URI.
    public let authorizationCode: String
    /// A compact JWS with `c_hash`.
    public let identityToken: String
    /// Only the first time.
    public let email: String?
    /// Only the first time.
    public let givenName: String?
    /// Only the first time.
    public let familyName: String?
    /// The status only the first time, afterwards ``RealUserStatus/unsupported``.
    public let realUserStatus: RealUserStatus
    /// Whether the account is one of a child.
    public let ageRange: AgeRange
}
