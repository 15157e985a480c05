/// Where Apple's service listens: at Apple, or at an emulator in development.
///
/// Only the place of the requests changes. The issuer of tokens and the audience of client secrets stay ``TokenPolicy/appleIssuer``
/// wherever the endpoints are. Nothing is ever taken from the discovery document: its `issuer` has changed once without the tokens'.
public struct AppleEndpoints: Sendable, Hashable {
    /// Apple's own.
    public static let apple = AppleEndpoints(checked: "https://appleid.apple.com")

    /// Scheme, host and port; no slash at the end.
    public let baseURL: String

    /// Endpoints at another place.
    ///
    /// - Parameter baseURL: an https origin, or an http one whose host is this machine; a slash may end it.
    /// - Throws: ``AppleIdentityError`` for anything else: plain http would show client secrets to the network.
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
            throw AppleIdentityError(.notHTTPS, "The base URL is plain http, which is allowed to this machine alone.", position: 0)
        default: throw AppleIdentityError(.notHTTPS, "The base URL must begin with https://.", position: 0)
        }
        self.init(checked: "\(url.scheme)://\(url.authority)")
    }

    private init(checked baseURL: String) {
        self.baseURL = baseURL
    }

    /// Whether these are Apple's own, so that what they say counts.
    public var areApples: Bool { self == .apple }

    /// Where a browser is sent to sign in.
    public var authorize: String { baseURL + "/auth/authorize" }

    /// Codes, refresh tokens and migration tokens.
    public var token: String { baseURL + "/auth/token" }

    /// Apple's public keys.
    public var keys: String { baseURL + "/auth/keys" }

    /// Revocation.
    public var revoke: String { baseURL + "/auth/revoke" }

    /// The people of an app that changes its team.
    public var userMigration: String { baseURL + "/auth/usermigrationinfo" }
}
