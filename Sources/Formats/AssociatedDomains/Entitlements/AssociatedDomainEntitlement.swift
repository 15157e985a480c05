/// One entry of the entitlement `com.apple.developer.associated-domains`: `service:domain`, optionally with `?mode=`.
public struct AssociatedDomainEntitlement: Sendable, Hashable, CustomStringConvertible {
    /// The shared service.
    public let service: AssociatedService

    /// The site. For `*.example.com` it is `example.com`, where the file is.
    public let domain: DomainName

    /// Whether the entry begins with `*.`. It then covers every name below the domain, but not the domain itself.
    public let coversSubdomains: Bool

    /// The mode, if any.
    public let mode: EntitlementMode?

    /// Creates an entitlement. Returns nil for a wildcard if the service does not support it.
    public init?(service: AssociatedService, domain: DomainName, coversSubdomains: Bool = false, mode: EntitlementMode? = nil) {
        guard service.permitsWildcards || !coversSubdomains else { return nil }
        self.service = service
        self.domain = domain
        self.coversSubdomains = coversSubdomains
        self.mode = mode
    }

    /// Parses an entitlement. Repairs nothing, because the system silently drops malformed entries.
    ///
    /// - Throws: ``AssociatedDomainsError`` with the position of the first invalid character.
    public init(_ text: String) throws(AssociatedDomainsError) {
        self = try EntitlementParser(text).parse()
    }

    init(checked service: AssociatedService, _ domain: DomainName, _ coversSubdomains: Bool, _ mode: EntitlementMode?) {
        self.service = service
        self.domain = domain
        self.coversSubdomains = coversSubdomains
        self.mode = mode
    }

    /// The same entry without its mode.
    var withoutMode: AssociatedDomainEntitlement { AssociatedDomainEntitlement(checked: service, domain, coversSubdomains, nil) }

    /// Returns whether the entitlement covers a host.
    public func covers(_ host: DomainName) -> Bool {
        coversSubdomains ? host.isSubdomain(of: domain) : host == domain
    }

    /// The host as written: `example.com` or `*.example.com`.
    public var host: String { coversSubdomains ? "*." + domain.text : domain.text }

    /// The entitlement as text, in lower case.
    public var description: String { "\(service.rawValue):\(host)" + (mode.map { "?mode=" + $0.rawValue } ?? "") }
}

extension AssociatedDomainEntitlement: Codable {
    /// Decodes the text. Throws `AssociatedDomainsError` for text that ``init(_:)`` rejects.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// The mode of an entitlement: a source of the file other than the content delivery network.
public enum EntitlementMode: String, Sendable, Hashable, CaseIterable, Codable {
    /// `?mode=developer`: directly from the site with any certificate. Applies to apps signed for development on a device in
    /// developer mode.
    case developer
    /// `?mode=managed`: directly from the site with a certificate that the device trusts. Applies to apps that a device manager
    /// installed.
    case managed
    /// `?mode=developer+managed`: either of the two.
    case developerOrManaged = "developer+managed"

    /// Whether the mode applies to apps signed for development.
    public var includesDeveloper: Bool { self != .managed }

    /// Whether the mode applies to managed apps.
    public var includesManaged: Bool { self != .developer }
}

/// A service that an app and a site share. The raw value is the name in entitlements and association files.
public enum AssociatedService: String, Sendable, Hashable, CaseIterable, Codable {
    /// Universal links.
    case applinks
    /// Passwords, passkeys and Sign in with Apple upgrades.
    case webcredentials
    /// App Clips.
    case appclips
    /// Handoff.
    case activitycontinuation

