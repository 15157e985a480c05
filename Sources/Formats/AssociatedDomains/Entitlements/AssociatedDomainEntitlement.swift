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
    public init(_ text: String) throws(AssociatedDomainsError) {
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
    /// Decodes the text. Throws `AssociatedDomainsError` for what ``init(_:)`` refuses.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Where a domain's file may be loaded from besides the content delivery network, as the query of an entitlement says it.
public enum EntitlementMode: String, Sendable, Hashable, CaseIterable, Codable {
    /// `?mode=developer`: straight from the site, whatever its certificate, for apps signed for development on a device in
    /// developer mode.
    case developer
    /// `?mode=managed`: straight from the site, with a certificate that the device trusts, for apps that a device manager
    /// installed.
    case managed
    /// `?mode=developer+managed`: either of the two.
    case developerOrManaged = "developer+managed"

    /// Whether the conditions of developer mode open this entitlement.
    public var includesDeveloper: Bool { self != .managed }

    /// Whether the conditions of managed apps open this entitlement.
    public var includesManaged: Bool { self != .developer }
}

/// What an app and a site can share. The raw value is the name in entitlements and association files.
public enum AssociatedService: String, Sendable, Hashable, CaseIterable, Codable {
    /// Universal links.
    case applinks
    /// Passwords, passkeys and Sign in with Apple upgrades.
    case webcredentials
    /// App Clips.
    case appclips
    /// Handoff.
    case activitycontinuation

    /// Whether an entitlement of this service may name `*.example.com`.
    public var permitsWildcards: Bool { self != .appclips }
}

/// Reads one entitlement, from left to right.
struct EntitlementParser {
    private let bytes: [UInt8]

    init(_ text: String) {
        bytes = Array(text.utf8)
    }

    func parse() throws(AssociatedDomainsError) -> AssociatedDomainEntitlement {
        try checkWhole()
        let (service, start) = try readService()
        let queryMark = bytes[start...].firstIndex(of: UInt8(ascii: "?"))
        let hostEnd = queryMark ?? bytes.count
        try checkHostSyntax(start..<hostEnd)
        let mode = try queryMark.map { mark throws(AssociatedDomainsError) in try readMode(from: mark + 1) }
        let (coversSubdomains, domain) = try readHost(start..<hostEnd, service)
        // A development machine may be called `localhost` or `studio`; in public such a name belongs to nobody.
        guard domain.labels.count > 1 || mode?.includesDeveloper == true else {
            throw AssociatedDomainsError(
                .singleLabel, at: start, "The domain has only one part.", "Write its full name, as in www.example.com.")
        }
        return AssociatedDomainEntitlement(checked: service, domain, coversSubdomains, mode)
    }

    private func checkWhole() throws(AssociatedDomainsError) {
        guard !bytes.isEmpty else { throw AssociatedDomainsError(.emptyEntitlement, at: 0, "The entitlement is empty.", Self.form) }
        guard bytes.count <= Self.longest else {
            throw AssociatedDomainsError(
                .entitlementTooLong, at: 0, "The entitlement has more than \(Self.longest) characters.", Self.form)
        }
        if let place = bytes.firstIndex(where: \.isSpaceOrControl) {
            throw AssociatedDomainsError(.space, at: place, "An entitlement holds no spaces or control characters.", "Remove them.")
        }
    }

    private func readService() throws(AssociatedDomainsError) -> (AssociatedService, Int) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            throw AssociatedDomainsError(
                .missingService, at: 0, "The service and its colon are missing.",
                "Begin with \(Self.services) and a colon, as in webcredentials:example.com.")
        }
        let name = String(decoding: bytes[..<colon], as: UTF8.self)
        if let service = AssociatedService(rawValue: name) { return (service, colon + 1) }
        if ["http", "https"].contains(name.lowercased()) {
            throw AssociatedDomainsError(
                .scheme, at: 0, "An entitlement is no URL.", "Write service and domain: webcredentials:example.com.")
        }
        if name.contains(".") {
            throw AssociatedDomainsError(
                .missingService, at: 0, "The service and its colon are missing.", "Begin with \(Self.services) and a colon.")
        }
        let meant = AssociatedService(rawValue: name.lowercased())
        throw AssociatedDomainsError(
            .unknownService, at: 0, "This is not the name of a service.",
            meant.map { "Write \($0.rawValue) in lower case." } ?? "Write \(Self.services).")
    }

    /// What makes a URL and not a domain name. Found first, because each has a remedy of its own.
    private func checkHostSyntax(_ range: Range<Int>) throws(AssociatedDomainsError) {
        let host = bytes[range]
        if host.starts(with: "//".utf8) {
            throw AssociatedDomainsError(
                .slashes, at: range.lowerBound, "Before the domain no slashes stand.", "Remove the slashes.")
        }
        if let colon = host.firstIndex(of: UInt8(ascii: ":")), host[colon...].starts(with: "://".utf8) {
            throw AssociatedDomainsError(
                .scheme, at: range.lowerBound, "Before the domain no scheme stands.", "Remove the scheme and its slashes.")
        }
        for index in range {
            switch bytes[index] {
            case UInt8(ascii: "/"):
                throw bytes[index..<range.upperBound].allSatisfy { $0 == UInt8(ascii: "/") }
                    ? AssociatedDomainsError(.trailingSlash, at: index, "After the domain no slash stands.", "Remove the slash.")
                    : AssociatedDomainsError(
                        .path, at: index, "An entitlement names a whole site, without a path.",
                        "Remove the path; the association file says which paths open the app.")
            case UInt8(ascii: "#"):
                throw AssociatedDomainsError(.fragment, at: index, "An entitlement has no fragment.", "Remove it.")
            case UInt8(ascii: "@"):
                throw AssociatedDomainsError(.userInformation, at: index, "Before the domain no user stands.", "Remove it.")
            case UInt8(ascii: ":") where bytes[range.lowerBound] != UInt8(ascii: "["):
                throw AssociatedDomainsError(
                    .port, at: index, "An entitlement with a port never works.", "Remove the port; the file is served at port 443.")
            default: continue
            }
        }
    }

    private func readMode(from start: Int) throws(AssociatedDomainsError) -> EntitlementMode {
        let query = bytes[start...]
        let name = Array("mode=".utf8)
        guard query.starts(with: name) else {
            throw AssociatedDomainsError(
                .query, at: start - 1, "The only query that an entitlement can have is mode=.", "Remove the query.")
        }
        guard let mode = EntitlementMode(rawValue: String(decoding: query.dropFirst(name.count), as: UTF8.self)) else {
            throw AssociatedDomainsError(
                .unknownMode, at: start + name.count, "This mode does not exist.", "Write developer, managed or developer+managed.")
        }
        return mode
    }

    private func readHost(_ range: Range<Int>, _ service: AssociatedService) throws(AssociatedDomainsError) -> (Bool, DomainName) {
        var start = range.lowerBound
        if let star = bytes[range].firstIndex(of: UInt8(ascii: "*")) {
            guard service.permitsWildcards else {
                throw AssociatedDomainsError(
                    .wildcardNotPermitted, at: star, "\(service.rawValue) permits no wildcards.",
                    "Name each domain in an entry of its own.")
            }
            guard star == start, bytes[range].starts(with: "*.".utf8),
                !bytes[(star + 1)..<range.upperBound].contains(UInt8(ascii: "*"))
            else {
                let place = star == start && bytes[range].starts(with: "*.".utf8) ? lastStar(in: range) : star
                throw AssociatedDomainsError(
                    .misplacedWildcard, at: place, "A star can only be the whole first part of a domain.", "Write *.example.com.")
            }
            start += 2
        }
        let domain = try readDomain(start..<range.upperBound)
        let coversSubdomains = start != range.lowerBound
        if coversSubdomains, domain.labels.count < 2 {
            throw AssociatedDomainsError(
                .wildcardTooWide, at: range.lowerBound, "The wildcard covers a whole top-level domain.", "Write *.example.com.")
        }
        return (coversSubdomains, domain)
    }

    private func lastStar(in range: Range<Int>) -> Int { bytes[range].lastIndex(of: UInt8(ascii: "*")) ?? range.lowerBound }

    private func readDomain(_ range: Range<Int>) throws(AssociatedDomainsError) -> DomainName {
        do {
            return try DomainName(String(decoding: bytes[range], as: UTF8.self))
        } catch {
            throw error.moved(by: range.lowerBound)
        }
    }

    private static let longest = 512
    private static let services = AssociatedService.allCases.map(\.rawValue).joined(separator: ", ")
    private static let form = "Write service and domain, as in webcredentials:example.com."
}
