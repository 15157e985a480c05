import HTTPTypes
import Hummingbird

/// Tells requests of our own pages, and of programs on this machine, from those that pages of others send.
enum OwnRequests {
    /// Refuses other host names than those of this machine: a page elsewhere could give us a name of its own (DNS rebinding).
    static func requireOwnHost(_ request: Request) throws(PageProblem) {
        let authority = (request.head.authority ?? "").lowercased()
        let name =
            authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
        guard names.contains(name) || name.hasSuffix(".localhost") else {
            throw PageProblem(.forbidden, "foreign-host", "the devices are at 127.0.0.1 and localhost, not at “\(name)”")
        }
    }

    /// Refuses what another site's page sent. Browsers say with every post where it comes from; programs do not have to.
    static func requireOwnOrigin(_ request: Request) throws(PageProblem) {
        try requireOwnHost(request)
        let authority = (request.head.authority ?? "").lowercased()
        let origins = request.headers[values: .origin]
        let site = request.headers[.secFetchSite]
        guard origins.allSatisfy({ $0.lowercased() == "http://" + authority || $0.lowercased() == "https://" + authority }),
            site == nil || site == "same-origin" || site == "none"
        else { throw PageProblem(.forbidden, "foreign-origin", "the request was sent by a page of another site") }
    }

    private static let names: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
}
