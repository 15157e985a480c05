package import AssociatedDomains

/// Which way a file is fetched.
package enum SiteRoute: String, CaseIterable, Sendable {
    /// From the site itself.
    case origin
    /// From Apple's content delivery network, which most devices ask.
    case cdn

    /// Where the file is looked for, in this order while the answer is 4xx.
    package var locations: [SiteFetch.Location] {
        switch self {
        case .origin: [.wellKnown, .root]
        case .cdn: [.network]
        }
    }
}
