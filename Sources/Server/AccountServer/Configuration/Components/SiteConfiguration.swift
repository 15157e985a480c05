/// What the service is called and where people find it.
package struct SiteConfiguration: Hashable, Sendable {
    package var publicOrigin: PublicOrigin

    /// Shown on pages and in their titles.
    package var name = Self.defaultName

    /// Whether `Strict-Transport-Security` covers the host's subdomains too, which cuts off those without https.
    package var coversSubdomains = false

    /// Whether `/` is the server's, and leads to the account or to sign-in. An application around it may have a page of its own there.
    var claimsHome = true

    package init(publicOrigin: PublicOrigin) {
        self.publicOrigin = publicOrigin
    }

    /// The words that people take from the site for a password: its name, the parts of the name, and the labels of its host without
    /// the top-level domain. Words of fewer than four characters occur in too many passwords.
    var contextWords: [String] {
        let labels = publicOrigin.address == nil ? publicOrigin.host.split(separator: ".").map(String.init) : []
        let words = [name] + name.split { !$0.isLetter && !$0.isNumber }.map(String.init) + labels.prefix(max(labels.count - 1, 1))
        return words.filter { $0.unicodeScalars.count >= 4 }
    }

    static var defaultName: String { "Latchkey" }
}
