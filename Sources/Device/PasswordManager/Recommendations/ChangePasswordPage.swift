package import AssociatedDomains

/// Where the password of a site is changed.
package struct ChangePasswordPage: Hashable, Sendable {
    package enum Source: String, Hashable, Sendable, CaseIterable {
        /// The well-known address (W3C, "A Well-Known URL for Changing Passwords"), whose answer could be relied on.
        case wellKnown = "well-known"
        /// Known of this site.
        case known
    }

    package let host: DomainName
    /// Always https. The browser follows where it leads.
    package let address: String
    package let source: Source
}

/// Finds out where the password of a site is changed, as a value: which addresses to ask, and what their answers come to.
///
/// Many sites answer every address with a page. So an address that should not exist is asked first: where it is answered as if it did,
/// the other answer says nothing.
package struct ChangePasswordProbe: Hashable, Sendable {
    package let host: DomainName

    package init(host: DomainName) {
        self.host = host
    }

    /// Where the page should be.
    package var wellKnownAddress: String { "https://\(host)/.well-known/change-password" }

    /// Where nothing should be.
    package var unlikelyAddress: String {
        "https://\(host)/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200"
    }

    /// What the last answers come to, redirects followed; nil for no answer. Nil where the site names no page.
    ///
    /// - Parameter known: an address that is known of the site, for when the well-known one cannot be relied on. Other schemes than https
    ///   are refused.
    package func page(unlikelyStatus: Int?, wellKnownStatus: Int?, known: String?) -> ChangePasswordPage? {
        if let unlikelyStatus, let wellKnownStatus, !Self.isOK(unlikelyStatus), Self.isOK(wellKnownStatus) {
            return ChangePasswordPage(host: host, address: wellKnownAddress, source: .wellKnown)
        }
        guard let known, known.hasPrefix("https://"), SiteAddress.host(of: known) != nil else { return nil }
        return ChangePasswordPage(host: host, address: known, source: .known)
    }

    /// The "ok status" of Fetch.
    private static func isOK(_ status: Int) -> Bool { (200...299).contains(status) }

    /// Asks the site. Where it does not answer, what is known of it counts.
    package func run(over transport: any ChangePasswordTransport, known: String? = nil) async -> ChangePasswordPage? {
        let unlikely = try? await transport.status(of: unlikelyAddress)
        // Where the first answer already says that nothing can be relied on, the second is not asked for.
        let isReliable = unlikely.map { !Self.isOK($0) } ?? false
        let wellKnown = isReliable ? try? await transport.status(of: wellKnownAddress) : nil
        return page(unlikelyStatus: unlikely, wellKnownStatus: wellKnown, known: known)
    }
}

/// Sends the requests of ``ChangePasswordProbe``.
package protocol ChangePasswordTransport: Sendable {
    /// Sends a GET without cookies or other credentials, past every cache; follows redirects to https addresses, at most twenty; and gives
    /// the last status. Throws where there is none.
    func status(of address: String) async throws -> Int
}
