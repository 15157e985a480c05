import HTTPTypes
import JSONText
import PasswordStrength
import Synchronization
import Testing
import WebClient

@testable import AccountServer

@Suite("Leaked passwords with the online service")
struct LeakedPasswordLookUpTests {
    /// The range of `ServerBench.otherPassword`, and the rest of its digest.
    static let range = "329ED"
    static let suffix = "69E3DAD298E601FFB9F5BD59261717684EB"

    private func bench(
        _ transport: some LeakedPasswordTransport, failure: LeakedServiceConfiguration.Failure = .closed
    ) throws -> ServerBench {
        try ServerBench(leakedPasswords: transport) {
            $0.passwords.leakedService.address = "https://ranges.example.com"
            $0.passwords.leakedService.failure = failure
        }
    }

    @Test("a leaked password is rejected at sign-up and at a password change, and another is accepted")
    func rejected() async throws {
        let transport = CannedRanges { $0.hasSuffix(Self.range) ? "\(Self.suffix):7\r\n" : "\(ConfigurationSample.row)\r\n" }
        try await bench(transport).run { client in
            #expect(try await client.send(.get, "/v1/password-policy").json["rejectsLeaked"] == true)
            let signUp = try await client.send(
                .post, "/v1/accounts", json: ["username": "bert.k", "password": .string(ServerBench.otherPassword)])
            #expect(signUp.code == "password-leaked")
            let token = try await client.register("bert.k")
            let change = try await client.send(
                .put, "/v1/account/password", token: token,
                json: ["currentPassword": .string(ServerBench.password), "newPassword": .string(ServerBench.otherPassword)])
            #expect(change.code == "password-leaked")
            var browser = Browser(client)
            #expect(try await browser.signUp("carla.k", password: ServerBench.otherPassword).errorCodes == ["password-leaked"])
        }
    }

    @Test("only five digits of the digest are sent, and none for a password that is rejected anyway")
    func fiveDigits() async throws {
        let transport = CannedRanges { _ in "\(ConfigurationSample.row)\r\n" }
        try await bench(transport).run { client in
            _ = try await client.register("anna.k", password: ServerBench.otherPassword)
            _ = try await client.send(.post, "/v1/accounts", json: ["username": "bert.k", "password": "short"])
            _ = try await client.signIn("anna.k", password: ServerBench.otherPassword)
        }
        let requests = transport.requests
        #expect(requests.map(\.url) == ["https://ranges.example.com/range/\(Self.range)"])
        #expect(requests.first?.headers.map(\.name) == ["Add-Padding", "User-Agent"])
        #expect(requests.first?.headers.map(\.value) == ["true", "latchkey"])
    }

    @Test("while the service fails, the policy closed rejects new passwords with 503, and sign-ins still work")
    func closed() async throws {
        let silent = Mutex(false)
        let transport = CannedRanges { _ in silent.withLock { $0 } ? nil : "\(ConfigurationSample.row)\r\n" }
        try await bench(transport).run { client in
            _ = try await client.register()
            silent.withLock { $0 = true }
            let answer = try await client.send(
                .post, "/v1/accounts", json: ["username": "bert.k", "password": .string(ServerBench.otherPassword)])
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.code == "overloaded")
            #expect(answer.headers[.retryAfter] != nil)
            #expect(!answer.text.contains(Self.range))
            #expect(try await client.signIn().status == .created)
        }
    }

    @Test("the policy open accepts new passwords, also after a malformed response", arguments: [nil, "<!doctype html>", ""])
    func open(_ answer: String?) async throws {
        try await bench(CannedRanges { _ in answer }, failure: .open).run { client in _ = try await client.register() }
    }

    @Test("without a configured service, no request is sent")
    func off() async throws {
        let transport = CannedRanges { _ in nil }
        let bench = try ServerBench(leakedPasswords: transport)
        try await bench.run { client in
            #expect(try await client.send(.get, "/v1/password-policy").json["rejectsLeaked"] == false)
            _ = try await client.register()
        }
        #expect(transport.requests.isEmpty)
        #expect(!bench.system.services.contains { $0 is RangeClient })
    }

    @Test("a request has the padding header, and the client sets the user agent")
    func wire() async throws {
        let transport = RecordingWebTransport()
        let exchange = RangeExchange(transport: transport)
        let service = LeakedPasswordService(origin: "https://ranges.example.com/v1", userAgent: "latchkey", transport: exchange)
        #expect(try await service.count(of: "password") == 3)
        let request = try #require(transport.requests.first)
        #expect(request.method == .get && request.body.isEmpty)
        #expect(request.url.description == "https://ranges.example.com/v1/range/5BAA6")
        #expect(request.headers.map { "\($0.name.rawName)=\($0.value)" } == ["Add-Padding=true"])
    }

    @Test(
        "the URL of the service must be https or loopback",
        arguments: [
            ("https://api.pwnedpasswords.com", true), ("http://127.0.0.1:8081/ranges", true), ("http://localhost:1", true),
            ("http://[::1]:8081", true), ("http://ranges.example.com", false), ("https://ranges.example.com/", false),
            ("https://ranges.example.com?x=", false), ("ranges.example.com", false), ("https://user@ranges.example.com", false),
            ("ftp://ranges.example.com", false),
        ])
    func address(text: String, isTaken: Bool) {
        let problems = ConfigurationSample.problems("passwords: {leakedService: \"\(text)\"}")
        #expect(problems.isEmpty == isTaken, "\(problems)")
    }

    @Test("a folder and a service together are rejected")
    func both() throws {
        let folder = try ConfigurationFolder()
        for range in ConfigurationSample.ranges { try folder.write(ConfigurationSample.row, to: range) }
        let problems = ConfigurationSample.problems(
            "passwords: {leakedFolder: \"\(folder.path)\", leakedService: \"https://ranges.example.com\"}")
        #expect(problems.count == 1 && problems.first?.contains("passwords.leakedFolder is also set") == true)
    }
}

/// Responds with the value of a closure for each URL; nil means no response.
final class CannedRanges: LeakedPasswordTransport {
    private let answer: @Sendable (String) -> String?
    private let log = Mutex<[LeakedPasswordRequest]>([])

    var requests: [LeakedPasswordRequest] { log.withLock { $0 } }

    init(_ answer: @escaping @Sendable (String) -> String?) {
        self.answer = answer
    }

    func get(_ request: LeakedPasswordRequest) async throws -> LeakedPasswordResponse {
        log.withLock { $0.append(request) }
        guard let body = answer(request.url) else { throw WebClientError.timedOut }
        return LeakedPasswordResponse(status: 200, body: Array(body.utf8))
    }
}

private final class RecordingWebTransport: WebTransport {
    private let log = Mutex<[WebRequest]>([])

    var requests: [WebRequest] { log.withLock { $0 } }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        log.withLock { $0.append(request) }
        return WebResponse(status: .ok, body: Array("1E4C9B93F3F0682250B6CF8331B7EE68FD8:3".utf8))
    }
}
