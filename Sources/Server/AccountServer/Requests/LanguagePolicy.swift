package import Accounts
package import HTTPTypes
package import Texts

/// The languages of a site, and the choice among them for each request.
package struct LanguagePolicy: Sendable {
    /// The languages that a reader can choose.
    let offered: [Language]
    private let configured: Language
    private let cookies: WebCookies

    /// - Parameters:
    ///   - configured: the language for a reader whose request names none of the offered ones.
    ///   - isSecure: whether the public origin is https. An http origin is on loopback, where developers read pseudo-English.
    package init(configured: Language = .english, isSecure: Bool = true) {
        self.configured = configured
        offered = isSecure ? Language.offered : Language.allCases
        cookies = WebCookies(isSecure: isSecure)
    }

    init(_ site: SiteConfiguration) {
        self.init(configured: site.language, isSecure: site.publicOrigin.isSecure)
    }

    /// Returns the language of a response: the account's setting, the picker's cookie, `Accept-Language`, or the configuration.
    ///
    /// - Parameters:
    ///   - headers: the header fields of the request.
    ///   - account: the setting of the account that the response is for.
    package func reader(of headers: HTTPFields, account: LanguageTag? = nil) -> ReaderLanguage {
        choice(in: headers, account: account).reader(configured: configured, offered: offered)
    }

    /// Returns the language that the header fields ask for; nil if they name none of the offered ones.
    func requested(in headers: HTTPFields) -> Language? {
        choice(in: headers).chosen(configured: configured, offered: offered)?.language
    }

    private func choice(in headers: HTTPFields, account: LanguageTag? = nil) -> LanguageChoice {
        LanguageChoice(
            account: account.flatMap(Language.init), cookie: cookies.preference(.language, in: headers),
            acceptLanguage: headers[.acceptLanguage])
    }
}

extension Language {
    /// Returns nil for a language without texts.
    init?(_ tag: LanguageTag) {
        self.init(rawValue: tag.text)
    }

    /// The language as the domain stores it.
    var domainTag: LanguageTag { LanguageTag(tag) ?? .english }
}

extension ReaderZone {
    /// Returns nil for a zone that the time-zone database does not have.
    init?(_ name: TimeZoneName) {
        self.init(name.text)
    }
}

extension Account {
    /// The zone that the owner chose; nil without a choice, and for an imported zone that the time-zone database does not have.
    var readerZone: ReaderZone? { timeZone.flatMap { ReaderZone($0) } }
}

extension TimeZoneName {
    /// Creates the name of a zone of the time-zone database. Returns nil for any other text.
    init?(known text: String) {
        guard ReaderZone(text) != nil else { return nil }
        self.init(text)
    }
}
