import DeviceProtocol
import DeviceScreens
import DeviceServices
public import Foundation
public import OpenAuthenticationServices
import OpenLocalAuthentication

/// An app's account modification extension, as part of the app.
public typealias PhoneExtension = BundledExtension<ASAccountAuthenticationModificationViewController>

/// An app's credential provider extension, as part of the app.
public typealias PhoneCredentialProvider = BundledExtension<ASCredentialProviderViewController>

/// An extension that is part of an app, for a kind of principal class.
public struct BundledExtension<Principal: AnyObject & SendableMetatype>: Sendable {
    /// The program of an extension.
    enum Program: Sendable {
        case hosted(Principal.Type)
        case executable(path: String, arguments: [String])
    }

    let program: Program
    let infoPlist: Data

    /// Creates an extension that runs in this process, on the main actor.
    ///
    /// - Parameters:
    ///   - principal: The principal class. Each request creates one object of it.
    ///   - infoPlist: The extension's Info.plist, in XML or binary. Installing the app reports errors in it.
    public init(_ principal: Principal.Type, infoPlist: Data) {
        program = .hosted(principal)
        self.infoPlist = infoPlist
    }

    /// Creates an extension that runs in a separate process.
    ///
    /// - Parameters:
    ///   - path: The executable, whose principal class is marked `@main`.
    ///   - arguments: The command-line arguments, without the program's name.
    ///   - infoPlist: The extension's Info.plist, in XML or binary.
    public init(at path: String, arguments: [String] = [], infoPlist: Data) {
        program = .executable(path: path, arguments: arguments)
        self.infoPlist = infoPlist
    }
}

extension PhoneCredentialProvider {
    /// Returns an Info.plist, in XML, for a credential provider without a file.
    public static func infoPlist(
        providesPasswords: Bool = true, providesPasskeys: Bool = false, providesOneTimeCodes: Bool = false,
        showsConfiguration: Bool = false, supportsConditionalPasskeyRegistration: Bool = false
    ) -> Data {
        let capabilities = [
            "ProvidesPasswords": providesPasswords, "ProvidesPasskeys": providesPasskeys,
            "ProvidesOneTimeCodes": providesOneTimeCodes, "ShowsConfigurationUI": showsConfiguration,
            "SupportsConditionalPasskeyRegistration": supportsConditionalPasskeyRegistration,
        ]
        return propertyList(ProviderAttributes.pointIdentifier, ["ASCredentialProviderExtensionCapabilities": capabilities])
    }
}

/// Returns an Info.plist for an extension point, in XML.
private func propertyList(_ point: String, _ attributes: [String: Any]) -> Data {
    let list: [String: Any] = [
        "NSExtension": ["NSExtensionPointIdentifier": point, "NSExtensionAttributes": attributes] as [String: Any]
    ]
    // Strings and flags always have a property list form.
    return (try? PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)) ?? Data()
}

/// The contents of an Info.plist of an account modification extension, for an extension without a file.
public struct ExtensionInformation: Hashable, Sendable {
    /// Whether the extension upgrades to a strong password: `ASAccountAuthenticationModificationSupportsStrongPasswordUpgrade`.
    public var supportsStrongPassword: Bool
    /// Whether the extension upgrades to Sign in with Apple: `ASAccountAuthenticationModificationSupportsUpgradeToSignInWithApple`.
    public var supportsSignInWithApple: Bool
    /// The rules for new passwords: `ASAccountAuthenticationModificationPasswordGenerationRequirements`. Nil for the system's
    /// default.
    public var passwordRules: String?
    /// Whether the system shows no prompt after a sign-in with a weak password:
    /// `ASAccountAuthenticationModificationOptOutOfSecurityPromptsOnSignIn`.
    public var declinesPromptsAtSignIn: Bool

    /// Creates the contents.
    public init(
        supportsStrongPassword: Bool = false, supportsSignInWithApple: Bool = false, passwordRules: String? = nil,
        declinesPromptsAtSignIn: Bool = false
    ) {
        self.supportsStrongPassword = supportsStrongPassword
        self.supportsSignInWithApple = supportsSignInWithApple
        self.passwordRules = passwordRules
        self.declinesPromptsAtSignIn = declinesPromptsAtSignIn
    }

    /// The Info.plist, in XML.
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

/// An extension in the process of the test.
struct HostedProgram<Principal: ExtensionPrincipal>: ExtensionProgram where Principal.Report: Equatable {
    let principal: Principal.Type
    let link: any DeviceLink
    /// Returns the language of the device.
    let language: @Sendable () -> String
    /// Returns the position in a trace; nil if nothing is recorded.
    var traceparent: @Sendable () -> String? = { nil }

    func start(
        report: @escaping @Sendable (ExtensionWord<Principal.Report>) -> Void
    ) -> (any RunningExtension<Principal.Order>)? {
        // Every object that the extension creates belongs to this device.
        LAEnvironment.$ofTask.withValue(LAEnvironment(device: link)) {
            ScreenDevice.$languageOfTask.withValue(language()) {
                ScreenDevice.$traceparentOfTask.withValue(traceparent()) {
                    HostedExtension(principal, device: link) { report(.report($0)) }
                }
            }
        }
    }
}

extension HostedExtension: RunningExtension {}
