import DeviceServices
public import Foundation
public import OpenAuthenticationServices

/// The extension of an app that makes accounts safer, as it comes with the app.
public struct PhoneExtension: Sendable {
    /// What is run.
    enum Program: Sendable {
        case hosted(ASAccountAuthenticationModificationViewController.Type)
        case executable(path: String, arguments: [String])
    }

    let program: Program
    let infoPlist: Data

    /// An extension that runs in this process, on its main actor.
    ///
    /// - Parameters:
    ///   - principal: The principal class. One object of it is made for each upgrade.
    ///   - infoPlist: The extension's Info.plist, in XML or binary. What it declares wrong is said when the app is installed.
    public init(_ principal: ASAccountAuthenticationModificationViewController.Type, infoPlist: Data) {
        program = .hosted(principal)
        self.infoPlist = infoPlist
    }

    /// An extension that runs as a process of its own.
    ///
    /// - Parameters:
    ///   - path: The executable: `@main` stands before its principal class.
    ///   - arguments: What it is started with, besides its own name.
    ///   - infoPlist: The extension's Info.plist, in XML or binary.
    public init(at path: String, arguments: [String] = [], infoPlist: Data) {
        program = .executable(path: path, arguments: arguments)
        self.infoPlist = infoPlist
    }
}

/// What the Info.plist of such an extension declares, for who has no file of it.
public struct ExtensionInformation: Hashable, Sendable {
    /// `ASAccountAuthenticationModificationSupportsStrongPasswordUpgrade`.
    public var supportsStrongPassword: Bool
    /// `ASAccountAuthenticationModificationSupportsUpgradeToSignInWithApple`.
    public var supportsSignInWithApple: Bool
    /// `ASAccountAuthenticationModificationPasswordGenerationRequirements`: password rules. Nil: the system's own.
    public var passwordRules: String?
    /// `ASAccountAuthenticationModificationOptOutOfSecurityPromptsOnSignIn`: the system says nothing when somebody signs in with a weak password.
    public var declinesPromptsAtSignIn: Bool

    /// A declaration.
    public init(
        supportsStrongPassword: Bool = false, supportsSignInWithApple: Bool = false, passwordRules: String? = nil,
        declinesPromptsAtSignIn: Bool = false
    ) {
        self.supportsStrongPassword = supportsStrongPassword
        self.supportsSignInWithApple = supportsSignInWithApple
        self.passwordRules = passwordRules
        self.declinesPromptsAtSignIn = declinesPromptsAtSignIn
    }

    /// As an Info.plist, in XML.
    public var infoPlist: Data {
        let family = "ASAccountAuthenticationModification"
        var attributes: [String: Any] = [
            family + "SupportsStrongPasswordUpgrade": supportsStrongPassword,
            family + "SupportsUpgradeToSignInWithApple": supportsSignInWithApple,
            family + "OptOutOfSecurityPromptsOnSignIn": declinesPromptsAtSignIn,
        ]
        attributes[family + "PasswordGenerationRequirements"] = passwordRules
        let list: [String: Any] = [
            "NSExtension": [
                "NSExtensionPointIdentifier": ExtensionAttributes.pointIdentifier, "NSExtensionAttributes": attributes,
            ] as [String: Any]
        ]
        // Strings and flags alone: a property list has a form for them.
        return (try? PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)) ?? Data()
    }
}
