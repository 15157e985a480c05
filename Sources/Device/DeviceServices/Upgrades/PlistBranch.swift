import Foundation

/// A dictionary in a property list, and where it stands.
struct PlistBranch {
    /// The longest list that is read, in bytes.
    static let maximumLength = 1 << 20

    let values: [String: Any]
    let path: String

    /// The attributes (`NSExtensionAttributes`) of an extension's Info.plist.
    ///
    /// - Parameters:
    ///   - point: what the extension has to extend.
    ///   - isRequired: whether an extension without attributes is refused, or has empty ones.
    static func attributes(of point: String, in infoPlist: Data, isRequired: Bool = true) throws(ExtensionPlistError) -> PlistBranch
    {
        guard infoPlist.count <= maximumLength else {
            throw ExtensionPlistError(.tooLong, at: "", "the list has \(infoPlist.count) bytes, over \(maximumLength)")
        }
        guard let list = try? PropertyListSerialization.propertyList(from: infoPlist, format: nil) as? [String: Any] else {
            throw ExtensionPlistError(.notPlist, at: "", "this is no property list with keys")
        }
        let found = try PlistBranch(values: list, path: "").branch("NSExtension")
        guard let named = try found.text("NSExtensionPointIdentifier") else {
            throw ExtensionPlistError(.missing, at: found.path(to: "NSExtensionPointIdentifier"), "the extension names no point")
        }
        guard named == point else {
            throw ExtensionPlistError(
                .otherPoint, at: found.path(to: "NSExtensionPointIdentifier"), "the extension is for \(named), and not for \(point)"
            )
        }
        guard isRequired || found.values["NSExtensionAttributes"] != nil else { return PlistBranch(values: [:], path: found.path) }
        return try found.branch("NSExtensionAttributes")
    }

    func path(to key: String) -> String { path.isEmpty ? key : "\(path)/\(key)" }

    func branch(_ key: String) throws(ExtensionPlistError) -> PlistBranch {
        guard let value = values[key] else { throw ExtensionPlistError(.missing, at: path(to: key), "there is no such key") }
        guard let branch = value as? [String: Any] else {
            throw ExtensionPlistError(.wrongType, at: path(to: key), "this is no dictionary")
        }
        return PlistBranch(values: branch, path: path(to: key))
    }

    func text(_ key: String) throws(ExtensionPlistError) -> String? {
        guard let value = values[key] else { return nil }
        guard let text = value as? String else { throw ExtensionPlistError(.wrongType, at: path(to: key), "this is no string") }
        return text
    }

    /// False where there is none. A number is no flag, and neither is the string `YES`.
    func flag(_ key: String) throws(ExtensionPlistError) -> Bool {
        guard let value = values[key] else { return false }
        guard let flag = value as? Bool, !(value is Int) else {
            throw ExtensionPlistError(.wrongType, at: path(to: key), "this is neither true nor false")
        }
        return flag
    }
}