    /// Whether an entitlement for this service may name `*.example.com`.
    public var permitsWildcards: Bool { self != .appclips }
}

/// A parser for one entitlement.
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
        // A development machine may be named `localhost` or `studio`. A public domain has two or more labels.
        guard domain.labels.count > 1 || mode?.includesDeveloper == true else {
            throw AssociatedDomainsError(
                .singleLabel, at: start, "The domain has only one label.", "Write the full name, such as www.example.com.")
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
            throw AssociatedDomainsError(
                .space, at: place, "An entitlement must not contain spaces or control characters.", "Remove them.")
        }
    }

    private func readService() throws(AssociatedDomainsError) -> (AssociatedService, Int) {
        guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
            throw AssociatedDomainsError(
                .missingService, at: 0, "The service and its colon are missing.",
                "Begin with \(Self.services) and a colon, such as webcredentials:example.com.")
        }
        let name = String(decoding: bytes[..<colon], as: UTF8.self)
        if let service = AssociatedService(rawValue: name) { return (service, colon + 1) }
        if ["http", "https"].contains(name.lowercased()) {
            throw AssociatedDomainsError(
                .scheme, at: 0, "An entitlement is not a URL.", "Write service and domain: webcredentials:example.com.")
        }
        if name.contains(".") {
            throw AssociatedDomainsError(
                .missingService, at: 0, "The service and its colon are missing.", "Begin with \(Self.services) and a colon.")
        }
        let meant = AssociatedService(rawValue: name.lowercased())
        throw AssociatedDomainsError(
            .unknownService, at: 0, "Unknown service.",
            meant.map { "Write \($0.rawValue) in lower case." } ?? "Write \(Self.services).")
    }

    /// Checks for parts of a URL that a domain cannot have, because each has a specific remedy.
    private func checkHostSyntax(_ range: Range<Int>) throws(AssociatedDomainsError) {
        let host = bytes[range]
        if host.starts(with: "//".utf8) {
            throw AssociatedDomainsError(
                .slashes, at: range.lowerBound, "Slashes must not precede the domain.", "Remove the slashes.")
        }
        if let colon = host.firstIndex(of: UInt8(ascii: ":")), host[colon...].starts(with: "://".utf8) {
            throw AssociatedDomainsError(
                .scheme, at: range.lowerBound, "A scheme must not precede the domain.", "Remove the scheme and its slashes.")
        }
        for index in range {
            switch bytes[index] {
            case UInt8(ascii: "/"):
                throw bytes[index..<range.upperBound].allSatisfy { $0 == UInt8(ascii: "/") }
                    ? AssociatedDomainsError(.trailingSlash, at: index, "A slash must not follow the domain.", "Remove the slash.")
                    : AssociatedDomainsError(
                        .path, at: index, "An entitlement names a whole site and has no path.",
                        "Remove the path. The association file defines which paths open the app.")
            case UInt8(ascii: "#"):
                throw AssociatedDomainsError(
                    .fragment, at: index, "An entitlement must not have a fragment.", "Remove the fragment.")
            case UInt8(ascii: "@"):
                throw AssociatedDomainsError(
                    .userInformation, at: index, "A user name must not precede the domain.", "Remove the user name.")
            case UInt8(ascii: ":") where bytes[range.lowerBound] != UInt8(ascii: "["):
                throw AssociatedDomainsError(
                    .port, at: index, "An entitlement must not have a port.", "Remove the port. The file is served at port 443.")
            default: continue
            }
        }
    }

    private func readMode(from start: Int) throws(AssociatedDomainsError) -> EntitlementMode {
        let query = bytes[start...]
        let name = Array("mode=".utf8)
        guard query.starts(with: name) else {
            throw AssociatedDomainsError(
                .query, at: start - 1, "The only supported query is mode=.", "Remove the query.")
        }
        guard let mode = EntitlementMode(rawValue: String(decoding: query.dropFirst(name.count), as: UTF8.self)) else {
            throw AssociatedDomainsError(
                .unknownMode, at: start + name.count, "Unknown mode.", "Write developer, managed or developer+managed.")
        }
        return mode
    }

    private func readHost(_ range: Range<Int>, _ service: AssociatedService) throws(AssociatedDomainsError) -> (Bool, DomainName) {
        var start = range.lowerBound
        if let star = bytes[range].firstIndex(of: UInt8(ascii: "*")) {
            guard service.permitsWildcards else {
                throw AssociatedDomainsError(
                    .wildcardNotPermitted, at: star, "\(service.rawValue) does not support wildcards.",
                    "Write one entry for each domain.")
            }
            guard star == start, bytes[range].starts(with: "*.".utf8),
                !bytes[(star + 1)..<range.upperBound].contains(UInt8(ascii: "*"))
            else {
                let place = star == start && bytes[range].starts(with: "*.".utf8) ? lastStar(in: range) : star
                throw AssociatedDomainsError(
                    .misplacedWildcard, at: place, "A star must be the whole first label of a domain.", "Write *.example.com.")
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
    private static let form = "Write service and domain, such as webcredentials:example.com."
}
