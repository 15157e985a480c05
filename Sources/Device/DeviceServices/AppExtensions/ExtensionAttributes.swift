package import DeviceProtocol
package import Foundation
package import PasswordRules

/// What the Info.plist of an extension for modifying accounts declares (`NSExtension`, `NSExtensionAttributes`).
package struct ExtensionAttributes: Hashable, Sendable {
    /// The point that such an extension extends.
    package static let pointIdentifier = "com.apple.authentication-services-account-authentication-modification-ui"

    package var supportsStrongPassword: Bool
    package var supportsSignInWithApple: Bool
    /// What the passwords must be that the system proposes; nil: the system's own rules.
    package var passwordRules: PasswordRules?
    /// Whether the system keeps silent when the person signs in with a weak password.
    package var declinesPromptsAtSignIn: Bool

    package init(
        supportsStrongPassword: Bool = false, supportsSignInWithApple: Bool = false, passwordRules: PasswordRules? = nil,
        declinesPromptsAtSignIn: Bool = false
    ) {
        self.supportsStrongPassword = supportsStrongPassword
        self.supportsSignInWithApple = supportsSignInWithApple
        self.passwordRules = passwordRules
        self.declinesPromptsAtSignIn = declinesPromptsAtSignIn
    }

    package func supports(_ modification: AccountModification) -> Bool {
        switch modification {
        case .strongPassword: supportsStrongPassword
        case .signInWithApple: supportsSignInWithApple
        }
    }

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

/// Why an Info.plist declares no extension of the kind that is read.
package struct ExtensionPlistError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable, CaseIterable {
        /// Over ``ExtensionAttributes/maximumPlistLength`` bytes.
        case tooLong
        /// No property list, or none of a dictionary.
        case notPlist
        case missing
        /// A value of another type.
        case wrongType
        /// Another point than the one of such extensions.
        case otherPoint
        /// A key of the family that nothing reads: most likely misspelt.
        case unknownKey
        /// Password rules that are not.
        case badRules
        /// Rules that no password of the system satisfies.
        case unsatisfiableRules
        /// Nothing that the extension could be asked for is supported.
        case supportsNothing
    }

    package let code: Code
    /// The keys from the top of the list, with slashes between them; empty: the list itself.
    package let path: String
    /// What is wrong there.
    package let reason: String

    package init(_ code: Code, at path: String, _ reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }

    package var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

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
