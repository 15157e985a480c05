import AccountServer
import AccountStoreSQLite
import Accounts
import AppleIdentity
import AppleIdentityClient
import struct AppleIdentity.ClientID
import struct AppleIdentity.KeyID
import struct AppleIdentity.TeamID
import AppleIdentityEmulator
import DeviceSimulator
import Hummingbird
import Logging
import PasswordHashing
import Secrets
import ServiceLifecycle
import Testing
import WebClient

/// Apple's emulated service and an account server that knows Juice, over HTTP, with a user who has an Apple Account.
struct AppleParty: Sendable {
    static let bundle = "com.example.apple-samplecode.juice"

    let apple: AppleService
    let appleBase: String
    let team: String
    /// The account server's.
    let server: String

    /// Runs the servers while `body` runs.
    static func run(_ body: @escaping @Sendable (AppleParty) async throws -> Void) async throws {
        var configuration = EmulatorConfiguration.allowingLoopback
        configuration.securePort = nil
        try await withAppleIdentityEmulator(configuration) { emulator in
            let origin = "https://accounts.example.com"
            let party = try emulator.service.addRelyingParty(
                named: "Juice", bundleID: bundle, returnURLs: [origin + AppleWebConfiguration.callbackPath],
                notificationURL: origin + "/apple/notifications")
            _ = try emulator.service.addPerson(
                AppleAccountDraft(
                    id: .init("anna"), givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com"))
            var settings = AppleConfiguration(
                team: try TeamID(party.team.rawValue),
                key: try ClientSecretKey(p8: party.key.pem, keyID: try KeyID(party.keyID.rawValue)),
                nativeClients: [try ClientID(bundle)])
            settings.endpoints = try AppleEndpoints(baseURL: emulator.baseURL)
            let client = try WebClient(userAgent: "test", limits: AppleHTTPTransport.limits)
            let system = try AccountSystem(
                configuration: try .small(origin, apple: settings), storage: .inMemory(),
                appleTransport: AppleHTTPTransport(client), logger: silent)
            do {
                try await serve(system) { port in
                    try await body(
                        AppleParty(
                            apple: emulator.service, appleBase: emulator.baseURL, team: party.team.rawValue,
                            server: "http://127.0.0.1:\(port)"))
                }
                try await client.shutdown()
            } catch {
                try? await client.shutdown()
                throw error
            }
        }
    }

    /// A device that is signed in, with Juice as its app.
    func device() throws -> DeviceSimulator {
        let device = try DeviceSimulator(app: "\(team).\(Self.bundle)")
        try device.signIn(toAppleAccount: "anna", service: appleBase)
        return device
    }

    private static func serve(_ system: AccountSystem, _ body: @escaping @Sendable (Int) async throws -> Void) async throws {
        let (ports, announcement) = AsyncStream<Int>.makeStream()
        let application = try system.application { announcement.yield($0.localAddress?.port ?? 0) }
        var configuration = ServiceGroupConfiguration(services: [application], logger: silent)
        configuration.maximumGracefulShutdownDuration = system.limits.shutdown
        let group = ServiceGroup(configuration: configuration)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask {
                defer { announcement.finish() }
                // A shutdown that reaches its limit is reported as a cancellation.
                do { try await group.run() } catch is CancellationError {}
            }
            var ready = ports.makeAsyncIterator()
            let port = try #require(await ready.next(), "the server did not start")
            var failure: (any Error)?
            do { try await body(port) } catch { failure = error }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
            if let failure { throw failure }
        }
    }

    private static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}

extension ServerConfiguration {
    /// A server with cheap password hashing.
    fileprivate static func small(_ origin: String, apple: AppleConfiguration) throws -> ServerConfiguration {
        var configuration = ServerConfiguration(
            publicOrigin: try PublicOrigin(origin), keys: MasterKeys(current: MasterKey.random(SystemRandomBytes())))
        configuration.listener.port = 0
        configuration.hashing.parameters = Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1)
        configuration.hashing.threads = 1
        configuration.limits.rejectionTime = .zero
        configuration.limits.codeRequestTime = .zero
        configuration.apple = apple
        return configuration
    }
}
