import AssociatedDomains
import FoundationEssentials

extension SiteQuirks {
    /// Reads the files of a folder like `quirks/` of github.com/apple/password-manager-resources, by their names there: `shared-credentials.json`,
    /// `shared-credentials-historical.json`, `password-rules.json`, `change-password-URLs.json`, `websites-that-append-2fa-to-password.json` and
    /// `websites-that-ask-for-credentials-for-other-services-when-embedded-as-third-party.json`. Others in it are passed over.
    ///
    /// - Throws: where the folder has none of these, and for one that cannot be read or is not of its form. Nothing is then known.
    package init(folder path: String) throws(QuirkFileError) {
        let folder = QuirkFolder(path: path)
        guard QuirkFolder.File.allCases.contains(where: folder.has) else {
            throw QuirkFileError("\(path) holds no file about sites, such as \(QuirkFolder.File.shared.rawValue)")
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

/// The files about single sites on the disk.
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

    /// Nothing where there is no such file.
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
