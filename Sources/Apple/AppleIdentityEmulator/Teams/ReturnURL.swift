/// A return URL of a Services ID: https, a domain name that is not localhost, no IP address, no fragment. Return URLs are compared
/// byte for byte.
///
/// The client library checks the same rule in its `RedirectURI`, with separate code.
public struct ReturnURL: CheckedText {
    /// The rule, in one phrase.
    public static let rule =
        "a return URL must begin with https:// and have a lower-case domain name (no IP address, no localhost), no user, no fragment, and at most 2,048 bytes"
    /// The checked text.
    public let rawValue: String
    /// Whether the host is loopback, which the rule rejects unless a setting allows it.
    let isLoopback: Bool

    /// Creates a value from a text. Returns nil if the text violates the rule.
    public init?(rawValue: String) {
        self.init(rawValue, allowingLoopback: true)
    }

    init?(_ text: String, allowingLoopback: Bool) {
        guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.forbidden.contains($0) }),
            Self.isWellEscaped(text)
        else { return nil }
        let secure = text.hasPrefix("https://")
        guard secure || text.hasPrefix("http://") else { return nil }
        let rest = text.dropFirst(secure ? 8 : 7)
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard !authority.contains("@"), let (host, port) = Self.split(authority) else { return nil }
        if let port {
            guard let number = Int(port), (1...65_535).contains(number), String(number) == port else { return nil }
        }
        let loopback = WebHost.isLoopback(host)
        guard loopback ? allowingLoopback : (secure && WebHost.isDomain(String(host))) else { return nil }
        self.rawValue = text
        self.isLoopback = loopback
    }

    /// The host, without the port.
    var host: String {
        let rest = rawValue.drop { $0 != "/" }.dropFirst(2)
        return Self.split(rest.prefix { $0 != "/" && $0 != "?" }).map { String($0.host) } ?? ""
    }

    private static let forbidden = Array("#\"<>\\^`{|}".utf8)

    /// Returns whether two hexadecimal digits follow each percent sign (RFC 3986, section 2.1).
    private static func isWellEscaped(_ text: String) -> Bool {
        text.utf8.split(separator: 0x25, omittingEmptySubsequences: false).dropFirst().allSatisfy { part in
            part.count >= 2 && part.prefix(2).allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
        }
    }

    private static func split(_ authority: Substring) -> (host: Substring, port: Substring?)? {
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            let after = authority[authority.index(after: close)...]
            if after.isEmpty { return (authority, nil) }
            guard after.hasPrefix(":") else { return nil }
            return (authority[...close], after.dropFirst())
        }
        let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let host = parts.first, !host.isEmpty else { return nil }
        return (host, parts.count == 2 ? parts[1] : nil)
    }
}

/// The rule for hosts of websites: a domain name in lower-case letters that is not an IP address or `localhost`.
enum WebHost {
    /// Returns whether `text` is a domain name of at least two labels whose last label is not a number, which excludes every form
    /// of an IPv4 address.
    static func isDomain(_ text: String) -> Bool {
        let labels = text.utf8.split(separator: 0x2E, omittingEmptySubsequences: false)
        guard text.utf8.count <= 253, labels.count >= 2 else { return false }
        for label in labels {
            guard (1...63).contains(label.count), label.first != 0x2D, label.last != 0x2D,
                label.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
            else { return false }
        }
        guard let last = labels.last, let first = last.first, !(0x30...0x39).contains(first) else { return false }
        return text != "localhost" && labels.last.map { !$0.elementsEqual("localhost".utf8) } == true
    }

    /// Returns whether the host is a name of this machine that the loopback exception allows.
    static func isLoopback(_ host: some StringProtocol) -> Bool {
        host == "localhost" || host == "127.0.0.1" || host == "[::1]"
    }
}
