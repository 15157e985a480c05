import DeviceProtocol
import DeviceServices
public import Foundation
public import OpenAuthenticationServices
import OpenLocalAuthentication

/// The extension of an app that makes accounts safer, as it comes with the app.
public typealias PhoneExtension = BundledExtension<ASAccountAuthenticationModificationViewController>

/// The extension of an app that provides credentials, as it comes with the app.
public typealias PhoneCredentialProvider = BundledExtension<ASCredentialProviderViewController>

/// An extension as it comes with its app, by the kind of its principal class.
public struct BundledExtension<Principal: AnyObject & SendableMetatype>: Sendable {
    /// What is run.
    enum Program: Sendable {
        case hosted(Principal.Type)
        case executable(path: String, arguments: [String])
    }

    let program: Program
    let infoPlist: Data

    /// An extension that runs in this process, on its main actor.
    ///
    /// - Parameters:
    ///   - principal: The principal class. One object of it is made for each request.
    ///   - infoPlist: The extension's Info.plist, in XML or binary. Installing the app reports what is wrong with it.
    public init(_ principal: Principal.Type, infoPlist: Data) {
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

extension PhoneCredentialProvider {
    /// An Info.plist, in XML, for an extension without a file of it.
    public static func infoPlist(
        providesPasswords: Bool = true, providesOneTimeCodes: Bool = false, showsConfiguration: Bool = false
    ) -> Data {
        let capabilities = [
            "ProvidesPasswords": providesPasswords, "ProvidesOneTimeCodes": providesOneTimeCodes,
            "ShowsConfigurationUI": showsConfiguration,
        ]
        return propertyList(ProviderAttributes.pointIdentifier, ["ASCredentialProviderExtensionCapabilities": capabilities])
    }
}

/// An Info.plist of an extension that extends this point, in XML.
private func propertyList(_ point: String, _ attributes: [String: Any]) -> Data {
    let list: [String: Any] = [
        "NSExtension": ["NSExtensionPointIdentifier": point, "NSExtensionAttributes": attributes] as [String: Any]
    ]
    // Strings and flags alone: a property list has a form for them.
    return (try? PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)) ?? Data()
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
        return propertyList(ExtensionAttributes.pointIdentifier, attributes)
    }
}

/// An extension that runs in the process of the test, as a process of its app would.
struct HostedProgram<Principal: ExtensionPrincipal>: ExtensionProgram where Principal.Report: Equatable {
    let principal: Principal.Type
    let link: any DeviceLink

    func start(
        report: @escaping @Sendable (ExtensionWord<Principal.Report>) -> Void
    ) -> (any RunningExtension<Principal.Order>)? {
        // Whatever the extension makes belongs to this device.
        LAEnvironment.$ofTask.withValue(LAEnvironment(device: link)) {
            HostedExtension(principal, device: link) { report(.report($0)) }
        }
    }
}

extension HostedExtension: RunningExtension {}
