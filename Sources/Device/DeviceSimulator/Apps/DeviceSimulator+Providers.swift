import AssociatedDomains
import DeviceBroker
import DeviceProtocol
import DeviceServices
public import Foundation
public import OpenAuthenticationServices
import OpenLocalAuthentication

extension DeviceSimulator {
    /// Installs an app's extension that provides credentials, in place of the one that it had. AutoFill asks it once ``setProvidesPasswords(_:of:)`` has
    /// switched it on.
    ///
    /// - Parameters:
    ///   - principal: The principal class. One object of it is made for each request, in this process.
    ///   - infoPlist: The extension's Info.plist, in XML or binary.
    ///   - app: The application identifier, with a team of ten characters; nil: the app of the test.
    /// - Throws: for an Info.plist that declares no such extension, with what is wrong and where; and for a malformed identifier.
    public func installCredentialProvider(
        _ principal: ASCredentialProviderViewController.Type, infoPlist: Data, of app: String? = nil
    ) throws {
        let surroundings = try self.surroundings(of: app)
        let link = SimulatorLink(broker: device.broker, app: surroundings.app)
        try installProvider(HostedProgram(principal: principal, link: link), infoPlist, surroundings.identifier)
    }

    /// Installs an app's extension that runs as a process of its own, as ``installCredentialProvider(_:infoPlist:of:)`` installs one in this process.
    ///
    /// - Parameters:
    ///   - path: The executable: `@main` stands before its principal class.
    ///   - arguments: What it is started with, besides its own name.
    ///   - infoPlist: The extension's Info.plist, in XML or binary.
    ///   - app: The application identifier, with a team of ten characters; nil: the app of the test.
    /// - Throws: as there.
    public func installCredentialProvider(
        at path: String, arguments: [String] = [], infoPlist: Data, of app: String? = nil
    ) throws {
        let surroundings = try self.surroundings(of: app)
        let program = ExecutableExtension<ProviderOrder, ProviderReport>(
            path: path, arguments: arguments, broker: device.broker
        ) { surroundings.app }
        try installProvider(program, infoPlist, surroundings.identifier)
    }

    /// In Settings, switches an app on as a provider of credentials, or off, whereupon what it told the system is forgotten.
    ///
    /// - Parameter app: The application identifier; nil: the app of the test.
    public func setProvidesPasswords(_ isEnabled: Bool, of app: String? = nil) throws {
        let known = try app.map { try Self.app($0, []) } ?? ownApp
        do throws(DeviceRefusal) {
            try services.services.settings.setProvider(known, isEnabled: isEnabled)
        } catch {
            throw error.appError
        }
        services.settings.announceChange()
    }

    /// Installs what comes with an app; nil: the app provides no credentials any more, and is switched off.
    func install(_ new: PhoneCredentialProvider?, of app: String) throws {
        switch new?.program {
        case .hosted(let principal)?: try installCredentialProvider(principal, infoPlist: new?.infoPlist ?? Data(), of: app)
        case .executable(let path, let arguments)?:
            try installCredentialProvider(at: path, arguments: arguments, infoPlist: new?.infoPlist ?? Data(), of: app)
        case nil:
            let identifier = try surroundings(of: app).identifier
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
