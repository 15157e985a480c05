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
    /// - Throws: ``EndpointError`` for anything else: plain http would show client secrets to the network.
    public init(baseURL: String) throws(EndpointError) {
        let url: AbsoluteURL
        do {
            url = try AbsoluteURL(baseURL)
        } catch {
            throw EndpointError(code: .malformed, position: error.position)
        }
        guard url.rest.isEmpty || url.rest == "/" else { throw EndpointError(code: .notAnOrigin, position: url.restPosition) }
        switch url.scheme {
        case "https": break
        case "http": guard url.host.isLoopback else { throw EndpointError(code: .insecure, position: 0) }
        default: throw EndpointError(code: .unsupportedScheme, position: 0)
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

/// Why a base URL is not one that requests with secrets may go to.
public struct EndpointError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kinds of refusal.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// Not an absolute URL in printable ASCII, or its host or port is none.
        case malformed
        /// It has a path, a query or a fragment.
        case notAnOrigin = "not-an-origin"
        /// Plain http to another machine.
        case insecure
        /// Neither http nor https.
        case unsupportedScheme = "unsupported-scheme"
    }

    /// The kind of refusal.
    public let code: Code

    /// The byte of the text where the reason lies, from 0.
    public let position: Int

    /// The reason in one English sentence.
    public var description: String {
        switch code {
        case .malformed: "The base URL is not an absolute URL at byte \(position)."
        case .notAnOrigin: "The base URL must end after the host or port, at byte \(position)."
        case .insecure: "The base URL is plain http, which is allowed to this machine alone."
        case .unsupportedScheme: "The base URL must begin with https://."
        }
    }
}
