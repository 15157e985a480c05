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

extension PublicOrigin {
    /// Parses an origin.
    ///
    /// Upper-case letters and the scheme's default port are accepted and normalized. Rejects a path (including a final slash), a
    /// query, a fragment and user information. Rejects http for a host other than loopback. The host must be a name (RFC 1123,
    /// section 2.1) or an address in its usual form. Browsers treat a name whose last label is a number as an IPv4 address (WHATWG
    /// URL, section 3.5), so it must be one.
    ///
    /// - Throws: ``LatchkeyError`` with the position in the text.
    public init(_ text: String) throws(LatchkeyError) {
        let bytes = Array(text.utf8).map(\.lowercased)
        guard let scheme = Self.scheme(of: bytes) else {
            throw LatchkeyError(.originScheme, at: 0, "the origin must begin with https:// (or http:// for a loopback host)")
        }
        let start = scheme.rawValue.utf8.count + 3

        let end = bytes[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.count
        if let at = bytes[start..<end].firstIndex(of: UInt8(ascii: "@")) {
            throw LatchkeyError(.originUserInformation, at: at, "an origin has no user name or password")
        }
        guard end == bytes.count else {
            throw LatchkeyError(
                .originPath, at: end, "an origin has no path, query or fragment; remove everything after the host and port")
        }

        guard let authority = URLAuthority(bytes[start...]) else {
            throw LatchkeyError(.originIPv6Host, at: start, "not an IPv6 address; write IPv4 without brackets")
        }
        let host = try PublicHost(authority.host)
        let port = try Self.port(of: authority)
        self.init(scheme: scheme, host: host, port: port)
        guard isSecure || isLoopback else {
            throw LatchkeyError(.insecureOrigin, at: 0, "http is allowed for 127.0.0.0/8, [::1] and localhost only; use https")
        }
    }

    private static func scheme(of bytes: [UInt8]) -> Scheme? {
        [Scheme.https, .http].first { bytes.starts(with: "\($0.rawValue)://".utf8) }
    }

    private static func port(of authority: URLAuthority) throws(LatchkeyError) -> Int? {
        if authority.tail.isEmpty { return nil }
        guard let digits = authority.portDigits, (1...5).contains(digits.count), digits.first != UInt8(ascii: "0"),
            let port = Int(String(decoding: digits, as: UTF8.self)), port <= 65_535
        else {
            throw LatchkeyError(
                .originPort, at: authority.tail.startIndex, "a port is a number from 1 to 65535 without leading zeros")
        }
        return port
    }
}

/// A host in the canonical form of browsers: a name or an address.
struct PublicHost: Hashable, Sendable {
    let text: String
    let address: IPAddress?

    init(_ bytes: ArraySlice<UInt8>) throws(LatchkeyError) {
        let start = bytes.startIndex
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            throw LatchkeyError(.originInternationalHost, at: start, "write the host in its ASCII form (xn--...)")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("[") {
            // A mapped address would be formatted as IPv4, which is a different origin in a browser.
            guard text.hasSuffix("]"), let address = try? IPAddress(text.dropFirst().dropLast()), address.family == .v6 else {
                throw LatchkeyError(.originIPv6Host, at: start, "not an IPv6 address; write IPv4 without brackets")
            }
            self.init(text: "[\(address)]", address: address)
            return
        }
        guard URLAuthority.isHostName(bytes) else { throw LatchkeyError(.originHost, at: start, "not a host name") }
        guard bytes.split(separator: UInt8(ascii: ".")).last.map(Self.isNumber) == true else {
            self.init(text: text, address: nil)
            return
        }
        guard let address = try? IPAddress(text), address.family == .v4 else {
            throw LatchkeyError(
                .originNumericHost, at: start, "a host that ends in a number must be an IPv4 address such as 192.0.2.1")
        }
        self.init(text: text, address: address)
    }

    private init(text: String, address: IPAddress?) {
        self.text = text
        self.address = address
    }

    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        label.allSatisfy(\.isDigit)
            || label.starts(with: "0x".utf8)
                && label.dropFirst(2).allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
