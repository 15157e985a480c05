package import Foundation
import PasswordRules

extension ExtensionAttributes {
    /// In bytes.
    package static let maximumPlistLength = 1 << 20

    /// Reads an Info.plist, in XML or binary.
    ///
    /// - Throws: for what no device would load, and for misspelt keys, which a device would silently do without.
    package init(infoPlist: Data) throws(ExtensionPlistError) {
        guard infoPlist.count <= Self.maximumPlistLength else {
            throw ExtensionPlistError(.tooLong, at: "", "the list has \(infoPlist.count) bytes, over \(Self.maximumPlistLength)")
        }
        guard let list = try? PropertyListSerialization.propertyList(from: infoPlist, format: nil) as? [String: Any] else {
            throw ExtensionPlistError(.notPlist, at: "", "this is no property list with keys")
        }
        let found = try PlistBranch(values: list, path: "").branch("NSExtension")
        let point = try found.text("NSExtensionPointIdentifier")
        guard let point else {
            throw ExtensionPlistError(.missing, at: found.path(to: "NSExtensionPointIdentifier"), "the extension names no point")
        }
        guard point == Self.pointIdentifier else {
            throw ExtensionPlistError(
                .otherPoint, at: found.path(to: "NSExtensionPointIdentifier"),
                "the extension is for \(point), and not for \(Self.pointIdentifier)")
        }
        try self.init(found.branch("NSExtensionAttributes"))
    }

    private init(_ attributes: PlistBranch) throws(ExtensionPlistError) {
        for key in attributes.values.keys.sorted() where key.hasPrefix(Key.family) && !Key.all.contains(key) {
            throw ExtensionPlistError(.unknownKey, at: attributes.path(to: key), "there is no such key")
        }
        self.init(
            supportsStrongPassword: try attributes.flag(Key.strongPassword),
            supportsSignInWithApple: try attributes.flag(Key.signInWithApple),
            passwordRules: try attributes.rules(Key.rules), declinesPromptsAtSignIn: try attributes.flag(Key.optOut))
        guard supportsStrongPassword || supportsSignInWithApple else {
            throw ExtensionPlistError(
                .supportsNothing, at: attributes.path, "neither \(Key.strongPassword) nor \(Key.signInWithApple) is true")
        }
    }

    private enum Key {
        static let family = "ASAccountAuthenticationModification"
        static let strongPassword = family + "SupportsStrongPasswordUpgrade"
        static let signInWithApple = family + "SupportsUpgradeToSignInWithApple"
        static let rules = family + "PasswordGenerationRequirements"
        static let optOut = family + "OptOutOfSecurityPromptsOnSignIn"
        static let all: Set<String> = [strongPassword, signInWithApple, rules, optOut]
    }
}

/// A dictionary in a property list, and where it stands.
private struct PlistBranch {
    let values: [String: Any]
    let path: String

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

    func rules(_ key: String) throws(ExtensionPlistError) -> PasswordRules? {
        guard let text = try text(key) else { return nil }
        let rules: PasswordRules
        do throws(PasswordRulesError) {
            rules = try PasswordRules(strict: text)
        } catch {
            let place = error.position.map { " at byte \($0)" } ?? ""
            throw ExtensionPlistError(.badRules, at: path(to: key), "these are no password rules\(place): \(error.reason)")
        }
        do throws(PasswordRulesError) {
            _ = try PasswordGenerator(rules: rules)
        } catch {
            throw ExtensionPlistError(.unsatisfiableRules, at: path(to: key), "no password satisfies these rules: \(error.reason)")
        }
        return rules
    }
}
