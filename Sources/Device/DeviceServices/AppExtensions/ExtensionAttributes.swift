import AssociatedDomains
package import DeviceProtocol
package import Foundation
package import PasswordRules

/// The attributes that an account-modification extension declares in its Info.plist (`NSExtension`, `NSExtensionAttributes`).
package struct ExtensionAttributes: Hashable, Sendable {
    /// The extension point of account-modification extensions.
    package static let pointIdentifier = "com.apple.authentication-services-account-authentication-modification-ui"

    package var supportsStrongPassword: Bool
    package var supportsSignInWithApple: Bool
    /// The rules for passwords that the system proposes; nil for the system's rules.
    package var passwordRules: PasswordRules?
    /// Whether the extension declines prompts after a sign-in with a weak password.
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

    /// The maximum size of an Info.plist, in bytes.
    package static let maximumPlistLength = PlistBranch.maximumLength

    /// Parses an Info.plist, in XML or binary form.
    ///
    /// - Throws: ``ExtensionPlistError`` for a list that no device would load, and for unknown keys, which a device would silently
    ///   ignore.
    package init(infoPlist: Data) throws(ExtensionPlistError) {
        try self.init(PlistBranch.attributes(of: Self.pointIdentifier, in: infoPlist))
    }

    private init(_ attributes: PlistBranch) throws(ExtensionPlistError) {
        for key in attributes.values.keys.sorted() where key.hasPrefix(Key.family) && !Key.all.contains(key) {
            throw ExtensionPlistError(.unknownKey, at: attributes.path(to: key), "the key is unknown")
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
    /// Returns nil unless the value is a dictionary.
    fileprivate init?(_ value: PropertyListValue, path: String) {
        guard case .dictionary(let members) = value else { return nil }
        self.init(values: Dictionary(members.map { ($0.key, $0.value.value) }) { first, _ in first }, path: path)
    }

    fileprivate func rules(_ key: String) throws(ExtensionPlistError) -> PasswordRules? {
        guard let text = try text(key) else { return nil }
        let rules: PasswordRules
        do throws(PasswordRulesError) {
            rules = try PasswordRules(strict: text)
        } catch {
            let place = error.position.map { " at byte \($0)" } ?? ""
            throw ExtensionPlistError(.badRules, at: path(to: key), "the password rules are malformed\(place): \(error.reason)")
        }
        do throws(PasswordRulesError) {
            _ = try PasswordGenerator(rules: rules)
        } catch {
            throw ExtensionPlistError(.unsatisfiableRules, at: path(to: key), "no password satisfies these rules: \(error.reason)")
        }
        return rules
    }
}

/// The reason why an Info.plist does not declare an extension of the expected kind.
package struct ExtensionPlistError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable, CaseIterable {
        /// The list exceeds ``ExtensionAttributes/maximumPlistLength`` bytes.
        case tooLong
        /// The data is not a property list, or not a dictionary.
        case notPlist
        case missing
        /// A value has the wrong type.
        case wrongType
        /// The extension point is another one.
        case otherPoint
        /// The key begins like a known key, but is unknown; most likely misspelt.
        case unknownKey
        /// The password rules are malformed.
        case badRules
        /// No generated password satisfies the rules.
        case unsatisfiableRules
        /// The extension supports no operation.
        case supportsNothing
    }

    package let code: Code
    /// The keys from the top of the list, separated by slashes; empty for the list itself.
    package let path: String
    /// The error in words.
    package let reason: String

    package init(_ code: Code, at path: String, _ reason: String) {
        self.code = code
        self.path = path
        self.reason = reason
    }

    package var description: String { path.isEmpty ? reason : "\(path): \(reason)" }
}

/// A dictionary in a property list, with its path.
struct PlistBranch {
    /// The maximum size of a list, in bytes.
    static let maximumLength = PropertyList.maximumBytes

    let values: [String: PropertyListValue]
    let path: String

    /// Returns the attributes (`NSExtensionAttributes`) in an extension's Info.plist.
    ///
    /// - Parameters:
    ///   - point: the required extension point.
    ///   - isRequired: whether missing attributes are an error, or count as empty.
    static func attributes(of point: String, in infoPlist: Data, isRequired: Bool = true) throws(ExtensionPlistError) -> PlistBranch
    {
        guard infoPlist.count <= maximumLength else {
            throw ExtensionPlistError(.tooLong, at: "", "the list has \(infoPlist.count) bytes, more than \(maximumLength)")
        }
        let list: PropertyListNode
        do throws(PropertyListError) {
            list = try PropertyList.parse([UInt8](infoPlist))
        } catch {
            throw ExtensionPlistError(.notPlist, at: "", "the data is not a property list: \(error)")
        }
        guard let top = PlistBranch(list.value, path: "") else {
            throw ExtensionPlistError(.notPlist, at: "", "the property list is not a dictionary")
        }
        let found = try top.branch("NSExtension")
        guard let named = try found.text("NSExtensionPointIdentifier") else {
            throw ExtensionPlistError(.missing, at: found.path(to: "NSExtensionPointIdentifier"), "the extension point is missing")
        }
        guard named == point else {
            throw ExtensionPlistError(
                .otherPoint, at: found.path(to: "NSExtensionPointIdentifier"), "the extension point is \(named) instead of \(point)"
            )
        }
        guard isRequired || found.values["NSExtensionAttributes"] != nil else { return PlistBranch(values: [:], path: found.path) }
        return try found.branch("NSExtensionAttributes")
    }

    func path(to key: String) -> String { path.isEmpty ? key : "\(path)/\(key)" }

    func branch(_ key: String) throws(ExtensionPlistError) -> PlistBranch {
        guard let value = values[key] else { throw ExtensionPlistError(.missing, at: path(to: key), "the key is missing") }
        guard let branch = PlistBranch(value, path: path(to: key)) else {
            throw ExtensionPlistError(.wrongType, at: path(to: key), "the value is not a dictionary")
        }
        return branch
    }

    func text(_ key: String) throws(ExtensionPlistError) -> String? {
        guard let value = values[key] else { return nil }
        guard case .string(let text) = value else {
            throw ExtensionPlistError(.wrongType, at: path(to: key), "the value is not a string")
        }
        return text
    }

    /// Returns a Boolean; false if the key is missing. Numbers and the string `YES` are rejected.
    func flag(_ key: String) throws(ExtensionPlistError) -> Bool {
        guard let value = values[key] else { return false }
        guard case .boolean(let flag) = value else {
            throw ExtensionPlistError(.wrongType, at: path(to: key), "the value is not a Boolean")
        }
        return flag
    }
}
