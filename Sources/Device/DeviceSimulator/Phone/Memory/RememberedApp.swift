import DeviceScreens
import Foundation

/// An installed app as it is written down. Of its program only an executable can be.
struct RememberedApp: Codable, Equatable, Sendable {
    struct Executable: Codable, Equatable, Sendable {
        let path: String
        let arguments: [String]
    }

    struct Extension: Codable, Equatable, Sendable {
        let executable: Executable
        let infoPlist: Data
    }

    let identifier: String
    let name: String
    let associatedDomains: [String]
    let isSignedForDevelopment: Bool
    let accessGroups: [String]
    let information: [String: String]
    let settings: [String: String]
    let executable: Executable?
    let upgradeExtension: Extension?
    let credentialProvider: Extension?

    init(_ app: PhoneApp) {
        identifier = app.identifier
        name = app.name
        associatedDomains = app.associatedDomains
        isSignedForDevelopment = app.isSignedForDevelopment
        accessGroups = app.accessGroups
        information = app.information
        settings = app.settings
        upgradeExtension = app.upgradeExtension.flatMap { given in
            guard case .executable(let path, let arguments) = given.program else { return nil }
            return Extension(executable: Executable(path: path, arguments: arguments), infoPlist: given.infoPlist)
        }
        credentialProvider = app.credentialProvider.flatMap { given in
            guard case .executable(let path, let arguments) = given.program else { return nil }
            return Extension(executable: Executable(path: path, arguments: arguments), infoPlist: given.infoPlist)
        }
        executable = (app.program as? ExecutableProgram).map { Executable(path: $0.path, arguments: $0.arguments) }
    }

    var app: PhoneApp {
        let program: any AppProgram = executable.map { ExecutableProgram(at: $0.path, arguments: $0.arguments) } ?? AbsentProgram()
        return PhoneApp(
            identifier, name: name, associatedDomains: associatedDomains, isSignedForDevelopment: isSignedForDevelopment,
            accessGroups: accessGroups, information: information, settings: settings, program: program,
            upgradeExtension: upgradeExtension.map {
                PhoneExtension(at: $0.executable.path, arguments: $0.executable.arguments, infoPlist: $0.infoPlist)
            },
            credentialProvider: credentialProvider.map {
                PhoneCredentialProvider(at: $0.executable.path, arguments: $0.executable.arguments, infoPlist: $0.infoPlist)
            })
    }
}

/// The program of an app that ran within a process that is gone. The app is there, with all that it kept; it runs again once it is installed again.
private struct AbsentProgram: AppProgram {
    private final class Ended: AppProcess {
        func send(_ event: AppEvent) {}
        func terminate() {}
    }

    func launch(
        _ launch: AppLaunch, in surroundings: AppSurroundings, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess {
        report(.ended(failure: "The app’s program went with the process that it ran in. Install the app again."))
        return Ended()
    }
}
