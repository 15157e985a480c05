import Accounts
import AppleIdentity
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONText
import Logging
import NIOCore
import PasswordHashing
import PasswordStrength
import Secrets
import Synchronization
import TestStores
import WebClient

@testable import AccountServer

/// An account server with a new in-memory store, a clock that the test moves, and cheap password hashes.
struct ServerBench: Sendable {
    let system: AccountSystem
    let clock: ManualClock

    static let password = "velvet-otter 41 harbour"
    static let otherPassword = "copper-heron 72 meadow"
    static let start = Timestamp(seconds: 1_800_000_000)

    init(
        origin: String = "https://accounts.example.com", storage: AccountStorage? = nil,
        leakedPasswords: (any LeakedPasswordTransport)? = nil, apple: (any AppleTransport)? = nil,
        developmentMail: DevelopmentMail? = nil, desk: DevelopmentDesk? = nil, events: (any WebTransport)? = nil,
        traces: (any WebTransport)? = nil,
        adjust: (inout ServerConfiguration) throws -> Void = { _ in }
    ) throws {
        let key = MasterKey.random(PredictableRandomBytes(seed: 3))
        var configuration = ServerConfiguration(publicOrigin: try PublicOrigin(origin), keys: MasterKeys(current: key))
        configuration.hashing.parameters = Argon2idParameters(uncheckedMemoryKiB: 8, passes: 1)
        configuration.hashing.threads = 1
        configuration.limits.rejectionTime = .zero
        configuration.limits.codeRequestTime = .zero
        try adjust(&configuration)
        let clock = ManualClock(Self.start)
        self.clock = clock
        system = try AccountSystem(
            configuration: configuration, storage: try storage ?? .forTest(), appleTransport: apple,
            leakedPasswords: leakedPasswords, eventTransport: events, traceTransport: traces, developmentMail: developmentMail,
            desk: desk,
            now: { clock.now }, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    /// Runs `body` with a client that calls the server without a socket.
    func run(_ body: @escaping @Sendable (ServerClient) async throws -> Void) async throws {
        try await system.application().test(.router) { client in
            try await body(ServerClient(client: client))
        }
    }
}

/// A clock that a test moves.
final class ManualClock: Sendable {
    private let moment: Mutex<Timestamp>

    init(_ moment: Timestamp) {
        self.moment = Mutex(moment)
    }

    var now: Timestamp { moment.withLock { $0 } }

    func advance(by duration: Duration) {
        moment.withLock { $0 = $0 + duration }
    }
}

/// Sends requests and parses responses.
struct ServerClient: Sendable {
    let client: any TestClientProtocol

    func send(
        _ method: HTTPRequest.Method, _ path: String, token: String? = nil, json: JSONValue? = nil, headers: HTTPFields = [:]
    ) async throws -> ServerAnswer {
        var headers = headers
        if let token { headers[.authorization] = "Bearer \(token)" }
        if json != nil { headers[.contentType] = "application/json" }
        return try await send(method, path, body: json.map { $0.bytes() } ?? [], headers: headers)
    }

    func send(_ method: HTTPRequest.Method, _ path: String, body: [UInt8], headers: HTTPFields) async throws -> ServerAnswer {
        try await client.execute(uri: path, method: method, headers: headers, body: ByteBuffer(bytes: body)) { response in
            ServerAnswer(
                status: response.status, headers: response.headers, body: Array(response.body.readableBytesView))
        }
    }

    /// Creates an account and returns the token of its first session.
    func register(_ name: String = "anna.k", password: String = ServerBench.password) async throws -> String {
        let answer = try await send(.post, "/v1/accounts", json: ["username": .string(name), "password": .string(password)])
        return try answer.text("session", "token")
    }

    func signIn(_ name: String = "anna.k", password: String = ServerBench.password) async throws -> ServerAnswer {
        try await send(.post, "/v1/sessions", json: ["username": .string(name), "password": .string(password)])
    }
}

struct ServerAnswer: Sendable {
    let status: HTTPResponse.Status
    let headers: HTTPFields
    let body: [UInt8]

    struct Missing: Error {
        let path: [String]
        let body: String
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as JSON; null if it is empty or malformed.
    var json: JSONValue { (try? JSONText.parse(body).root.value) ?? .null }

    /// The stable code of a problem document.
    var code: String? { json["code"]?.string }

    func text(_ path: String...) throws -> String {
        var value: JSONValue? = json
        for name in path { value = value?[name] }
        guard let text = value?.string else { throw Missing(path: path, body: text) }
        return text
    }
}
