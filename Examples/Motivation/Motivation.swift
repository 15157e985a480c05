import AccountServer
import AccountStoreSQLite
import Accounts
import ArgumentParser
import Foundation
import Hummingbird
import Logging

/// The server of the Password AutoFill article, rebuilt on Latchkey's public face: whoever is signed in gets a sentence to go on with.
@main
struct Motivation: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Motivation",
        abstract: "A small account server whose users get a motivational sentence.",
        discussion: "Accounts are kept in memory, and gone at the end, unless --data names a folder to keep them in.")

    @Option(help: "The port on 127.0.0.1 to listen on.")
    var port = 8_080

    @Option(help: "A folder to keep accounts in; it is made if it does not exist.")
    var data: String?

    @Option(help: "An app that shares passwords with the site: its application identifier. May be given several times.")
    var app: [String] = []

    @Option(help: "The site that codes in messages are bound to.")
    var site = "localhost"

    @Option(help: "Where messages go: the address that takes them as JSON. Without it they are printed.")
    var messages: String?

    @Option(help: "A file with the bearer that this address requires.")
    var messagesBearerFile: String?

    func run() async throws {
        let logger = Logger(label: "motivation")
        let home = try data.map(DataFolder.init(path:))
        var settings = LatchkeySettings(
            publicOrigin: try PublicOrigin("http://localhost:\(port)"), serviceName: "Motivation", key: try home?.key())
        if !app.isEmpty {
            settings.associationFile = [UInt8](try JSONEncoder().encode(["webcredentials": ["apps": app]]))
        }
        let latchkey = try Latchkey(
            settings,
            storage: try home.map { try .sqlite(at: $0.storePath) } ?? .inMemory(), logger: logger)

        let router = Router(context: MotivationContext.self)
        // On the whole router, so that a path that nobody has gets its reason too.
        router.add(middleware: Reasons())
        let messenger = Messenger(
            gateway: messages.flatMap(URL.init(string:)), bearerFile: messagesBearerFile, site: site)
        MotivationRoutes(latchkey: latchkey, messenger: messenger).add(to: router)
        try latchkey.mount(on: router)

        let line = "Motivation listens on http://localhost:\(port)\n"
        var application = Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: port)),
            // Written past the buffer of print, which keeps a line back where the output is not a terminal.
            onServerRunning: { _ in FileHandle.standardOutput.write(Data(line.utf8)) }, logger: logger)
        for service in latchkey.services { application.addServices(service) }
        try await application.runService()
    }
}
