import AssociatedDomains
import DeviceBroker
import DeviceScreens
import DeviceServices
import Foundation
import OneTimeCodes
import PasswordManager

/// The state that a phone on a stored device restores, in addition to the device: its apps, its messages, and the user's settings.
struct PhoneMemory: Codable, Equatable, Sendable {
    /// The version of the file format.
    static let currentVersion = 1

    private(set) var version = currentVersion
    /// The installed apps, in the order of the home screen.
    var apps: [RememberedApp] = []
    /// The messages, newest first.
    var messages: [RememberedMessage] = []
    var isAutoFillOn = true
    /// The language of the system; nil until the user chooses one.
    var language: PhoneView.Language?
    /// The hosts for which the user never saves passwords, sorted.
    private(set) var neverSaved: [String] = []
    /// The credentials whose weak passwords the user chose not to change after a sign-in, sorted.
    private(set) var declined: [RememberedCredential] = []

    var autoFillSettings: AutoFillSettings {
        get { AutoFillSettings(isOn: isAutoFillOn, neverSaved: Set(neverSaved.compactMap { try? DomainName($0) })) }
        set {
            isAutoFillOn = newValue.isOn
            neverSaved = newValue.neverSaved.map(\.text).sorted()
        }
    }

    var declinedUpgrades: Set<CredentialID> {
        get { Set(declined.compactMap(\.id)) }
        set { declined = newValue.sorted().map(RememberedCredential.init) }
    }
}

/// The stored reference to a credential, without its password.
struct RememberedCredential: Codable, Equatable, Sendable {
    let site: String
    let user: String

    init(_ id: CredentialID) {
        site = id.server.text
        user = id.user
    }

    var id: CredentialID? { (try? DomainName(site)).flatMap { CredentialID(server: $0, user: user) } }
}

/// The stored form of a message.
struct RememberedMessage: Codable, Equatable, Sendable {
    let id: Int
    let sender: String
    let text: String
    let received: Date

    init(_ message: PhoneView.Message) {
        id = message.id
        sender = message.sender
        text = message.text
        received = message.received
    }

    /// Returns the message as the user sees it.
    ///
    /// - Parameter code: The code that was found in it.
    func view(_ code: ReceivedCode?) -> PhoneView.Message {
        PhoneView.Message(id: id, sender: sender, text: text, received: received, code: code?.shown)
    }
}

/// A sealed file in the device's folder. After a crash, it has its old or its new content.
struct PhoneMemoryFile: Sendable {
    private let file: DurableFile

    /// Creates a reference to the file. Returns nil on a device with a temporary folder.
    init?(of device: DeviceSimulator) {
        guard let folder = device.lastingFolder else { return nil }
        file = DurableFile(folder: folder, name: "phone.sealed", sealedBy: device.device.fileKey)
    }

    /// Loads the memory; returns that of a new phone if there is no file.
    ///
    /// - Throws: If the file cannot be read, is damaged, or has a later version. It stays unchanged.
    func load() throws -> PhoneMemory {
        guard let bytes = try file.load() else { return PhoneMemory() }
        return try StoredForm.read(PhoneMemory.self, of: file.path, bytes, upTo: PhoneMemory.currentVersion)
    }

    /// Stores the memory; it is durable on return. Throws if writing fails; the file then keeps its former content.
    func save(_ memory: PhoneMemory) throws {
        try file.replace(by: StoredForm.bytes(memory))
    }
}

/// The stored form of an installed app. Only an executable program can be stored.
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
    /// Nil without any.
    let localizedInformation: [String: [String: String]]?
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
        localizedInformation = app.localizedInformation.isEmpty ? nil : app.localizedInformation
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
        let program: any AppProgram =
            executable.map { ExecutableProgram(at: $0.path, arguments: $0.arguments) } ?? UnavailableProgram()
        return PhoneApp(
            identifier, name: name, associatedDomains: associatedDomains, isSignedForDevelopment: isSignedForDevelopment,
            accessGroups: accessGroups, information: information, localizedInformation: localizedInformation ?? [:],
            settings: settings, program: program,
            upgradeExtension: upgradeExtension.map {
                PhoneExtension(at: $0.executable.path, arguments: $0.executable.arguments, infoPlist: $0.infoPlist)
            },
            credentialProvider: credentialProvider.map {
                PhoneCredentialProvider(at: $0.executable.path, arguments: $0.executable.arguments, infoPlist: $0.infoPlist)
            })
    }
}

/// The program of an app that ran within an earlier process. The app keeps its data, and runs again after it is installed again.
private struct UnavailableProgram: AppProgram {
    private final class Ended: AppProcess {
        func send(_ event: AppEvent) {}
        func terminate() {}
    }

    func launch(
        _ launch: AppLaunch, in appEnvironment: AppEnvironment, report: @escaping @Sendable (AppReport) -> Void
    ) -> any AppProcess {
        report(.ended(failure: "The app’s program is no longer available. Install the app again."))
        return Ended()
    }
}
