import AccountPages
import AssociatedDomains
import SiteChecks

/// A validated question: every field was parsed.
struct CheckedDomainQuestion: Sendable {
    /// The source of the file.
    enum Source: Sendable {
        /// The text of a file.
        case text([UInt8])
        /// A fetch by these routes, at least one.
        case fetch(DomainName, port: Int, [SiteRoute])
    }

    let source: Source
    /// The site, if the question names one.
    let domain: DomainName?
    let app: AppIdentifier?
    /// The services of the question; empty for all.
    let services: [AssociatedService]
    let link: LinkURL?

    /// The maximum size of a file in UTF-8 bytes, from Apple's former guide.
    static let fileLimit = 128 * 1_024

    /// The maximum length of a link in UTF-8 bytes, above the length of any universal link.
    static let linkLimit = 2_048

    /// Validates a question. White space around a line is ignored.
    ///
    /// - Throws: an error with every invalid field.
    init(_ question: DomainQuestion, access: ToolsConfiguration.SiteAccess) throws(DomainQuestionError) {
        var rejection = DomainQuestionError()
        let isPasted = question.file.utf8.contains { !Self.blanks.contains($0) }
        var site: (domain: DomainName, port: Int)?
        if !isPasted || !question.domain.trimmed.isEmpty {
            site = rejection.reading(.domain) { () throws(AssociatedDomainsError) in try Self.site(question.domain.trimmed, access)
            }
        }
        app = question.appID.trimmed.nonEmpty.flatMap { text in
            rejection.reading(.appID) { () throws(AssociatedDomainsError) in try AppIdentifier(text) }
        }
        link = question.link.trimmed.nonEmpty.flatMap { text in rejection.link(text) }
        if isPasted, question.file.utf8.count > Self.fileLimit {
            rejection.add(
                .file, "too-large",
                "The text has \(question.file.utf8.count) bytes. The maximum is \(Self.fileLimit) bytes."
            )
        }
        services = question.service.flatMap { AssociatedService(rawValue: $0.rawValue) }.map { [$0] } ?? []
        domain = site?.domain
        guard rejection.errors.isEmpty else { throw rejection }
        if isPasted {
            source = .text(Array(question.file.utf8))
        } else if let site {
            source = .fetch(site.domain, port: site.port, question.source.routes)
        } else {
            throw rejection
        }
    }

    /// Parses a domain. If all sites may be fetched, a port may follow.
    private static func site(
        _ text: String, _ access: ToolsConfiguration.SiteAccess
    ) throws(AssociatedDomainsError) -> (domain: DomainName, port: Int) {
        guard access == .all, let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0
        else { return (try DomainName(text), 443) }
        return (try DomainName(String(text[..<colon])), Int(port))
    }

    private static let blanks = Set(" \t\r\n".utf8)
}

/// The reasons for a rejected question, by field.
struct DomainQuestionError: Error {
    private(set) var errors: [AccountPages.FormError] = []

    mutating func add(_ field: FormField, _ code: String, _ message: String) {
        errors.append(AccountPages.FormError(field: field, code: code, reason: .english(message)))
    }

    fileprivate mutating func reading<Value>(
        _ field: FormField, _ read: () throws(AssociatedDomainsError) -> Value
    ) -> Value? {
        do {
            return try read()
        } catch {
            add(field, error.code.rawValue, "\(error.reason) \(error.remedy)")
            return nil
        }
    }

    fileprivate mutating func link(_ text: String) -> LinkURL? {
        guard text.utf8.count <= CheckedDomainQuestion.linkLimit else {
            add(.link, "url-too-long", "The link is longer than \(CheckedDomainQuestion.linkLimit) bytes.")
            return nil
        }
        do {
            return try LinkURL(text)
        } catch {
            add(.link, error.code.rawValue, error.reason)
            return nil
        }
    }
}

extension DomainSource {
    fileprivate var routes: [SiteRoute] {
        switch self {
        case .site: [.origin]
        case .network: [.cdn]
        case .both: [.origin, .cdn]
        }
    }
}

extension String {
    /// The text without leading and trailing white space, which pasting may add.
    var trimmed: String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let scalars = unicodeScalars.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        return String(String.UnicodeScalarView(scalars))
    }

    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
