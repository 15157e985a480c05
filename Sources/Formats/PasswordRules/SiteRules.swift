/// Rules of many sites, found by the name of a site or of a subdomain.
public struct SiteRules: Sendable {
    /// The rules of one site.
    public struct Entry: Hashable, Sendable {
        /// The site.
        public let site: SiteName

        /// The rules of the site.
        public let rules: PasswordRules

        /// Whether the rules apply to this name only and not to its subdomains (`exact-domain-match-only`).
        public let isExact: Bool

        /// Creates an entry.
        public init(site: SiteName, rules: PasswordRules, isExact: Bool = false) {
            self.site = site
            self.rules = rules
            self.isExact = isExact
        }
    }

    private let entries: [SiteName: Entry]

    /// Creates a collection of entries. Of several entries for one site, the last one applies.
    public init(_ entries: some Sequence<Entry>) {
        self.entries = Dictionary(entries.map { ($0.site, $0) }, uniquingKeysWith: { $1 })
    }

    /// Returns the most specific entry for a site: its own, otherwise that of the nearest parent domain whose entry is not exact.
    /// Returns nil if none exists.
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

/// The name of a site: a lower-case domain name without scheme, port or path.
public struct SiteName: Hashable, Sendable, CustomStringConvertible {
    /// The lower-case name, without a trailing dot.
    public let description: String

    /// Creates a name from text. Converts it to lower case and removes one trailing dot. Returns nil if the text is malformed.
    ///
    /// A name has labels of 1 to 63 letters, digits, dashes and underscores, and at most 253 bytes. Rejects a scheme, a port, a
    /// path, an IPv6 address and letters outside ASCII. Write internationalized names in their `xn--` form.
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

    /// The name without its first label. Nil if it has only one label.
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
