/// The app or site that receives a permission.
public enum AssetTarget: Sendable, Hashable {
    /// An Android app: its package, signed with one of these certificates.
    case androidApp(AndroidPackageName, Set<CertificateFingerprint>)
    /// A web site.
    case web(AssetSite)
}

/// The app or site that requests a permission.
public enum AssetRequester: Sendable, Hashable {
    /// An installed Android app: its package and its signing certificate.
    case androidApp(AndroidPackageName, CertificateFingerprint)
    /// A web site.
    case web(AssetSite)
}

/// A web site in asset links: `https://www.example.com`, with a port if it is not the default.
public struct AssetSite: Sendable, Hashable, CustomStringConvertible {
    /// Whether the scheme is https. Otherwise it is http.
    public let isSecure: Bool

    /// The host.
    public let host: DomainName

    /// The port, including the default port.
    public let port: UInt16

    /// Parses a site. Returns nil unless the text is a scheme and a host, or if it has a path other than a single slash, a query,
    /// a fragment or a user.
    public init?(_ text: String) {
        let lowered = text.lowercased()
        guard let scheme = ["https://", "http://"].first(where: lowered.hasPrefix) else { return nil }
        isSecure = scheme == "https://"
        var rest = lowered.dropFirst(scheme.count)
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count <= 2, let name = parts.first, let host = try? DomainName(String(name)) else { return nil }
        self.host = host
        guard parts.count == 2 else {
            port = isSecure ? 443 : 80
            return
        }
        guard parts[1].utf8.allSatisfy(\.isDigit), let number = UInt16(parts[1]), number > 0 else { return nil }
        port = number
    }

    /// The site as text, without its default port.
    public var description: String {
        let usual: UInt16 = isSecure ? 443 : 80
        return (isSecure ? "https://" : "http://") + host.text + (port == usual ? "" : ":\(port)")
    }
}

/// The package name of an Android app: `com.example.app`.
public struct AndroidPackageName: Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let text: String

    /// Parses a package name. Returns nil unless it has two or more segments of letters, digits and underscores that begin with a
    /// letter.
    public init?(_ text: String) {
        let segments = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard segments.count >= 2, segments.allSatisfy(Self.isSegment) else { return nil }
        self.text = text
    }

    /// The name.
    public var description: String { text }

    private static func isSegment(_ segment: Substring.UTF8View) -> Bool {
        guard let first = segment.first, first.isUpperCase || first.isLowerCase else { return false }
        return segment.allSatisfy { $0.isUpperCase || $0.isLowerCase || $0.isDigit || $0 == UInt8(ascii: "_") }
    }
}

/// The SHA-256 fingerprint of the signing certificate of an Android app.
public struct CertificateFingerprint: Sendable, Hashable, CustomStringConvertible {
    /// The 32 bytes.
    public let bytes: [UInt8]

    /// Parses 32 pairs of hexadecimal digits separated by colons, in either case. Returns nil for other text.
    public init?(_ text: String) {
        let pairs = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard pairs.count == Self.length else { return nil }
        var bytes: [UInt8] = []
        for pair in pairs {
            guard pair.count == 2, let high = pair.first?.hexadecimalDigit, let low = pair.last?.hexadecimalDigit else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.bytes = bytes
    }

    /// The fingerprint in upper case, as Android's tools print it.
    public var description: String {
        bytes.map { String($0 >> 4, radix: 16, uppercase: true) + String($0 & 0xF, radix: 16, uppercase: true) }.joined(
            separator: ":")
    }

    private static let length = 32
}
