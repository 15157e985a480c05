import AccountServer
import Accounts
import AppleIdentityEmulator
import AssociatedDomains
import DeviceScreens
import DeviceSimulator
import Foundation
import HTTPTypes
import JSONText
import JuiceApp
import OpenSecurity
import PasswordManager
import Testing

/// Devices with Juice and its extension, an account server, and the emulator of Apple's service. An interceptor is between devices
/// and server.
struct UpgradeBench: Sendable {
    static let site = "juice.example.com"
    /// A password chosen before the server required more.
    static let weak = "monkeyspring1"

    let apple: AppleBench
    let client: AppleBenchClient
    let wire: Interceptor

    /// - Parameter isParticular: whether the server rejects all passwords by the rules in the extension's Info.plist.
    static func run(isParticular: Bool = false, _ body: @escaping @Sendable (UpgradeBench) async throws -> Void) async throws {
        let rules =
            isParticular
            ? try PasswordRequirements("minlength: 12; maxlength: 64; allowed: lower, digit;") : .standard
        try await AppleBench.run(server: { server in
            server.passwords.minimumScore = 0
            server.passwords.rules = rules
        }) { apple, client in
            try await Interceptor.run(before: client) { wire in
                try await body(UpgradeBench(apple: apple, client: client, wire: wire))
            }
        }
    }

    /// The folder in which the extension runs.
    enum Extension: Sendable {
        case inThisProcess
        /// An argument that identifies the extension's process.
        case process(mark: String)
    }

    /// The application identifier.
    var app: String { "\(apple.team.rawValue).\(apple.app.rawValue)" }

    /// A device with the app and its extension, and the weak password of an account.
    ///
    /// - Parameter person: the owner; Anna by default.
    func device(
        saved user: String? = "anna", of person: PersonIdentifier? = nil, runs extension: Extension = .inThisProcess
    ) throws -> DeviceSimulator {
        let device = try DeviceSimulator(app: app)
        try device.signIn(toAppleAccount: (person ?? apple.person).rawValue, service: apple.emulator.baseURL)
        try device.put(SimulatedSite(.server(wire.base)), at: Self.site)
        let plist = try Self.plist
        switch `extension` {
        case .inThisProcess:
            try device.installUpgradeExtension(AccountAuthenticationModificationViewController.self, infoPlist: plist)
            try tellServer(device)
        case .process(let mark):
            try device.installUpgradeExtension(
                at: Self.executable, arguments: ["--server", wire.base, mark], infoPlist: plist)
        }
        if let user { device.savePassword(Self.weak, user: user, site: Self.site) }
        return device
    }

    /// The same device as a phone with the app.
    func phone(saved user: String? = "anna") async throws -> Phone {
        let phone = try Phone(device(saved: user))
        let app = PhoneApp(
            app, name: "Juice", information: ["NSFaceIDUsageDescription": "Confirms your sign-in."],
            settings: ["server": wire.base, "site": Self.site], program: ScreenAppProgram(JuiceApp.self),
            upgradeExtension: PhoneExtension(AccountAuthenticationModificationViewController.self, infoPlist: try Self.plist))
        try await phone.install(app)
        return phone
    }

    /// As the app does at its launch.
    private func tellServer(_ device: DeviceSimulator) throws {
        let item: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "com.example.apple-samplecode.juice",
            kSecAttrAccount as String: "server", kSecValueData as String: Data(wire.base.utf8),
        ]
        try #require(device.run { SecItemAdd(item as CFDictionary, nil) } == errSecSuccess)
    }

    /// The account of a user with a weak password.
    @discardableResult
    func register(_ name: String = "anna") async throws -> String {
        let answer = try await client.register(name, password: Self.weak)
        #expect(answer.status == 201)
        return try answer.text("account", "id")
    }

    /// Whether a password signs in, possibly with a second factor.
    func signsIn(_ name: String = "anna", _ password: String?) async throws -> Bool {
        guard let password else { return false }
        let answer = try await client.enter(name, password: password)
        return answer.status == 201 || answer.code == "additional_authentication_required"
    }

    /// The device resolves what it can, and the user tries the passwords that it shows.
    func settle(_ device: DeviceSimulator, as name: String = "anna") async throws {
        try await device.settlesUpgrade(of: name) { try await signsIn(name, $0) }
    }

    /// Whether the device's credential signs in: the saved password, or without one the Apple Account.
    func canSignIn(_ device: DeviceSimulator, as name: String = "anna") async throws -> Bool {
        guard let password = device.savedPassword(of: name) else {
            let answer = try await client.signIn(apple)
            return answer.status == 200 || answer.code == "additional_authentication_required"
        }
        return try await signsIn(name, password)
    }

    /// As in the extension's target.
    static var plist: Data {
        get throws { try Data(contentsOf: PackageFolder.root.appending(path: "Examples/Juice/Upgrade/Info.plist")) }
    }

    /// Built with the tests.
    static let executable = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        .appending(path: "JuiceUpgrade").path
}

extension DeviceSimulator {
    /// The saved password; nil without one.
    func savedPassword(of user: String = "anna") -> String? { saved(user)?.password.exposed }

    /// Whether an upgrade is unresolved.
    func hasPendingUpgrade(of user: String = "anna") -> Bool { saved(user)?.pendingUpgrade != nil }

    func saved(_ user: String) -> SavedCredential? {
        guard let host = try? DomainName(UpgradeBench.site), let id = CredentialID(server: host, user: user) else { return nil }
        return try? passwords.credential(id)
    }
}

extension AppScreen {
    var texts: [String] {
        elements.compactMap { if case .text(let text) = $0 { text.text } else { nil } }
    }

    var buttons: [AppButton] {
        elements.compactMap { if case .button(let button) = $0 { button } else { nil } }
    }
}
