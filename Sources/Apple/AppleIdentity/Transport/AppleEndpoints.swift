/// The endpoints of Apple, or of an emulator in development.
///
/// Other endpoints change only where requests go. The issuer of tokens and the audience of client secrets are always
/// ``TokenPolicy/appleIssuer``. Nothing comes from the discovery document: its `issuer` once changed while that of the tokens did
/// not.
public struct AppleEndpoints: Sendable, Hashable {
    /// Apple's endpoints.
    public static let apple = AppleEndpoints(checked: "https://appleid.apple.com")

    /// Scheme, host and port, without a trailing slash.
    public let baseURL: String

    /// Creates endpoints under a base URL.
    ///
    /// - Parameter baseURL: an https origin, or an http origin with a loopback host. A trailing slash is allowed.
    /// - Throws: ``AppleIdentityError`` for any other URL. Plain http would expose client secrets to the network.
    public init(baseURL: String) throws(AppleIdentityError) {
        let url = try AbsoluteURL(baseURL, named: "base URL")
        guard url.rest.isEmpty || url.rest == "/" else {
            throw AppleIdentityError(
                .notAnOrigin, "The base URL must end after the host or port, at byte \(url.restPosition).",
                position: url.restPosition)
        }
        switch url.scheme {
        case "https": break
        case "http" where url.host.isLoopback: break
        case "http":
            throw AppleIdentityError(.notHTTPS, "The base URL uses http, which is allowed only for a loopback host.", position: 0)
        default: throw AppleIdentityError(.notHTTPS, "The base URL must begin with https://.", position: 0)
        }
        self.init(checked: "\(url.scheme)://\(url.authority)")
    }

    private init(checked baseURL: String) {
        self.baseURL = baseURL
    }

    /// Whether these are Apple's endpoints and not an emulator's.
    public var areApples: Bool { self == .apple }

    /// The page at which a browser signs in.
    public var authorize: String { baseURL + "/auth/authorize" }

    /// The endpoint for codes, refresh tokens and migration tokens.
    public var token: String { baseURL + "/auth/token" }

    /// The endpoint of Apple's public keys.
    public var keys: String { baseURL + "/auth/keys" }

    /// The endpoint that revokes tokens.
    public var revoke: String { baseURL + "/auth/revoke" }

    /// The endpoint for users of an app that moves to another team.
    public var userMigration: String { baseURL + "/auth/usermigrationinfo" }
}
