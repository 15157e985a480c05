import AccountServer
import AccountStoreSQLite
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
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

    static func run(_ latchkey: Latchkey, on router: Router<NotesApplication.Context>) async throws {
        // In Sources/Server/AccountServer/AccountServer.docc/AccountServer.md
        var application = Application(router: router)
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
}
