import AppleIdentityEmulator
import Crypto
import DeviceSimulator
import Foundation
import HTTPTypes
import JSONText
import Testing
import WebClient

/// An account server, devices and extensions as separate processes, and the emulator of Apple's service in this one.
struct KillBench: Sendable {
    private static let password = "velvetotter41harbour"

    let upgrade: BrokenUpgradeTests.Upgrade
    private let apple: AppleService
    private let service: String
    private let app: ClientID
    private let team: TeamID
    private let server: KillableServer
    private let wire: Interceptor

    static func run(
        _ upgrade: BrokenUpgradeTests.Upgrade, seed: UInt64, _ body: @escaping @Sendable (KillBench) async throws -> Void
    ) async throws {
        var configuration = EmulatorConfiguration.allowingLoopback
        configuration.securePort = nil
        configuration.keyMaker = .reusing(SigningKeys.pem)
        try await withAppleIdentityEmulator(configuration) { emulator in
            let party = try emulator.service.addRelyingParty(named: "Juice", bundleID: "com.example.juice")
            let process = try LatchkeyProcess(
                apple: [
                    "team: \(party.team.rawValue)", "keyID: \(party.keyID.rawValue)", "keyFile: apple.p8",
                    "nativeClients: [\(party.app.rawValue)]", "serviceURL: \(emulator.baseURL)", "serviceIsTest: true",
                ], key: party.key.pem, settings: settings(isParticular: upgrade == .preferredPassword))
            defer { process.kill() }
            try await process.start()
            // A client that waits for a killed server fails immediately.
            let connections = try WebClient(
                userAgent: "test", limits: WebLimits(connecting: .seconds(300), total: .seconds(300)))
            let server = KillableServer(process, connections, seed: seed)
            let result = await Result {
                try await Interceptor.run(before: server) { wire in
                    try await body(
                        KillBench(
                            upgrade: upgrade, apple: emulator.service, service: emulator.baseURL, app: party.app, team: party.team,
                            server: server, wire: wire))
                }
            }
            try await connections.shutdown()
            try result.get()
        }
    }

    /// Budgets for many users, and rules that no password of the device satisfies.
    private static func settings(isParticular: Bool) -> [String] {
        ["throttles:", "  registrationsPerAddress:", "    attempts: 4000", "  failuresPerAddress:", "    attempts: 4000"]
            + (isParticular ? ["passwords:", "  rules: \"minlength: 15; maxlength: 64; allowed: lower, digit;\""] : [])
    }

    /// A user upgrades their account, the kill happens, everything restarts, and the saved credential must sign in: after the user
    /// tried the passwords in Settings, and when all old passwords have expired.
    ///
    /// - Returns: whether the kill happened, because some upgrades have fewer requests.
    func round(_ number: Int, _ plannedKill: PlannedKill) async throws -> Bool {
        let words: Comment = "\(upgrade): \(plannedKill)"
        let name = "anna\(number)"
        let person = try apple.addPerson(
            AppleAccountDraft(id: .init(name), givenName: "Anna", familyName: "L", email: "\(name)@example.com")
        ).id
        let client = try #require(server.client)
        let account = try await client.register(name, password: Self.password)
        #expect(account.status == 201, words)
        var code: [String] = []
        if upgrade == .guardedPassword {
            let authenticator = try await Authenticator(
                EmulatedClock { Date() }, client, session: try account.text("session", "token"))
            code = [authenticator.recoveryCodes[0]]
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "killed-device-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        do {
            let device = try DeviceSimulator(storedIn: folder, app: appName)
            try device.signIn(toAppleAccount: name, service: service)
            device.savePassword(Self.password, user: name, site: UpgradeBench.site)
            // Settings recommends no change for a password that satisfies the server, except that it is used twice.
            if !code.isEmpty { device.savePassword(Self.password, user: "anna", site: "elsewhere.example") }
        }

        wire.decide()
        let process = try DeviceProcess(
            folder: folder,
            [
                upgrade == .apple ? "apple" : "password", name, UpgradeBench.site, appName, wire.base, service,
                UpgradeBench.executable, Self.plistPath,
            ] + code)
        server.expect(plannedKill) {
            process.kill()
            if plannedKill.target == .deviceAndExtension { process.killExtension() }
        }
        let said = await process.end()
        #expect(said.hasPrefix("begins"), "\(upgrade): \(plannedKill): \(said)")
        process.killExtension()
        let hasFallen = try await server.recover()

        let device = try started(folder)
        #expect(try await isSomethingSavedThatSignsIn(device, name, person), words)
        try await settle(device, name)
        #expect(try await signsIn(device, name, person), words)
        device.clock.advance(by: .seconds(1_000))
        try await settle(device, name)
        #expect(try await signsIn(device, name, person), words)
        #expect(!device.hasPendingUpgrade(of: name), words)
        return hasFallen
    }

    /// The device of a folder, restarted.
    private func started(_ folder: String) throws -> DeviceSimulator {
        let device = try DeviceSimulator(storedIn: folder, app: appName)
        if device.isLocked { try device.unlock(passcode: "2468") }
        device.connect(toAppleService: service)
        try device.put(SimulatedSite(.server(wire.base)), at: UpgradeBench.site)
        device.shareWebCredentials(with: [UpgradeBench.site])
        try device.installUpgradeExtension(
            at: UpgradeBench.executable, arguments: ["--server", wire.base], infoPlist: try UpgradeBench.plist)
        return device
    }

    /// The Apple Account signs in to a converted account whose device does not know about the conversion.
    private func isSomethingSavedThatSignsIn(
        _ device: DeviceSimulator, _ name: String, _ person: PersonIdentifier
    ) async throws -> Bool {
        if try await signsIn(device, name, person) { return true }
        return upgrade == .apple ? try await signsInWithApple(person) : false
    }

    /// The device resolves what it can, and the user tries the passwords that it shows.
    private func settle(_ device: DeviceSimulator, _ name: String) async throws {
        try await device.settlesUpgrade(of: name) { try await signsIn(name, $0) }
    }

    /// Whether the device's credential signs in: the saved password, or without one the Apple Account.
    private func signsIn(_ device: DeviceSimulator, _ name: String, _ person: PersonIdentifier) async throws -> Bool {
        guard let password = device.savedPassword(of: name) else { return try await signsInWithApple(person) }
        return try await signsIn(name, password)
    }

    private func signsIn(_ name: String, _ password: String) async throws -> Bool {
        let answer = try await #require(server.client).enter(name, password: password)
        return answer.status == 201 || answer.code == "additional_authentication_required"
    }

    /// To the existing account; a new one would be another.
    private func signsInWithApple(_ person: PersonIdentifier) async throws -> Bool {
        let client = try #require(server.client)
        let nonce = try await client.challenge()
        let hash = SHA256.hash(data: Array(nonce.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let request = NativeSignInRequest(client: app, person: person, nonce: hash, scopes: [.name, .email])
        let proof = client.proof(try apple.signInNatively(request).get(), nonce: nonce)
        return try await client.send(.post, "/v1/sessions/apple", json: proof).status == 200
    }

    private var appName: String { "\(team.rawValue).\(app.rawValue)" }

    private static let plistPath = PackageFolder.root.appending(path: "Examples/Juice/Upgrade/Info.plist").path
}
