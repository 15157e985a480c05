import Accounts
package import InternetAddresses

/// Where people find this service: scheme, host and port, and nothing else (RFC 6454, section 4).
///
/// It alone decides cookie names, the `Secure` attribute, redirects and the issuer of access tokens, never the socket or a header of
/// a request. An https origin, or http on a loopback host, where no network lies between browser and server; see
/// ``init(_:)`` for the spelling.
public struct PublicOrigin: Hashable, Sendable {
    /// The two schemes.
    package enum Scheme: String, Hashable, Sendable {
        case http
        case https

        /// The port that URLs of the scheme leave out: 80 or 443.
        package var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// `https`, or `http` for a loopback host.
    package let scheme: Scheme

    /// The host as URLs have it: a name in lower case, dotted decimal, or IPv6 in brackets (RFC 3986, section 3.2.2).
    package let host: String

    /// The port, unless it is the scheme's own.
    package let port: Int?

    /// The address, where the host is one and no name.
    package let address: IPAddress?

    init(scheme: Scheme, host: PublicHost, port: Int?) {
        self.scheme = scheme
        self.host = host.text
        self.port = port == scheme.defaultPort ? nil : port
        address = host.address
    }

    /// Whether browsers reach it by https only, so that cookies are `Secure`.
    package var isSecure: Bool { scheme == .https }

    /// Whether only this machine reaches it: 127.0.0.0/8, ::1 or `localhost`.
    package var isLoopback: Bool { address?.isLoopback ?? (host == "localhost") }

    /// The URL of a path on this origin; `path` begins with a slash.
    package func url(_ path: String) -> String {
        precondition(path.hasPrefix("/"), "a path of this service begins with a slash")
        return description + path
    }
}

extension PublicOrigin: CustomStringConvertible {
    /// The one spelling of the origin, such as `https://accounts.example.com` or `http://127.0.0.1:8080`.
    public var description: String {
        "\(scheme.rawValue)://\(host)" + (port.map { ":\($0)" } ?? "")
    }
}
