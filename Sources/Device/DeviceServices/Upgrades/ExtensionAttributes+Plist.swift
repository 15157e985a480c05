package import Foundation
import PasswordRules

extension ExtensionAttributes {
    /// In bytes.
    package static let maximumPlistLength = PlistBranch.maximumLength

    /// Reads an Info.plist, in XML or binary.
    ///
    /// - Throws: for what no device would load, and for misspelt keys, which a device would silently do without.
    package init(infoPlist: Data) throws(ExtensionPlistError) {
        try self.init(PlistBranch.attributes(of: Self.pointIdentifier, in: infoPlist))
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

extension PlistBranch {
    fileprivate func rules(_ key: String) throws(ExtensionPlistError) -> PasswordRules? {
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
