import AccountServer
import AccountStoreSQLite
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import ServiceLifecycle
import Testing

/// The quick start of AccountServer.docc, and the code of docs/guide.md.
enum QuickStart {
    static func mount(on router: Router<NotesApplication.Context>, logger: Logger) throws -> Latchkey {
        // In docs/guide.md and docs/guide.zh-Hans.md and Sources/Server/AccountServer/AccountServer.docc/AccountServer.md
        let settings = LatchkeySettings(publicOrigin: try PublicOrigin("http://localhost:8080"))
        let latchkey = try Latchkey(settings, storage: .inMemory(), logger: logger)
        router.group("notes").add(middleware: latchkey.requireSignIn()).get { _, context in
            "Notes of \(try context.requireUser().userName ?? "a user of Sign in with Apple")"
        }
        try latchkey.mount(on: router)
        // End
        return latchkey
    }

    static func run<Responder>(_ latchkey: Latchkey, in application: Application<Responder>) async throws {
        var application = application
        // In Sources/Server/AccountServer/AccountServer.docc/AccountServer.md
        for service in latchkey.services { application.addServices(service) }
        try await application.runService()
        // End
    }
}

@Suite("Quick start of AccountServer")
struct QuickStartTests {
    @Test("the code block mounts the server and guards a route")
    func runs() async throws {
        let router = Router(context: NotesApplication.Context.self)
        _ = try QuickStart.mount(on: router, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        try await Application(router: router).test(.router) { client async throws in
            #expect(try await client.execute(uri: "/notes", method: .get).status == .unauthorized)
            #expect(try await client.execute(uri: "/openapi.json", method: .get).status == .ok)
        }
    }

    @Test("the code block runs the server, which ends at a graceful shutdown")
    func serves() async throws {
        let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let router = Router(context: NotesApplication.Context.self)
        let latchkey = try QuickStart.mount(on: router, logger: silent)
        let (ports, port) = AsyncStream<Int>.makeStream()
        let application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { port.yield($0.localAddress?.port ?? 0) }, logger: silent)
        let service = QuickStartService { try await QuickStart.run(latchkey, in: application) }
        let response = try await LiveServer.run(service, limits: ConnectionLimits(), ports: ports, logger: silent) { port in
            try await RawConnection.exchange(port, "GET /notes HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        }
        #expect(response.hasPrefix("HTTP/1.1 401 "))
    }
}

/// The code block as a service, so that the shutdown of a group reaches `runService()`.
private struct QuickStartService: Service {
    let body: @Sendable () async throws -> Void

    func run() async throws { try await body() }
}
