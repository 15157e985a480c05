import InternetAddresses

/// The parts of an absolute URL (RFC 3986, in ASCII).
struct AbsoluteURL {
    /// The host, by kind.
    enum Host {
        case name(String)
        /// An IP address, or a number that resolvers treat as one (`127.1`, `0x7f000001`).
        case address(String)
    }

    /// The longest URL in bytes.
    static let maximumByteCount = 2_048

    /// The scheme in lower case.
    let scheme: String
    let host: Host
    /// Host and port, unchanged.
    let authority: String
    /// Path, query and fragment, unchanged.
    let rest: String
    let restPosition: Int
    /// The byte offset of the fragment's `#`.
    let fragmentPosition: Int?

    /// - Parameter name: what the URL is, for error messages.
    init(_ text: String, named name: String) throws(AppleIdentityError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= Self.maximumByteCount else {
            throw AppleIdentityError(
                .tooLong, "The \(name) has more than \(Self.maximumByteCount) bytes.", position: Self.maximumByteCount)
        }
        if let index = bytes.firstIndex(where: { !$0.isURLCharacter }) {
            throw AppleIdentityError(
                .unprintable, "The \(name) contains a character that is not permitted in a URL, at byte \(index).", position: index)
        }
        if let index = PercentEncoding.malformedEscape(in: bytes) {
            throw AppleIdentityError(
                .malformedPercent, "The \(name) has a % without two hexadecimal digits, at byte \(index).", position: index)
        }
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            bytes[..<colon].allSatisfy({ (0x61...0x7A).contains($0 | 0x20) }),
            bytes[colon...].starts(with: "://".utf8)
        else { throw AppleIdentityError(.notAbsolute, "The \(name) does not begin with https://.", position: 0) }
        let start = colon + 3
        let end = bytes[start...].firstIndex { "/?#".utf8.contains($0) } ?? bytes.count
        let authority = bytes[start..<end]
        if let at = authority.firstIndex(of: UInt8(ascii: "@")) {
            throw AppleIdentityError(.userInformation, "The \(name) has user information before the host.", position: at)
        }
        scheme = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        host = try Self.host(authority, name)
        self.authority = String(decoding: authority, as: UTF8.self)
        rest = String(decoding: bytes[end...], as: UTF8.self)
        restPosition = end
        fragmentPosition = bytes[end...].firstIndex(of: UInt8(ascii: "#"))
    }

    private static func host(_ bytes: ArraySlice<UInt8>, _ name: String) throws(AppleIdentityError) -> Host {
        func malformedHost(at position: Int) -> AppleIdentityError {
            AppleIdentityError(
                .malformedHost, "The \(name)'s host is not a domain name or an IP address.", position: position)
        }
        guard let authority = URLAuthority(bytes) else { throw malformedHost(at: bytes.startIndex) }
        let (host, tail) = (authority.host, authority.tail)
        if !tail.isEmpty {
            guard let digits = authority.portDigits, (1...5).contains(digits.count),
                let port = Int(String(decoding: digits, as: UTF8.self)), (1...65_535).contains(port)
            else {
                throw AppleIdentityError(
                    .malformedPort, "The \(name)'s port is not a number from 1 to 65535.", position: tail.startIndex)
            }
        }
        let text = String(decoding: host, as: UTF8.self).lowercased()
        if host.first == UInt8(ascii: "[") {
            let inside = host.dropFirst().dropLast()
            guard inside.count >= 2,
                inside.allSatisfy({ $0.isHexadecimalDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") })
            else { throw malformedHost(at: host.startIndex) }
            return .address(text)
        }
        let labels = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard host.count <= 253, let last = labels.last else {
            throw malformedHost(at: host.startIndex)
        }
        if let label = labels.first(where: { !URLAuthority.isLabel($0) }) {
            throw malformedHost(at: label.startIndex)
        }
        // The last label of a name does not begin with a digit (RFC 3696, section 2). Resolvers treat such a host as a number.
        return last.first.map { (0x30...0x39).contains($0) } == true ? .address(text) : .name(text)
    }
}

extension AbsoluteURL.Host {
    /// Whether the host is the local machine, in any form that this library accepts.
    var isLoopback: Bool {
        switch self {
        case .name(let name): name == "localhost" || name.hasSuffix(".localhost")
        case .address("[::1]"): true
        case .address(let text): Self.isLoopbackAddress(text)
        }
    }

    /// Returns whether the text is an address of 127.0.0.0/8 in four decimal parts.
    private static func isLoopbackAddress(_ text: String) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in
                UInt8(part).map { String($0) == part } ?? false
            }
    }
}
