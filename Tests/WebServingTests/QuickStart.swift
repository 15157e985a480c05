import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing
import WebServing

/// The quick start of WebServing.docc.
enum QuickStart {
    struct Log {
        func changes() -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    }

    static func router(_ log: Log, _ stylesheet: [UInt8]) -> Router<BasicRequestContext> {
        // In Sources/Shared/WebServing/WebServing.docc/WebServing.md
        let router = Router()
        router.get("/log/events") { request, _ in
            guard request.isForThisMachine, request.isOfOwnPage else { return Response(status: .forbidden) }
            return Response.events(ofChanges: log.changes(), to: request)
        }
        router.get("/style.css") { _, _ in Response.asset(stylesheet, type: "text/css; charset=utf-8") }
        // End
        return router
    }
}

@Suite("Quick start of WebServing")
struct QuickStartTests {
    @Test("the code block serves the asset permanently, and keeps another site's page out of the events")
    func served() async throws {
        let application = Application(router: QuickStart.router(.init(), Array("p{}".utf8)))
        try await application.test(.router) { client in
            let style = try await client.execute(uri: "/style.css", method: .get)
            #expect(style.status == .ok && String(buffer: style.body) == "p{}")
            #expect(style.headers[.cacheControl] == "public, max-age=31536000, immutable")
            #expect(style.headers[.xContentTypeOptions] == "nosniff")
            let foreign = try await client.execute(uri: "/log/events", method: .get, headers: [.secFetchSite: "cross-site"])
            #expect(foreign.status == .forbidden)
        }
    }
}
