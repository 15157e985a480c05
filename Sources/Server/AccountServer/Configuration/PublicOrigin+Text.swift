import InternetAddresses

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
