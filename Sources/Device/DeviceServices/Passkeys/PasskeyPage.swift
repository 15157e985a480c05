import AssociatedDomains
import PasswordManager
package import WebClient

/// A web page and the relying party whose passkeys it may use (Web Authentication Level 3, section 5.1.3, step 8).
///
/// A page needs no association: its own host decides. Related origins are not supported.
package struct PasskeyPage: Hashable, Sendable {
    /// The origin of the page, as the client data contain it.
    package let origin: String
    package let relyingParty: String

    /// Returns nil for a page without https on another machine, and for a host that is not a domain. The relying party must be the
    /// page's host, or a parent domain of it below a public suffix.
    ///
    /// - Parameter relyingParty: The ID of the request; nil for the page's host.
    package init?(_ url: WebURL, relyingParty: String?) {
        guard let host = try? DomainName(url.host), url.scheme == .https || host.isLocalhost else { return nil }
        let name = relyingParty ?? host.text
        guard let domain = try? DomainName(name), domain.text == name,
            domain == host || host.isSubdomain(of: domain) && !domain.isPublicSuffix
        else { return nil }
        origin = url.origin
        self.relyingParty = name
    }
}
