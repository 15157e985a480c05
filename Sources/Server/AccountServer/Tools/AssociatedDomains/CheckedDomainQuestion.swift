import AccountPages
import AssociatedDomains
import SiteChecks

/// A question that can be answered. Each part has been read, or the question refused.
struct CheckedDomainQuestion: Sendable {
    /// Where the file comes from.
    enum Source: Sendable {
        /// The text of a file.
        case text([UInt8])
        /// A fetch by these ways, of which there is one at least.
        case fetch(DomainName, port: Int, [SiteRoute])
    }

    let source: Source
    /// The site, where one was named.
    let domain: DomainName?
    let app: AppIdentifier?
    /// The services asked about; none for all.
    let services: [AssociatedService]
    let link: LinkURL?

    /// The longest text of a file, in UTF-8 bytes: what Apple's guide allowed a file to have.
    static let fileLimit = 128 * 1_024

    /// The longest link, in UTF-8 bytes: beyond any that an app is opened by.
    static let linkLimit = 2_048

    /// Reads a question. Spaces around a line are passed over.
    ///
    /// - Throws: every part that is wrong, with its field.
    init(_ question: DomainQuestion, access: ToolsConfiguration.SiteAccess) throws(DomainQuestionRefusal) {
        var refusal = DomainQuestionRefusal()
        let isPasted = question.file.utf8.contains { !Self.blanks.contains($0) }
        var site: (domain: DomainName, port: Int)?
        if !isPasted || !question.domain.trimmed.isEmpty {
            site = refusal.reading(.domain) { () throws(AssociatedDomainsError) in try Self.site(question.domain.trimmed, access) }
        }
        app = question.appID.trimmed.nonEmpty.flatMap { text in
            refusal.reading(.appID) { () throws(AssociatedDomainsError) in try AppIdentifier(text) }
        }
        link = question.link.trimmed.nonEmpty.flatMap { text in refusal.link(text) }
        if isPasted, question.file.utf8.count > Self.fileLimit {
            refusal.add(
                .file, "too-large",
                "The text has \(question.file.utf8.count) bytes. At most \(Self.fileLimit) are read here, the most that devices took."
            )
        }
        services = question.service.flatMap { AssociatedService(rawValue: $0.rawValue) }.map { [$0] } ?? []
        domain = site?.domain
        guard refusal.errors.isEmpty else { throw refusal }
        if isPasted {
            source = .text(Array(question.file.utf8))
        } else if let site {
            source = .fetch(site.domain, port: site.port, question.source.routes)
        } else {
            throw refusal
        }
    }

    /// A domain; where all sites may be visited, with a port if it has one.
    private static func site(
        _ text: String, _ access: ToolsConfiguration.SiteAccess
    ) throws(AssociatedDomainsError) -> (domain: DomainName, port: Int) {
        guard access == .all, let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]), port > 0
        else { return (try DomainName(text), 443) }
        return (try DomainName(String(text[..<colon])), Int(port))
    }

    private static let blanks = Set(" \t\r\n".utf8)
}

/// Why a question is not answered: what to put right.
struct DomainQuestionRefusal: Error {
    private(set) var errors: [AccountPages.FormError] = []

    mutating func add(_ field: FormField, _ code: String, _ message: String) {
        errors.append(AccountPages.FormError(field: field, code: code, message: message))
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
    /// Without the white space at both ends that comes along when something is pasted.
    fileprivate var trimmed: String {
        let isBlank = { (scalar: Unicode.Scalar) in scalar.properties.isWhitespace }
        let scalars = unicodeScalars.drop(while: isBlank).reversed().drop(while: isBlank).reversed()
        return String(String.UnicodeScalarView(scalars))
    }

    fileprivate var nonEmpty: String? { isEmpty ? nil : self }
}
