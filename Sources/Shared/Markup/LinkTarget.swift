import InternetAddresses

/// The target of a link: a path on our own server, a web address, or an address that opens an authenticator app.
package enum LinkTarget: Sendable, Hashable {
    case local(LocalPath)
    case web(WebLink)
    case authenticator(AuthenticatorURL)

    var text: String {
        switch self {
        case .local(let path): path.text
        case .web(let url): url.text
        case .authenticator(let url): url.text
        }
    }
}

extension LinkTarget: ExpressibleByStringLiteral {
    /// Creates a path on our own server from a literal in our source.
    package init(stringLiteral literal: StaticString) {
        self = .local(LocalPath(stringLiteral: literal))
    }
}

/// A path of this server, with an optional query: `/account/sessions?from=3`.
///
/// Parsing rejects every text that a browser could read as another server or scheme. A path begins with one slash, no second
/// slash or backslash follows, and it contains only characters of RFC 3986 and complete percent escapes.
package struct LocalPath: Sendable, Hashable, CustomStringConvertible {
    /// The unchanged text.
    package let text: String

    /// Parses a path; nil for malformed text.
    package init?(_ text: String) {
        guard text.utf8.first == UInt8(ascii: "/"), text.utf8.dropFirst().first != UInt8(ascii: "/") else { return nil }
        guard Array(text.utf8).isWellFormedURL else { return nil }
        self.text = text
    }

    private init(checked text: String) {
        self.text = text
    }

    /// Appends a segment, percent-encoded as needed; a slash within it does not start another segment.
    ///
    /// Browsers resolve the segments `.` and `..`, and percent encoding does not prevent it, so they are prefixed with `~`.
    package func appending(segment: String) -> LocalPath {
        let safe = segment == "." || segment == ".." ? "~" + segment : segment
        return LocalPath(checked: text + (text.hasSuffix("/") ? "" : "/") + PercentEncoding.encode(safe))
    }

    /// Appends a query item, percent-encoded as needed.
    package func appending(query name: String, _ value: String) -> LocalPath {
        let mark = text.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
        return LocalPath(checked: text + mark + PercentEncoding.encode(name) + "=" + PercentEncoding.encode(value))
    }

    /// The unchanged text.
    package var description: String { text }
}

extension LocalPath: ExpressibleByStringLiteral {
    /// Creates a path from a literal in our source. The program stops if it is malformed.
    package init(stringLiteral literal: StaticString) {
        guard let path = LocalPath("\(literal)") else {
            preconditionFailure("malformed path literal: it must begin with one slash and contain only URL characters")
        }
        self = path
    }
}

/// A link to a part of `latchkey dev` from the pages of another part, in English.
package struct PartLink: Sendable, Hashable {
    package let name: String
    package let address: WebLink
    /// Whether the page with the link belongs to this part.
    package let isCurrent: Bool

    package init(name: String, address: WebLink, isCurrent: Bool = false) {
        self.name = name
        self.address = address
        self.isCurrent = isCurrent
    }
}

/// An absolute `http` or `https` address in a link, unchanged and with an optional fragment. This program never fetches it. A request
/// has a `WebURL` of WebClient, with the same rule for host and port.
///
/// Parsing rejects other schemes (`javascript:`, `data:`), user information, and characters outside of RFC 3986, such as backslash and
/// white space. A host must be an ASCII name or an IP address (`URLAuthority.webHost`).
package struct WebLink: Sendable, Hashable, CustomStringConvertible {
    /// The unchanged text.
    package let text: String

    /// Parses an address; nil for malformed text.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let schemes = ["https://", "http://"].map { Array($0.utf8) }
        guard bytes.isWellFormedURL,
            let scheme = schemes.first(where: { bytes.starts(with: $0, by: { $0 | 0x20 == $1 | 0x20 }) })
        else { return nil }
        guard let authority = URLAuthority(bytes.dropFirst(scheme.count).prefix { !"/?#".utf8.contains($0) }),
            authority.webHost != nil, authority.tail.isEmpty || authority.port != nil
        else { return nil }
        self.text = text
    }

    /// The unchanged text.
    package var description: String { text }
}

/// An address that hands the secret of one-time codes to an authenticator app: `otpauth://totp/…`.
///
/// Parsing rejects other schemes and types, and characters outside of RFC 3986. It does not check the secret and the parameters.
package struct AuthenticatorURL: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let text: String

    /// Parses an address; nil for malformed text.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let start = Array("otpauth://totp/".utf8)
        guard bytes.isWellFormedURL, bytes.starts(with: start), bytes.count > start.count else { return nil }
        self.text = text
    }

    /// The name of the type, without the secret.
    package var description: String { "AuthenticatorURL" }

    /// The name of the type, without the secret.
    package var debugDescription: String { "AuthenticatorURL" }

    /// A mirror without the secret.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension [UInt8] {
    /// Whether every byte is permitted in an address, and every percent sign begins a complete escape.
    fileprivate var isWellFormedURL: Bool { allSatisfy(\.isURLCharacter) && PercentEncoding.malformedEscape(in: self) == nil }
}
