import AccountServer
import Accounts
import AppleIdentity
import Crypto
import HTTPTypes
import JSONText
import Synchronization
import TestStores
import Testing

/// An account server behind a socket, whose Apple signs anything that a test wants.
struct ForgeryBench: Sendable {
    static let app = "com.example.shop"
    static let website = "com.example.shop.web"
    static let team = "ABCDE12345"

    let apple = ForgingApple()
    let clock = ForgedClock()
    let system: AccountSystem

    static func run(
        team: String = Self.team, nonce: AppleConfiguration.NoncePolicy = .required, storage: AccountStorage? = nil,
        _ body: @escaping @Sendable (ForgeryBench, AppleBenchClient) async throws -> Void
    ) async throws {
        let bench = try Self(team: team, nonce: nonce, storage: storage)
        try await RunningServer.run(bench.system) { client in try await body(bench, client) }
    }

    private init(team: String, nonce: AppleConfiguration.NoncePolicy, storage: AccountStorage?) throws {
        let clock = clock
        var apple = try Self.configuration(team: team)
        apple.nonce = nonce
        system = try AccountSystem(
            configuration: .forTests(apple: apple), storage: try storage ?? .forTest(),
            appleTransport: self.apple, now: { Timestamp(milliseconds: clock.seconds * 1_000) }, logger: RunningServer.silent)
    }

    static func configuration(
        team: String = Self.team, nativeClients: [String] = [app], hasWebsite: Bool = true
    ) throws -> AppleConfiguration {
        let callback = RunningServer.origin + AppleWebConfiguration.callbackPath
        return AppleConfiguration(
            team: try TeamID(team),
            key: try ClientSecretKey(p8: P256.Signing.PrivateKey().pemRepresentation, keyID: try KeyID("FGHIJ67890")),
            nativeClients: try nativeClients.map { text throws in try ClientID(text) },
            web: hasWebsite
                ? AppleWebConfiguration(client: try ClientID(website), redirectURI: try RedirectURI(callback)) : nil)
    }

    /// A valid token for this nonce.
    func token(nonce: String, subject: String = ForgedToken.subject) -> ForgedToken {
        ForgedToken(nonce: nonce, now: clock.seconds, subject: subject)
    }

    func signIn(_ token: String, nonce: String, _ client: AppleBenchClient) async throws -> AppleBenchClient.Answer {
        try await client.send(
            .post, "/v1/sessions/apple", json: ["identityToken": .string(token), "nonce": .string(nonce)])
    }

    /// A sign-in with a valid token, changed by `change`.
    func signIn(
        _ client: AppleBenchClient, subject: String = ForgedToken.subject, _ change: (ForgedToken) -> ForgedToken = { $0 }
    ) async throws -> AppleBenchClient.Answer {
        let nonce = try await client.challenge()
        return try await signIn(change(token(nonce: nonce, subject: subject)).text, nonce: nonce, client)
    }

    /// Signs in with a token that has one error, which must be rejected, and then with the same nonce and the same token without
    /// it, which must be accepted.
    func expectRejection(
        of fault: (ForgedToken) throws -> String, _ client: AppleBenchClient, code: String = "apple-token-rejected",
        twin: (ForgedToken) -> ForgedToken = { $0 }, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let nonce = try await client.challenge()
        let good = token(nonce: nonce)
        let rejected = try await signIn(fault(good), nonce: nonce, client)
        #expect(rejected.code == code, sourceLocation: sourceLocation)
        #expect(rejected.json["session"] == nil, sourceLocation: sourceLocation)
        let accepted = try await signIn(twin(good).text, nonce: nonce, client)
        #expect(accepted.status == 201, "the twin without the fault", sourceLocation: sourceLocation)
    }
}

/// An error with its name, for tables.
struct Forgery: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let forge: @Sendable (ForgedToken) throws -> String

    init(_ name: String, _ forge: @escaping @Sendable (ForgedToken) throws -> ForgedToken) {
        testDescription = name
        self.forge = { try forge($0).text }
    }

    init(_ name: String, text forge: @escaping @Sendable (ForgedToken) throws -> String) {
        testDescription = name
        self.forge = forge
    }
}

/// A clock that is stopped until it is moved.
final class ForgedClock: Sendable {
    private let time = Mutex<Int64>(1_800_000_000)

    var seconds: Int64 { time.withLock { $0 } }

    func advance(by seconds: Int64) { time.withLock { $0 += seconds } }
}
