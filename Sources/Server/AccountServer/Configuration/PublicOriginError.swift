/// Why a text is not a public origin, and where reading stopped.
public struct PublicOriginError: Error, Hashable, Sendable {
    /// The kinds of refusal.
    package enum Reason: Hashable, Sendable {
        /// It does not begin with `https://` or `http://`.
        case scheme
        /// An http origin whose host is not loopback.
        case insecureScheme
        /// A user name or password before the host.
        case userInformation
        /// A path, a query or a fragment; a final slash is a path.
        case path
        /// No host, or one with a character, label or length that no host name has (RFC 1123, section 2.1).
        case host
        /// A host that ends in a number and is no IPv4 address in its one spelling; browsers would take it for one.
        case numericHost
        /// A host in letters beyond ASCII.
        case internationalHost
        /// Brackets that hold no IPv6 address, or one that stands for an IPv4 address.
        case ipv6Host
        /// Not a number from 1 to 65535 without leading zeros.
        case port
    }

    /// What is wrong.
    package let reason: Reason
    /// The offset in UTF-8 code units from the beginning of the text.
    public let position: Int

    init(_ reason: Reason, at position: Int) {
        self.reason = reason
        self.position = position
    }
}

extension PublicOriginError: CustomStringConvertible {
    /// The refusal in words, for the operator who wrote the text into a configuration.
    public var description: String { "\(words), at character \(position + 1)" }

    private var words: String {
        switch reason {
        case .scheme: "it must begin with https:// (or http:// for a loopback host)"
        case .insecureScheme: "http is for 127.0.0.0/8, [::1] and localhost only; use https"
        case .userInformation: "an origin has no user name or password"
        case .path: "an origin has no path, query or fragment; leave out everything after the host and port"
        case .host: "not a host name"
        case .numericHost: "a host that ends in a number must be an IPv4 address such as 192.0.2.1"
        case .internationalHost: "write the host in its ASCII form (xn--...)"
        case .ipv6Host: "not an IPv6 address; IPv4 is written without brackets"
        case .port: "a port is a number from 1 to 65535 without leading zeros"
        }
    }
}
