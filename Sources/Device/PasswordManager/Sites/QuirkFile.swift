package import AssociatedDomains
import FoundationEssentials
package import PasswordRules

/// Parses the files about individual sites that password managers share (github.com/apple/password-manager-resources, `quirks/`).
///
/// The files are JSON of at most 4 MiB. A malformed entry makes the whole file invalid, because a partial list would be
/// misleading.
package enum QuirkFile {
    package static let maximumLength = 4 << 20

    /// Parses `shared-credentials.json` and `shared-credentials-historical.json`: groups of sites.
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

    /// Parses `websites-that-append-2fa-to-password.json`: a list of sites.
    package static func sites(_ bytes: [UInt8]) throws(QuirkFileError) -> Set<DomainName> {
        try hosts(decoded([String].self, bytes))
    }

    /// Parses `password-rules.json`: rules for new passwords, by site.
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

    /// Parses `change-password-URLs.json`: https URLs, by site. Rejects other schemes.
    package static func changePasswordAddresses(_ bytes: [UInt8]) throws(QuirkFileError) -> [DomainName: String] {
        var addresses: [DomainName: String] = [:]
        for (name, address) in try decoded([String: String].self, bytes) {
            let host = try host(name)
            guard address.hasPrefix("https://"), SiteAddress.host(of: address) != nil else {
                throw QuirkFileError("the address of \(host) must use https")
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
            throw QuirkFileError("the file is not the expected JSON\(position(of: error))")
        }
    }

    /// Returns the path of the keys to the value that `error` is about; empty if it is about the whole file.
    private static func position(of error: any Error) -> String {
        let path: [any CodingKey] =
            switch error as? DecodingError {
            case .keyNotFound(let key, let context)?: context.codingPath + [key]
            case .typeMismatch(_, let context)?, .valueNotFound(_, let context)?, .dataCorrupted(let context)?:
                context.codingPath
            default: []
            }
        let names = path.map { key in shown(key.intValue.map { String($0) } ?? key.stringValue) }
        return names.isEmpty ? "" : ", at \(names.joined(separator: "/"))"
    }

    /// Returns a name of the file for a message: at most 64 characters, with escapes for those beyond printable ASCII.
    private static func shown(_ name: String) -> String {
        name.unicodeScalars.prefix(64).map { $0.escaped(asASCII: true) }.joined()
    }

    private static func hosts(_ names: [String]) throws(QuirkFileError) -> Set<DomainName> {
        var hosts: Set<DomainName> = []
        for name in names { hosts.insert(try host(name)) }
        return hosts
    }

    private static func host(_ name: String) throws(QuirkFileError) -> DomainName {
        guard let host = try? DomainName(name) else { throw QuirkFileError("\(shown(name)) is not a domain name") }
        return host
    }
}

/// The reason why a file about sites is rejected.
package struct QuirkFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, for the user who supplied the file.
    package let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension SiteQuirks {
    /// Reads the files of a folder like `quirks/` of github.com/apple/password-manager-resources by their names:
    /// `shared-credentials.json`, `shared-credentials-historical.json`, `password-rules.json`, `change-password-URLs.json`,
    /// `websites-that-append-2fa-to-password.json` and
    /// `websites-that-ask-for-credentials-for-other-services-when-embedded-as-third-party.json`. Ignores other files.
    ///
    /// - Throws: ``QuirkFileError`` if the folder contains none of these files, and if one of them is unreadable or malformed.
    package init(folder path: String) throws(QuirkFileError) {
        let folder = QuirkFolder(path: path)
        guard QuirkFolder.File.allCases.contains(where: folder.has) else {
            throw QuirkFileError("\(path) contains no file about sites, such as \(QuirkFolder.File.shared.rawValue)")
        }
        let shared = try folder.read(.shared, QuirkFile.sharedCredentials) ?? []
        let former = try folder.read(.formerlyShared, QuirkFile.sharedCredentials) ?? []
        self.init(sharing: SharedCredentials(shared), related: SharedCredentials(shared + former))
        if let rules = try folder.read(.rules, QuirkFile.passwordRules) { self.rules = rules }
        appendingCodes = try folder.read(.appendingCodes, QuirkFile.sites) ?? []
        askingForOthers = try folder.read(.askingForOthers, QuirkFile.sites) ?? []
        changePasswordAddresses = try folder.read(.changePassword, QuirkFile.changePasswordAddresses) ?? [:]
    }
}

/// A folder with files about individual sites.
private struct QuirkFolder {
    enum File: String, CaseIterable {
        case shared = "shared-credentials.json"
        case formerlyShared = "shared-credentials-historical.json"
        case rules = "password-rules.json"
        case changePassword = "change-password-URLs.json"
        case appendingCodes = "websites-that-append-2fa-to-password.json"
        case askingForOthers = "websites-that-ask-for-credentials-for-other-services-when-embedded-as-third-party.json"
    }

    let path: String

    func has(_ file: File) -> Bool { FileManager.default.fileExists(atPath: place(file)) }

    /// Reads a file. Returns nil if it does not exist.
    func read<Value>(_ file: File, _ form: ([UInt8]) throws(QuirkFileError) -> Value) throws(QuirkFileError) -> Value? {
        guard has(file) else { return nil }
        guard let data = FileManager.default.contents(atPath: place(file)) else {
            throw QuirkFileError("\(place(file)) cannot be read")
        }
        do throws(QuirkFileError) {
            return try form([UInt8](data))
        } catch {
            throw QuirkFileError("\(place(file)): \(error)")
        }
    }

    private func place(_ file: File) -> String { path + "/" + file.rawValue }
}
