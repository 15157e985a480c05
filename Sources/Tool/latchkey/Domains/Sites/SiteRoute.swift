import ArgumentParser
import AssociatedDomains

/// Which way a file is fetched.
enum SiteRoute: String, CaseIterable, Sendable {
    /// From the site itself.
    case origin
    /// From Apple's content delivery network, which most devices ask.
    case cdn

    /// Where the file is looked for, in this order while the answer is 4xx.
    var locations: [SiteFetch.Location] {
        switch self {
        case .origin: [.wellKnown, .root]
        case .cdn: [.network]
        }
    }
}

/// Which ways are asked for.
enum SiteRoutes: String, CaseIterable, ExpressibleByArgument {
    case origin
    case cdn
    case both

    var routes: [SiteRoute] {
        switch self {
        case .origin: [.origin]
        case .cdn: [.cdn]
        case .both: [.origin, .cdn]
        }
    }
}

extension AssociatedService {
    /// A service by the name that entitlements give it.
    static func named(_ text: String) throws -> AssociatedService {
        guard let service = AssociatedService(rawValue: text) else {
            throw ValidationError("a service is one of " + allCases.map(\.rawValue).joined(separator: ", "))
        }
        return service
    }
}
