import DevicePages
@testable import DeviceSimulator
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import NIOEmbedded

/// The pages of one phone, asked through their router.
struct DevicePagesScene {
    let phone: FakePhone
    let client: any TestClientProtocol

    static func run(
        _ view: PhoneView = .sample(.home([.juice])), _ body: @escaping @Sendable (DevicePagesScene) async throws -> Void
    )
        async throws
    {
        let phone = FakePhone(view)
        let application = Application(router: DevicePages(phones: [phone], passcode: "2468").router())
        try await application.test(.router) { client in try await body(DevicePagesScene(phone: phone, client: client)) }
    }

    func get(_ path: String) async throws -> TestResponse {
        try await client.execute(uri: path, method: .get)
    }

    /// The status of an answer to a request that names this host.
    static func status(of path: String, host: String) async throws -> HTTPResponse.Status {
        let responder = DevicePages(phones: [FakePhone(.sample(.home([])))]).router().buildResponder()
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: host, path: path), body: RequestBody(buffer: ByteBuffer()))
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: Logger(label: "test"))
        return try await responder.respond(to: request, context: BasicRequestContext(source: source)).status
    }

    /// Sends a form as the page's script does, or as a browser without script.
    func post(
        _ path: String, form: String, headers: HTTPFields = [:], script: Bool = true
    ) async throws -> TestResponse {
        var fields: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        if script { fields[.accept] = "application/json" }
        for field in headers { fields[field.name] = field.value }
        return try await client.execute(uri: path, method: .post, headers: fields, body: ByteBuffer(string: form))
    }

    func post(_ path: String, json: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        var fields: HTTPFields = [.contentType: "application/json"]
        for field in headers { fields[field.name] = field.value }
        return try await client.execute(uri: path, method: .post, headers: fields, body: ByteBuffer(string: json))
    }
}

extension TestResponse {
    var text: String { String(buffer: body) }
}
