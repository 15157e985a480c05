import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// The server of Apple's Password AutoFill article, built on Latchkey's public API. A signed-in user gets a motivational
/// sentence.
@main
struct Motivation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Motivation",
        abstract: "A small account server whose users get a motivational sentence.",
        discussion: "Accounts are kept in memory and lost at exit, unless --data names a folder for them.")

    @Option(help: "The port on 127.0.0.1 to listen on.")
    var port = 8_080

    @Option(help: "The folder for the accounts. It is created if it does not exist.")
    var data: String?

    @Option(help: "The application identifier of an app that shares passwords with the site. Repeat it for several apps.")
    var app: [String] = []

    @Option(help: "The site that codes in messages are bound to. Its host is accepted in requests.")
    var site = "localhost"

    @Option(help: "The address that accepts messages as JSON. Without it, messages are printed.")
    var messages: String?

    @Option(help: "A file with the bearer token for this address.")
    var messagesBearerFile: String?

    func run() async throws {
        let logger = Logger(label: "motivation")
        let home = try data.map(DataFolder.init(path:))
        var settings = LatchkeySettings(
            publicOrigin: try PublicOrigin("http://localhost:\(port)"), serviceName: "Motivation", key: try home?.key())
        if !app.isEmpty {
            settings.associationFile = try .init(JSONEncoder().encode(["webcredentials": ["apps": app]]))
        }
        let latchkey = try Latchkey(
            settings,
            storage: try home.map { try .sqlite(at: $0.storePath) } ?? .inMemory(), logger: logger)

        let router = Router(context: MotivationContext.self)
        // On the whole router, so that a response for an unknown path contains a reason too.
        router.add(middleware: Reasons())
        router.add(middleware: OwnRequests(site: site))
        let messenger = Messenger(
            gateway: messages.flatMap(URL.init(string:)), bearerFile: messagesBearerFile, site: site)
        MotivationRoutes(latchkey: latchkey, messenger: messenger).add(to: router)
        try latchkey.mount(on: router)

        let line = "Motivation listens on http://localhost:\(port)\n"
        var application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            // Write directly: print buffers the line when the output is not a terminal.
            onServerRunning: { _ in FileHandle.standardOutput.write(Data(line.utf8)) }, logger: logger)
        for service in latchkey.services { application.addServices(service) }
        try await application.runService()
    }
}
