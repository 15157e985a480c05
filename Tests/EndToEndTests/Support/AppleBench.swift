import AccountServer
import AccountStoreSQLite
import Accounts
import AppleIdentity
import AppleIdentityEmulator
import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONText
import Logging
import NIOCore
import PasswordHashing
import Secrets
import ServiceLifecycle
import Testing
import WebClient

/// An account server and Apple's emulated service, wired up over real HTTP, both by the emulator's clock.
struct AppleBench: Sendable {
    let apple: AppleService
    let emulator: AppleIdentityEmulator
    let system: AccountSystem
    let client: WebClient
    let app: ClientIdentifier
    let person: PersonIdentifier
    let team: TeamIdentifier

    static let origin = "https://accounts.example.com"

    static func run(
        verification: AppleConfiguration.Verification = .identityToken, storage: AccountStorage? = nil,
        _ body: @escaping @Sendable (AppleBench, AppleBenchClient) async throws -> Void
    ) async throws {
        var settings = EmulatorConfiguration.allowingLoopback
        settings.clock = EmulatedClock(standingAt: Date(timeIntervalSince1970: 1_800_000_000))
        settings.securePort = nil
        settings.keyMaker = .reusing(SigningKeys.pem)
        try await withAppleIdentityEmulator(settings) { emulator in
            let bench = try Self(emulator, verification: verification, storage: storage)
            do {
                try await bench.system.application().test(.router) { client in
                    try await body(bench, AppleBenchClient(client: client))
                }
                try await bench.stop()
            } catch {
                try? await bench.stop()
                throw error
            }
        }
    }

    private init(
        _ emulator: AppleIdentityEmulator, verification: AppleConfiguration.Verification, storage: AccountStorage?
    ) throws {
        let apple = emulator.service
        let callback = Self.origin + AppleWebConfiguration.callbackPath
        let party = try apple.addRelyingParty(
            named: "Shop", bundleID: "com.example.shop", returnURLs: [callback],
            notificationURL: Self.origin + "/apple/notifications")
        person = try apple.addPerson(
            AppleAccountDraft(id: .init("anna"), givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com")
        ).id

        var configuration = ServerConfiguration(
            publicOrigin: try PublicOrigin(Self.origin),
            keys: KeyConfiguration(current: MasterKey.random(PredictableRandomBytes(seed: 3))))
        configuration.hashing.parameters = Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1)
        configuration.hashing.threads = 1
        let website = try #require(party.website)
        var appleConfiguration = AppleConfiguration(
            team: try TeamID(party.team.rawValue),
            key: try ClientSecretKey(p8: party.key.pem, keyID: try KeyID(party.keyID.rawValue)),
            nativeClients: [try ClientID(party.app.rawValue)],
            web: AppleWebConfiguration(client: try ClientID(website.rawValue), redirectURI: try RedirectURI(callback)))
        appleConfiguration.verification = verification
        appleConfiguration.endpoints = try AppleEndpoints(baseURL: emulator.baseURL)
        configuration.apple = appleConfiguration
        let generous = try #require(Budget(burst: 100_000, refill: 1, per: .seconds(1)))
        // Tests sign in more often than people do.
        configuration.throttles.challengesPerAddress = generous
        configuration.throttles.appleFailuresPerAddress = generous
        configuration.throttles.registrationsPerAddress = generous

        self.emulator = emulator
        self.apple = apple
        app = party.app
        team = party.team
        client = try WebClient(userAgent: "test", limits: WebAppleTransport.limits)
        system = try AccountSystem(
            configuration: configuration, storage: try storage ?? .inMemory(), appleTransport: WebAppleTransport(client),
            now: { Timestamp(milliseconds: Int64(apple.clock.now.timeIntervalSince1970 * 1_000)) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    private func stop() async throws {
        try await client.shutdown()
    }

    /// Lets the server do what waits to be asked of Apple.
    func work() async { await system.workForApple() }

    /// What an app gets from the device for this nonce.
    func credential(nonce: String, person: PersonIdentifier? = nil, choices: ConsentChoices = ConsentChoices()) throws
        -> NativeCredential
    {
        let hashed = SHA256.hash(data: Array(nonce.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        let request = NativeSignInRequest(
            client: app, person: person ?? self.person, nonce: hashed, scopes: [.name, .email], choices: choices)
        return try apple.signInNatively(request).get()
    }
}
