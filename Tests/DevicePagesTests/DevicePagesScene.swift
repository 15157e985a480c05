@testable import DevicePages
@testable import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LocalAccess
import Logging
import NIOCore
import NIOEmbedded
import Secrets

/// The pages of one phone, requested through their router by a program of the user who started it.
struct DevicePagesScene {
    let phone: FakePhone
    let client: any TestClientProtocol

    static func run(
        _ view: PhoneView = .sample(.home([.juice])), _ body: @escaping @Sendable (DevicePagesScene) async throws -> Void
    )
        async throws
    {
        let phone = FakePhone(view)
        let application = Application(router: pages(phone).router())
        try await application.test(.router) { client in try await body(DevicePagesScene(phone: phone, client: client)) }
    }

    /// Runs with three phones and a story: two of Anna, and one of Ben. `phone` is Ben's.
    static func runStory(
        erase: @escaping @Sendable (Int) -> Void = { _ in }, startOver: @escaping @Sendable () -> Void = {},
        _ body: @escaping @Sendable (DevicePagesScene) async throws -> Void
    ) async throws {
        let phones = (1...3).map { _ in FakePhone(.sample(.home([.juice]))) }
        let story = PhoneStory(
            people: [.init(name: "Anna", phones: 1...2), .init(name: "Ben", phones: 3...3)], erase: erase, startOver: startOver)
        let application = Application(router: pages(phones, story: story).router())
        try await application.test(.router) { client in try await body(DevicePagesScene(phone: phones[2], client: client)) }
    }

    static func pages(_ phone: FakePhone) -> DevicePages { pages([phone]) }

    private static func pages(_ phones: [FakePhone], story: PhoneStory? = nil) -> DevicePages {
        let access = LocalAccess(port: 8_082, bearer: bearer, random: PredictableRandomBytes(seed: 1)) {
            Date(timeIntervalSince1970: 0)
        }
        let gate = LocalAccessGate(access, landing: PagePath.devices, command: "latchkey phone open")
        return DevicePages(phones: phones, gate: gate, passcode: "2468", story: story)
    }

    private static let bearer = OpaqueToken(random: PredictableRandomBytes(seed: 99))
    private static var authorization: HTTPFields { [.authorization: "Bearer \(bearer.reveal())"] }

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        var fields = Self.authorization
        for field in headers { fields[field.name] = field.value }
        return try await client.execute(uri: path, method: .get, headers: fields)
    }

    /// Returns the status of a response to a request with this host.
    static func status(of path: String, host: String) async throws -> HTTPResponse.Status {
        try await response(to: path, host: host).status
    }

    /// The addresses of the event streams.
    static let streams = ["/device/phones/1/live", "/device/api/phones/1/events"]

    /// Returns a server of one phone.
    static func responder() -> RouterResponder<BasicRequestContext> {
        pages(FakePhone(.sample(.home([])))).router().buildResponder()
    }

    /// Returns the response to a request, without reading its body.
    static func response(
        to path: String, of responder: RouterResponder<BasicRequestContext> = DevicePagesScene.responder(),
        host: String = "localhost", headers: HTTPFields = [:]
    ) async throws -> Response {
        var fields = authorization
        for field in headers { fields[field.name] = field.value }
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: host, path: path, headerFields: fields),
            body: RequestBody(buffer: ByteBuffer()))
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test"))
        return try await responder.respond(to: request, context: BasicRequestContext(source: source))
    }

    /// Posts a form like the page's script, or like a browser without script.
    func post(
        _ path: String, form: String, headers: HTTPFields = [:], script: Bool = true
    ) async throws -> TestResponse {
        var fields = Self.authorization
        fields[.contentType] = "application/x-www-form-urlencoded"
        if script { fields[.accept] = "application/json" }
        for field in headers { fields[field.name] = field.value }
        return try await client.execute(uri: path, method: .post, headers: fields, body: ByteBuffer(string: form))
    }

    func post(_ path: String, json: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        var fields = Self.authorization
        fields[.contentType] = "application/json"
        for field in headers { fields[field.name] = field.value }
        return try await client.execute(uri: path, method: .post, headers: fields, body: ByteBuffer(string: json))
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }
}
