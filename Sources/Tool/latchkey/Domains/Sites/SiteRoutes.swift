import ArgumentParser
import AssociatedDomains
import SiteChecks

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
