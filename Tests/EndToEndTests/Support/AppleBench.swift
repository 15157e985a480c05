import AccountServer
import Accounts
import AppleIdentity
import AppleIdentityClient
import struct AppleIdentity.ClientID
import struct AppleIdentity.KeyID
import struct AppleIdentity.TeamID
import AppleIdentityEmulator
import Crypto
import FoundationEssentials
import InternetAddresses
import Mail
import TestStores
import Testing
import Traces
import WebClient

/// An account server and the emulator of Apple's service over real HTTP, both with the emulator's clock.
struct AppleBench: Sendable {
    let apple: AppleService
    let emulator: AppleIdentityEmulator
    let system: AccountSystem
    let client: WebClient
    let app: AppID.ID
    let person: PersonIdentifier
    let team: DeveloperTeam.ID

    /// The address that the server's mail comes from. It is registered at the emulator.
    static let mailSender = "accounts@example.com"

    /// - Parameters:
    ///   - settings: the emulator's settings, if they differ from Apple's last observed behaviour.
    ///   - relaysMail: whether the server sends mail, to the emulator's relay.
    ///   - timeline: the desk of the server, and the traces of its timeline; nil for a production server.
    ///   - now: the clock of the server; nil for the emulator's clock.
    ///   - server: the account server's setup, if it differs from that of most tests.
    static func run(
        verification: AppleConfiguration.Verification = .identityToken, storage: AccountStorage? = nil, relaysMail: Bool = false,
        timeline: (desk: DevelopmentDesk, traces: TraceStore)? = nil,
        now: (@Sendable () -> Date)? = nil,
        settings: (inout AppleServiceSettings) -> Void = { _ in },
        server: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in },
        _ body: @escaping @Sendable (AppleBench, AppleBenchClient) async throws -> Void
    ) async throws {
        var configuration = EmulatorConfiguration.allowingLoopback
        configuration.clock = EmulatedClock(stoppedAt: Date(timeIntervalSince1970: 1_800_000_000))
        configuration.securePort = nil
        configuration.relayPort = relaysMail ? 0 : nil
        configuration.keyMaker = .reusing(SigningKeys.pem)
        configuration.recorder = timeline?.traces
        settings(&configuration.settings)
        try await withAppleIdentityEmulator(configuration) { emulator in
            let bench = try Self(emulator, verification: verification, storage: storage, desk: timeline?.desk, now, server)
            do {
                try await RunningServer.run(bench.system) { client in try await body(bench, client) }
                try await bench.stop()
            } catch {
                try? await bench.stop()
                throw error
            }
        }
    }

    private init(
        _ emulator: AppleIdentityEmulator, verification: AppleConfiguration.Verification, storage: AccountStorage?,
        desk: DevelopmentDesk?, _ now: (@Sendable () -> Date)?,
        _ change: (inout ServerConfiguration) -> Void
    ) throws {
        let apple = emulator.service
        let callback = RunningServer.origin + AppleWebConfiguration.callbackPath
        let party = try apple.addRelyingParty(
            named: "Shop", bundleID: "com.example.shop", returnURLs: [callback],
            notificationURL: RunningServer.origin + "/apple/notifications",
            emailSources: [#require(EmailSource(Self.mailSender))])
        person = try apple.addPerson(
            AppleAccountDraft(id: .init("anna"), givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com")
        ).id

        let website = try #require(party.website)
        var configuration = AppleConfiguration(
            team: try TeamID(party.team.rawValue),
            key: try ClientSecretKey(p8: party.key.pem, keyID: try KeyID(party.keyID.rawValue)),
            nativeClients: [try ClientID(party.app.rawValue)],
            web: AppleWebConfiguration(client: try ClientID(website.rawValue), redirectURI: try RedirectURI(callback)))
        configuration.verification = verification
        configuration.endpoints = try AppleEndpoints(baseURL: emulator.baseURL)

        self.emulator = emulator
        self.apple = apple
        app = party.app
        team = party.team
        client = try WebClient(userAgent: "test", limits: AppleHTTPTransport.limits)
        var served = try ServerConfiguration.forTests(apple: configuration)
        if let port = emulator.relayPort {
            let relay = try #require(SMTPServer.insecureLoopback(.loopback, port: port))
            served.mail = MailConfiguration(from: try MailAddress(Self.mailSender), destination: .smtp(relay))
        }
        change(&served)
        let now = now ?? { apple.clock.now }
        system = try AccountSystem(
            configuration: served, storage: try storage ?? .forTest(),
            appleTransport: AppleHTTPTransport(TracedConnections(connections: client)), desk: desk,
            now: { Timestamp(milliseconds: Int64(now().timeIntervalSince1970 * 1_000)) },
            logger: RunningServer.silent)
    }

    private func stop() async throws {
        try await client.shutdown()
    }

    /// Runs the server's pending requests to Apple.
    func work() async { await system.workForApple() }

    /// Another user with an Apple Account.
    func addPerson(_ id: String, email: String) throws -> PersonIdentifier {
        try apple.addPerson(AppleAccountDraft(id: .init(id), givenName: "Mal", familyName: "Lory", email: email)).id
    }

    /// The credential of an app for this nonce.
    func credential(nonce: String, person: PersonIdentifier? = nil, choices: ConsentChoices = ConsentChoices()) throws
        -> NativeCredential
    {
        let hashed = SHA256.hash(data: Array(nonce.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let request = NativeSignInRequest(
            client: app, person: person ?? self.person, nonce: hashed, scopes: [.name, .email], choices: choices)
        return try apple.signInNatively(request).get()
    }

    /// The number of fetches of Apple's keys since the request log was emptied.
    var keyFetches: Int { apple.requests().count { $0.endpoint == .keys } }
}

extension AppleBench {
    /// The body that Apple posts for the last event.
    var lastNotification: [UInt8] {
        get throws { Array(#"{"payload":"\#(try #require(apple.notifications.last).payload)"}"#.utf8) }
    }
}
