import AppleIdentityEmulator
import ArgumentParser
import AssociatedDomains
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTLS
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

struct DomainsServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve an association file as https://localhost for testing, until stopped.",
        discussion: """
            The command creates a certificate authority for this run; --authority-out stores its certificate for clients. It reads the \
            file again for each request. --status and --content-type imitate misconfigured sites.

            Then, in another terminal:
              latchkey domains check localhost --port 8446 --authority ca.pem \\
                --allow-private
            """,
        example: "latchkey domains serve apple-app-site-association --authority-out ca.pem")

    @Argument(help: ArgumentHelp("The association file.", valueName: "file"))
    var file: String

    @Option(help: ArgumentHelp("The port; 0 lets the system choose one.", valueName: "port"))
    var port = 8_446

    @Option(help: ArgumentHelp("The file for the authority's certificate, PEM.", valueName: "file"))
    var authorityOut: String?

    @Option(help: ArgumentHelp("The status of the responses.", valueName: "status"))
    var status = 200

    @Option(help: ArgumentHelp("The Content-Type of the responses.", valueName: "type"))
    var contentType = "application/json"

    @Flag(help: "Serve the file at the root alone, its location before 2015.")
    var rootOnly = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port must be 0 to 65535") }
        guard (200...599).contains(status) else { throw ValidationError("--status must be 200 to 599") }
        guard HTTPField.isValidValue(contentType) else { throw ValidationError("--content-type contains an invalid character") }
    }

    func run() async throws {
        _ = try LimitedFile.read(file, limit: AssociationFile.maximumBytes)
        let authority = try TestCertificateAuthority(now: Date())
        if let authorityOut { try Data(try authority.certificatePEM.utf8).write(to: URL(filePath: authorityOut), options: .atomic) }
        let logger = Logger(label: "latchkey") { _ in SwiftLogNoOpLogHandler() }
        let application = Application(
            router: router(), server: try .tls(tlsConfiguration: try authority.makeServerTLS(now: Date())),
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { Terminal().result("https://localhost:\($0.localAddress?.port ?? 0)") }, logger: logger)
        var group = ServiceGroupConfiguration(
            services: [.init(service: application)], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        group.maximumGracefulShutdownDuration = .seconds(2)
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError {
            throw CommandFailure(listeningOn: "127.0.0.1:\(port)", error, port: "--port") ?? error
        }
    }

    private func router() -> Router<BasicRequestContext> {
        let router = Router(context: BasicRequestContext.self)
        let (file, status, type) = (file, status, contentType)
        let answer: @Sendable (Request, BasicRequestContext) async throws -> Response = { _, _ in
            guard let bytes = try? LimitedFile.read(file, limit: AssociationFile.maximumBytes) else {
                return Response(status: .internalServerError)
            }
            return Response(
                status: .init(code: status), headers: [.contentType: type],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
        }
        if !rootOnly { router.get("/.well-known/apple-app-site-association", use: answer) }
        router.get("/apple-app-site-association", use: answer)
        // The path on Apple's network, for --cdn.
        router.get("/a/v1/:domain", use: answer)
        return router
    }
}
