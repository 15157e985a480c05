package import AssociatedDomains

/// The page at which the password of a site is changed.
package struct ChangePasswordPage: Hashable, Sendable {
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// The well-known URL (W3C, "A Well-Known URL for Changing Passwords"), if the site's responses are reliable.
        case wellKnown = "well-known"
        /// Known data about this site.
        case known
    }

    package let host: DomainName
    /// The URL, always https. The browser follows its redirects.
    package let address: String
    package let source: Source
}

/// Determines the page at which the password of a site is changed, from the responses to two URLs.
///
/// Many sites return a page for every URL. Therefore a URL that should not exist is requested first. If it succeeds, the response
/// to the well-known URL has no significance.
package struct ChangePasswordProbe: Hashable, Sendable {
    package let host: DomainName

    package init(host: DomainName) {
        self.host = host
    }

    /// The well-known URL of the page.
    package var wellKnownAddress: String { "https://\(host)/.well-known/change-password" }

    /// A URL that should not exist.
    package var unlikelyAddress: String {
        "https://\(host)/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"
    }

    /// Evaluates the final statuses, after redirects. Nil means no response. Returns nil if the site has no page.
    ///
    /// - Parameter known: A known URL for the site, used if the well-known one is unreliable. Must be https.
    package func page(unlikelyStatus: Int?, wellKnownStatus: Int?, known: String?) -> ChangePasswordPage? {
        if let unlikelyStatus, let wellKnownStatus, !Self.isOK(unlikelyStatus), Self.isOK(wellKnownStatus) {
            return ChangePasswordPage(host: host, address: wellKnownAddress, source: .wellKnown)
        }
        guard let known, known.hasPrefix("https://"), SiteAddress.host(of: known) != nil else { return nil }
        return ChangePasswordPage(host: host, address: known, source: .known)
    }

    /// Returns whether the status is an "ok status" of Fetch.
    private static func isOK(_ status: Int) -> Bool { (200...299).contains(status) }

    /// Requests the URLs. Without a response, the known URL is used.
    package func run(over transport: any ChangePasswordTransport, known: String? = nil) async -> ChangePasswordPage? {
        let unlikely = try? await transport.status(of: unlikelyAddress)
        // If the first response shows that the site is unreliable, the second request is not sent.
        let isReliable = unlikely.map { !Self.isOK($0) } ?? false
        let wellKnown = isReliable ? try? await transport.status(of: wellKnownAddress) : nil
        return page(unlikelyStatus: unlikely, wellKnownStatus: wellKnown, known: known)
    }
}

/// Performs the requests of ``ChangePasswordProbe``.
package protocol ChangePasswordTransport: Sendable {
    /// Sends a GET request without credentials and without caches, and follows at most twenty redirects to https URLs. Returns
    /// the last status. Throws if there is no response.
    func status(of address: String) async throws -> Int
}
