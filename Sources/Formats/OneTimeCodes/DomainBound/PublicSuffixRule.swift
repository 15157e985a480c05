/// Answers what the owner of a site is, which takes the public suffix list. Injected: the list changes every week, and this library
/// holds none.
public struct PublicSuffixRule: Sendable {
    private let registrable: @Sendable (String) -> String?

    /// A rule.
    ///
    /// - Parameter registrableDomain: for a host in lower case, its registrable domain (`www.example.co.uk` gives `example.co.uk`);
    ///   nil for a public suffix, an address, and whatever has none.
    public init(registrableDomain: @escaping @Sendable (String) -> String?) {
        registrable = registrableDomain
    }

    /// Knows no suffixes, so that each host is a site of its own. Refuses too much, never too little.
    public static let exactHosts = PublicSuffixRule { _ in nil }

    /// Whether two origins are of one site (HTML, "same site"): the scheme is the same, and the hosts are equal or of one
    /// registrable domain.
    public func isSameSite(_ left: WebOrigin, _ right: WebOrigin) -> Bool {
        guard left.scheme == right.scheme else { return false }
        if left.host == right.host { return true }
        guard let owner = registrable(left.host.text) else { return false }
        return owner == registrable(right.host.text)
    }
}
