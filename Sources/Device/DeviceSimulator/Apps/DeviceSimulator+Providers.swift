import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
public import Foundation
public import OpenAuthenticationServices
import OpenLocalAuthentication

extension DeviceSimulator {
    /// Installs an app's credential provider extension, and replaces an earlier one. AutoFill uses it after
    /// ``setProvidesPasswords(_:of:)`` has turned it on.
    ///
    /// - Parameters:
    ///   - principal: The principal class. Each request creates one object of it, in this process.
    ///   - infoPlist: The extension's Info.plist, in XML or binary.
    ///   - app: The application identifier, with a team ID of ten characters; nil for the app of the test.
    /// - Throws: If the Info.plist does not declare such an extension, with the reason and the key; and for a malformed
    ///   identifier.
    public func installCredentialProvider(
        _ principal: ASCredentialProviderViewController.Type, infoPlist: Data, of app: String? = nil
    ) throws {
        let appEnvironment = try self.appEnvironment(of: app)
        let link = SimulatorLink(broker: device.broker, app: appEnvironment.app)
        try installProvider(
            HostedProgram(principal: principal, link: link, language: currentLanguage), infoPlist, appEnvironment.identifier)
    }

    /// Installs an app's extension as a separate process; compare ``installCredentialProvider(_:infoPlist:of:)``.
    ///
    /// - Parameters:
    ///   - path: The executable, whose principal class is marked `@main`.
    ///   - arguments: The command-line arguments, without the program's name.
    ///   - infoPlist: The extension's Info.plist, in XML or binary.
    ///   - app: The application identifier, with a team ID of ten characters; nil for the app of the test.
    /// - Throws: The errors of ``installCredentialProvider(_:infoPlist:of:)``.
    public func installCredentialProvider(
        at path: String, arguments: [String] = [], infoPlist: Data, of app: String? = nil
    ) throws {
        let appEnvironment = try self.appEnvironment(of: app)
        let program = ExecutableExtension<ProviderOrder, ProviderReport>(
            path: path, arguments: arguments, broker: device.broker, language: currentLanguage, traceparent: nil
        ) { appEnvironment.app }
        try installProvider(program, infoPlist, appEnvironment.identifier)
    }

    /// Turns an app on or off as a credential provider in Settings. Turning it off deletes the identities that it gave to the
    /// system.
    ///
    /// - Parameter app: The application identifier; nil for the app of the test.
    public func setProvidesPasswords(_ isEnabled: Bool, of app: String? = nil) throws {
        let known = try app.map { try Self.app($0, []) } ?? ownApp
        do throws(DeviceError) {
            try services.services.settings.setProvider(known, isEnabled: isEnabled)
        } catch {
            throw error.appError
        }
        services.settings.announceChange()
    }

    /// Installs an app's credential provider. Nil removes the provider and turns it off.
    func install(_ new: PhoneCredentialProvider?, of app: String) throws {
        switch new?.program {
        case .hosted(let principal)?: try installCredentialProvider(principal, infoPlist: new?.infoPlist ?? Data(), of: app)
        case .executable(let path, let arguments)?:
            try installCredentialProvider(at: path, arguments: arguments, infoPlist: new?.infoPlist ?? Data(), of: app)
        case nil:
            let identifier = try appEnvironment(of: app).identifier
            guard services.providers[identifier] != nil else { return }
            services.providers.remove(identifier)
            try setProvidesPasswords(false, of: app)
        }
    }

    private func installProvider(
        _ program: any ExtensionProgram<ProviderOrder, ProviderReport>, _ infoPlist: Data, _ app: AppIdentifier
    ) throws {
        let attributes = try ProviderAttributes(infoPlist: infoPlist)
        services.providers.install(InstalledProvider(app: app, attributes: attributes, program: program))
        services.settings.announceChange()
    }
}
