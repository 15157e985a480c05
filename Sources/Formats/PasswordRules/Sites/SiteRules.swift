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
