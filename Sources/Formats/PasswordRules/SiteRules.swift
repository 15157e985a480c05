/// Rules of many sites, looked up by the name of a site or of one of its subdomains.
public struct SiteRules: Sendable {
    /// The rules of one site.
    public struct Entry: Hashable, Sendable {
        /// The site.
        public let site: SiteName

        /// Its rules.
        public let rules: PasswordRules

        /// Whether they hold for this very name only, not for its subdomains (`exact-domain-match-only`).
        public let isExact: Bool

        /// An entry.
        public init(site: SiteName, rules: PasswordRules, isExact: Bool = false) {
            self.site = site
            self.rules = rules
            self.isExact = isExact
        }
    }

    private let entries: [SiteName: Entry]

    /// A collection of entries. Of two for the same site the later one counts.
    public init(_ entries: some Sequence<Entry>) {
        self.entries = Dictionary(entries.map { ($0.site, $0) }, uniquingKeysWith: { $1 })
    }

    /// The most specific entry that holds for the site: its own, else that of the nearest domain above it whose entry is not
    /// exact; nil where there is none.
    public func entry(for site: SiteName) -> Entry? {
        if let own = entries[site] { return own }
        var above = site.parent
        while let name = above {
            if let entry = entries[name], !entry.isExact { return entry }
            above = name.parent
        }
        return nil
    }
}

/// The name of a site: a domain name in lower case, without scheme, port or path.
public struct SiteName: Hashable, Sendable, CustomStringConvertible {
    /// The name in lower case, without a dot at its end.
    public let description: String

    /// The name, or nil where it is none. One dot at the end is taken off, upper case is lowered.
    ///
    /// Labels of 1 to 63 letters, digits, dashes and underscores, 253 bytes in all. A scheme, a port, a path, an IPv6 address or a letter
    /// outside ASCII is refused; write internationalised names in their `xn--` form.
    public init?(_ text: String) {
        var bytes = Array(text.utf8)
        if bytes.last == Self.dot { bytes.removeLast() }
        guard !bytes.isEmpty, bytes.count <= Self.longestName else { return nil }
        let labels = bytes.split(separator: Self.dot, omittingEmptySubsequences: false)
        guard labels.allSatisfy({ (1...Self.longestLabel).contains($0.count) && $0.allSatisfy(Self.isLabelByte) }) else {
            return nil
        }
        description = String(decoding: bytes, as: UTF8.self).lowercased()
    }

    /// The name without its first label; nil where it has only one.
    var parent: SiteName? {
        description.firstIndex(of: ".").map { SiteName(verified: String(description[description.index(after: $0)...])) }
    }

    private init(verified: String) { description = verified }

    private static func isLabelByte(_ byte: UInt8) -> Bool {
        byte.isIdentifierByte || byte.isDigitByte || byte == UInt8(ascii: "_")
    }

    private static let dot = UInt8(ascii: ".")
    private static let longestName = 253
    private static let longestLabel = 63
}
