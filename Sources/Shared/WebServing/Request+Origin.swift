import HTTPTypes
package import Hummingbird

extension Request {
    /// The host that the client asked for, in lower case and without the port. An IPv6 address has brackets.
    package var hostName: String {
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") { return String(authority[...end]) }
        return String(authority.prefix { $0 != ":" })
    }

    /// Whether the client asked for a name of this machine. A page elsewhere could point its own name at a server on loopback (DNS
    /// rebinding).
    package var isForThisMachine: Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains(hostName) || hostName.hasSuffix(".localhost")
    }

    /// Whether the request comes from a page of this origin, from the user's address bar, or from a program. A browser names the origin
    /// in every POST request (Fetch standard, `Origin`; Fetch Metadata, `Sec-Fetch-Site`); a program may omit both fields.
    package var isOfOwnOrigin: Bool {
        let origins = headers[values: .origin].map { $0.lowercased() }
        return origins.allSatisfy { $0 == "http://" + authority || $0 == "https://" + authority }
            && ["same-origin", "none", nil].contains(headers[.secFetchSite])
    }

    /// Whether the request comes from a page of this origin or from a program. A page on another port has the same cookies, and could
    /// occupy all event streams.
    package var isOfOwnPage: Bool { isOfOwnOrigin && headers[.secFetchSite] != "none" }

    private var authority: String { (head.authority ?? "").lowercased() }
}
