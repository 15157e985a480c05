internal import Glibc
internal import Logging
internal import ServiceLifecycle
internal import UnixSignals

/// `SessionLadder RUNG PORT STORE`: a server that does one layer of a session check more at each rung, to measure the cost of each layer.
///
/// All rungs answer `GET /v1/session` on loopback and consist of the product's own parts. `STORE` is an SQLite store with the schema; the
/// rungs below `read` do not open it.
@main
struct SessionLadder {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let rung = Rung(rawValue: arguments[1]), let port = Int(arguments[2]) else {
            print("usage: SessionLadder \(Rung.allCases.map(\.rawValue).joined(separator: "|")) PORT STORE")
            exit(2)
        }
        var logger = Logger(label: "ladder")
        logger.logLevel = .warning
        let services = try LadderServer(rung: rung, port: port, store: arguments[3], logger: logger).services
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: logger))
        try await group.run()
    }
}
