package import AssociatedDomains
import FoundationEssentials
package import PasswordRules

/// Reads the files about single sites that password managers share (github.com/apple/password-manager-resources, `quirks/`).
///
/// The files are JSON of up to 4 MiB. One entry that is not of the form refuses the file: half a list is no list.
package enum QuirkFile {
    package static let maximumLength = 4 << 20

    /// `shared-credentials.json` and `shared-credentials-historical.json`: groups of sites.
    package static func sharedCredentials(_ bytes: [UInt8]) throws(QuirkFileError) -> [SharedCredentials.Group] {
        struct Entry: Decodable {
            let shared: [String]?
            let from: [String]?
            let to: [String]?
        }
        var groups: [SharedCredentials.Group] = []
        for (index, entry) in try decoded([Entry].self, bytes).enumerated() {
            switch (entry.shared, entry.from, entry.to) {
            case (let shared?, nil, nil): groups.append(SharedCredentials.Group(shared: try hosts(shared)))
            case (nil, let from?, let to?): groups.append(SharedCredentials.Group(from: try hosts(from), to: try hosts(to)))
            default: throw QuirkFileError("entry \(index + 1) has neither shared nor from and to")
            }
        }
        return groups
    }

    /// `websites-that-append-2fa-to-password.json`: a list of sites.
    package static func sites(_ bytes: [UInt8]) throws(QuirkFileError) -> Set<DomainName> {
        try hosts(decoded([String].self, bytes))
    }

    /// `password-rules.json`: rules for new passwords, by site.
    package static func passwordRules(_ bytes: [UInt8]) throws(QuirkFileError) -> SiteRules {
        struct Entry: Decodable {
            let rules: String
            let isExact: Bool?

            enum CodingKeys: String, CodingKey {
                case rules = "password-rules"
                case isExact = "exact-domain-match-only"
            }
        }
        var entries: [SiteRules.Entry] = []
        for (name, entry) in try decoded([String: Entry].self, bytes) {
            guard let site = SiteName(name), let rules = try? PasswordRules.parse(entry.rules).rules else {
                throw QuirkFileError("the entry of \(try host(name)) has no rules")
            }
            entries.append(SiteRules.Entry(site: site, rules: rules, isExact: entry.isExact ?? false))
        }
        return SiteRules(entries)
    }

    /// `change-password-URLs.json`: https addresses, by site. Others are refused.
    package static func changePasswordAddresses(_ bytes: [UInt8]) throws(QuirkFileError) -> [DomainName: String] {
        var addresses: [DomainName: String] = [:]
        for (name, address) in try decoded([String: String].self, bytes) {
            let host = try host(name)
            guard address.hasPrefix("https://"), SiteAddress.host(of: address) != nil else {
                throw QuirkFileError("the address of \(host) is not one of https")
            }
            addresses[host] = address
        }
        return addresses
    }

    private static func decoded<Value: Decodable>(_ type: Value.Type, _ bytes: [UInt8]) throws(QuirkFileError) -> Value {
        guard bytes.count <= maximumLength else { throw QuirkFileError("the file is larger than 4 MiB") }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes))
        } catch {
            throw QuirkFileError("the file is not of its form")
        }
    }

    private static func hosts(_ names: [String]) throws(QuirkFileError) -> Set<DomainName> {
        var hosts: Set<DomainName> = []
        for name in names { hosts.insert(try host(name)) }
        return hosts
    }

    private static func host(_ name: String) throws(QuirkFileError) -> DomainName {
        guard let host = try? DomainName(name) else { throw QuirkFileError("an entry names no site") }
        return host
    }
}

/// Why a file about sites is not taken.
package struct QuirkFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// For whoever brought the file.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}
