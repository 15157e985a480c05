import InternetAddresses

extension PublicOrigin {
    /// The origin that `text` spells.
    ///
    /// Letters may be of either case and the scheme's own port may stand there; both are brought to the one spelling. Refuses a path,
    /// even a final slash, a query, a fragment and user information; http for a host that is not loopback; hosts that are neither
    /// a name of RFC 1123, section 2.1, nor an address in its usual form. A name whose last label is a number is an IPv4 address to a
    /// browser (WHATWG URL, section 3.5), so it must be one.
    ///
    /// - Throws: ``PublicOriginError`` with the place in the text.
    public init(_ text: String) throws(PublicOriginError) {
        let bytes = Array(text.utf8).map(\.lowercased)
        guard let scheme = Self.scheme(of: bytes) else { throw PublicOriginError(.scheme, at: 0) }
        let start = scheme.rawValue.utf8.count + 3

        let end = bytes[start...].firstIndex { "/?#\\".utf8.contains($0) } ?? bytes.count
        if let at = bytes[start..<end].firstIndex(of: UInt8(ascii: "@")) { throw PublicOriginError(.userInformation, at: at) }
        guard end == bytes.count else { throw PublicOriginError(.path, at: end) }

        guard let authority = URLAuthority(bytes[start...]) else { throw PublicOriginError(.ipv6Host, at: start) }
        let host = try PublicHost(authority.host)
        let port = try Self.port(of: authority)
        self.init(scheme: scheme, host: host, port: port)
        guard isSecure || isLoopback else { throw PublicOriginError(.insecureScheme, at: 0) }
    }

    private static func scheme(of bytes: [UInt8]) -> Scheme? {
        [Scheme.https, .http].first { bytes.starts(with: "\($0.rawValue)://".utf8) }
    }

    private static func port(of authority: URLAuthority) throws(PublicOriginError) -> Int? {
        if authority.tail.isEmpty { return nil }
        guard let digits = authority.portDigits, (1...5).contains(digits.count), digits.first != UInt8(ascii: "0"),
            let port = Int(String(decoding: digits, as: UTF8.self)), port <= 65_535
        else { throw PublicOriginError(.port, at: authority.tail.startIndex) }
        return port
    }
}
