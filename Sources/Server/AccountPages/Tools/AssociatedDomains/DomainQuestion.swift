/// What was typed into the tool for associated domains, as it was typed.
package struct DomainQuestion: Sendable, Hashable {
    /// The site whose file is fetched.
    package var domain: String

    /// The text of a file, which is looked at in place of one that is fetched.
    package var file: String

    /// The app to ask about.
    package var appID: String

    /// The one service to ask about; nil for all.
    package var service: DomainService?

    /// A link to try.
    package var link: String

    /// Whom the file is asked of.
    package var source: DomainSource

    /// A question; an empty one to begin with.
    package init(
        domain: String = "", file: String = "", appID: String = "", service: DomainService? = nil, link: String = "",
        source: DomainSource = .site
    ) {
        self.domain = domain
        self.file = file
        self.appID = appID
        self.service = service
        self.link = link
        self.source = source
    }
}

/// What an app and a site can share, by the names of association files.
package enum DomainService: String, Sendable, Hashable, CaseIterable {
    case webcredentials
    case applinks
    case appclips
    case activitycontinuation

    /// What it is for, as the beginning of a line.
    var label: String {
        switch self {
        case .webcredentials: "Passwords and passkeys"
        case .applinks: "Universal links"
        case .appclips: "App Clips"
        case .activitycontinuation: "Handoff"
        }
    }
}

/// Whom a file is asked of.
package enum DomainSource: String, Sendable, Hashable, CaseIterable {
    case site
    /// Apple's content delivery network, which devices ask.
    case network
    case both

    var label: String {
        switch self {
        case .site: "The site itself"
        case .network: "Apple’s network, as devices do"
        case .both: "Both, and compare"
        }
    }
}
