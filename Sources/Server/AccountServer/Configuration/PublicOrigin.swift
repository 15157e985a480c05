import Accounts
package import InternetAddresses

/// The public origin of the service: scheme, host and port only (RFC 6454, section 4).
///
/// Cookie names, the `Secure` attribute, redirects and the issuer of access tokens depend on the public origin alone, never on
/// the socket or a request header. The origin is https, or http on a loopback host, where no network is between browser and
/// server. ``init(_:)`` describes the accepted forms.
public struct PublicOrigin: Hashable, Sendable {
    /// The two schemes.
    package enum Scheme: String, Hashable, Sendable {
        case http
        case https

        /// The default port of the scheme: 80 or 443.
        package var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// `https`, or `http` for a loopback host.
    package let scheme: Scheme

    /// The host in URL form: a name in lower case, dotted decimal, or IPv6 in brackets (RFC 3986, section 3.2.2).
    package let host: String

    /// The port, or nil for the scheme's default port.
    package let port: Int?

    /// The address if the host is an address, otherwise nil.
    package let address: IPAddress?

    init(scheme: Scheme, host: PublicHost, port: Int?) {
        self.scheme = scheme
        self.host = host.text
        self.port = port == scheme.defaultPort ? nil : port
        address = host.address
    }

    /// Whether browsers connect with https, which makes cookies `Secure`.
    package var isSecure: Bool { scheme == .https }

    /// Whether only this machine can connect: 127.0.0.0/8, ::1 or `localhost`.
    package var isLoopback: Bool { address?.isLoopback ?? (host == "localhost") }

    /// Returns the URL of a path on this origin. `path` must begin with a slash.
    package func url(_ path: String) -> String {
        precondition(path.hasPrefix("/"), "a path of this service begins with a slash")
        return description + path
    }
}

extension PublicOrigin: CustomStringConvertible {
    /// The canonical form of the origin, such as `https://accounts.example.com` or `http://127.0.0.1:8080`.
    public var description: String {
        "\(scheme.rawValue)://\(host)" + (port.map { ":\($0)" } ?? "")
    }
}
