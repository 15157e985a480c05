import AssociatedDomains
import DeviceBroker
import DeviceScreens
import DeviceServices
import Foundation
import OneTimeCodes
import PasswordManager

/// What a phone on a stored device knows when it is made again, besides what the device knows: its apps, its messages, and what the person set.
struct PhoneMemory: Codable, Equatable, Sendable {
    /// Of the form that is written. Members that come later are absent in older files, and need no other number.
    static let currentVersion = 1

    private(set) var version = currentVersion
    /// In the order of the home screen.
    var apps: [RememberedApp] = []
    /// The newest first.
    var messages: [RememberedMessage] = []
    var isAutoFillOn = true
    /// Hosts for which no passwords are saved, sorted.
    private(set) var neverSaved: [String] = []
    /// Whose weak passwords the person was asked about after a sign-in, and did not want to change; sorted.
    private(set) var declined: [RememberedCredential] = []

    init() {}

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        apps = try values.decodeIfPresent([RememberedApp].self, forKey: .apps) ?? []
        messages = try values.decodeIfPresent([RememberedMessage].self, forKey: .messages) ?? []
        isAutoFillOn = try values.decodeIfPresent(Bool.self, forKey: .isAutoFillOn) ?? true
        neverSaved = try values.decodeIfPresent([String].self, forKey: .neverSaved) ?? []
        declined = try values.decodeIfPresent([RememberedCredential].self, forKey: .declined) ?? []
    }

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

/// Whose password it is, as it is written down: nothing of the password.
struct RememberedCredential: Codable, Equatable, Sendable {
    let site: String
    let user: String

    init(_ id: CredentialID) {
        site = id.server.text
        user = id.user
    }

    var id: CredentialID? { (try? DomainName(site)).flatMap { CredentialID(server: $0, user: user) } }
}

/// A message as it is written down.
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

    /// - Parameter code: What was read in it.
    func view(_ code: ReceivedCode?) -> PhoneView.Message {
        PhoneView.Message(id: id, sender: sender, text: text, received: received, code: code?.shown)
    }
}

/// A sealed file in the device's folder. Whenever the process is killed, it is the one before or the one after.
struct PhoneMemoryFile: Sendable {
    private let file: DurableFile

    /// Nothing where the device's files go with it.
    init?(of device: DeviceSimulator) {
        guard let folder = device.lastingFolder else { return nil }
        file = DurableFile(folder: folder, name: "phone.sealed", sealedBy: device.device.fileKey)
    }

    /// What a new phone knows, where there is no file.
    ///
    /// - Throws: where the file cannot be read, is damaged, or is of a later version. It is left as it is.
    func load() throws -> PhoneMemory {
        guard let bytes = try file.load() else { return PhoneMemory() }
        return try StoredForm.read(PhoneMemory.self, of: file.path, bytes, upTo: PhoneMemory.currentVersion)
    }

    /// Durable when it returns. Throws where it cannot be written; the file is then the one before.
    func save(_ memory: PhoneMemory) throws {
        try file.replace(by: StoredForm.bytes(memory))
    }
}

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
