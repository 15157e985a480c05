import Accounts
import FoundationEssentials
import HTTPTypes
import Hummingbird
import InternetAddresses
import Logging
import NIOCore
import NIOEmbedded

@testable import AccountServer

/// An application with its own context that mounts the account server and keeps notes of signed-in users.
struct NotesApplication {
    let latchkey: Latchkey

    struct Context: SignedInRequestContext {
        var coreContext: CoreRequestContextStorage
        let remoteAddress: SocketAddress?
        var user: SignedInUser?
        /// A value of the application's own.
        var answered = false

        init(source: ApplicationRequestContextSource) {
            coreContext = CoreRequestContextStorage(source: source)
            remoteAddress = try? SocketAddress(ipAddress: "192.0.2.7", port: 1)
        }
    }

    func application() throws -> some ApplicationProtocol {
        let router = Router(context: Context.self)
        try latchkey.mount(on: router)
        router.get("about") { _, _ in "about notes" }
        router.get("unguarded") { _, context in try context.requireUser().userName ?? "" }
        router.group("notes").add(middleware: latchkey.requireSignIn())
            .get { _, context in
                let user = try context.requireUser()
                return "\(user.userName ?? "") \(user.accountID.uuidString.lowercased())"
            }
        var application = Application(router: router, logger: latchkey.system.logger)
        for service in latchkey.services { application.addServices(service) }
        return application
    }

    /// The visitor that the application's own routes pass.
    static let visitor = Visitor(client: Client(address: .loopback, deviceName: "Notes on a phone"))

    /// Returns the user that the application sees for a request with this `Authorization` field.
    func user(_ authorization: String?) async throws -> SignedInUser {
        var headers: HTTPFields = [:]
        headers[.authorization] = authorization
        let request = Request(
            head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/notes", headerFields: headers),
            body: RequestBody(buffer: ByteBuffer()))
        let source = ApplicationRequestContextSource(channel: EmbeddedChannel(), logger: latchkey.system.logger)
        return try await latchkey.signedInUser(request, Context(source: source))
    }
}
