/// One entry of the entitlement `com.apple.developer.associated-domains`: `service:domain`, with or without `?mode=`.
public struct AssociatedDomainEntitlement: Sendable, Hashable, CustomStringConvertible {
    /// What is shared.
    public let service: AssociatedService

    /// The site; of `*.example.com`, `example.com`, where its file lies.
    public let domain: DomainName

    /// Whether it was written with `*.`: it then stands for every name below the domain, and not for the domain itself.
    public let coversSubdomains: Bool

    /// The mode, where there is one.
    public let mode: EntitlementMode?

    /// The entitlement of its parts; nil for a wildcard of a service that permits none.
    public init?(service: AssociatedService, domain: DomainName, coversSubdomains: Bool = false, mode: EntitlementMode? = nil) {
        guard service.permitsWildcards || !coversSubdomains else { return nil }
        self.service = service
        self.domain = domain
        self.coversSubdomains = coversSubdomains
        self.mode = mode
    }

    /// An entitlement from its text.
    ///
    /// - Throws: at the first character that cannot stand where it stands. The system drops such an entry without a word; so
    ///   nothing is repaired here.
    public init(_ text: String) throws(EntitlementError) {
        self = try EntitlementParser(text).parse()
    }

    init(checked service: AssociatedService, _ domain: DomainName, _ coversSubdomains: Bool, _ mode: EntitlementMode?) {
        self.service = service
        self.domain = domain
        self.coversSubdomains = coversSubdomains
        self.mode = mode
    }

    /// The same entry as if it were written without a mode.
    var withoutMode: AssociatedDomainEntitlement { AssociatedDomainEntitlement(checked: service, domain, coversSubdomains, nil) }

    /// Whether a host of a site lies within the entitlement.
    public func covers(_ host: DomainName) -> Bool {
        coversSubdomains ? host.isSubdomain(of: domain) : host == domain
    }

    /// The host as written: `example.com` or `*.example.com`.
    public var host: String { coversSubdomains ? "*." + domain.text : domain.text }

    /// The entitlement as it is written, in lower case.
    public var description: String { "\(service.rawValue):\(host)" + (mode.map { "?mode=" + $0.rawValue } ?? "") }
}

extension AssociatedDomainEntitlement: Codable {
    /// Decodes the text. Throws `EntitlementError` for what ``init(_:)`` refuses.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
