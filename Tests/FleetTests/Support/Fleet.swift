import Crypto
import Foundation
import PostgreSQLServer
import Synchronization

/// Several servers over one PostgreSQL database, behind a proxy that distributes requests among them.
final class Fleet: Sendable {
    static let origin = "https://accounts.example.com"

    let members: [Member]
    let proxy: RoundRobin
    let client: FleetClient
    /// The address of the database.
    let database: String
    /// The standby for session checks, if there is one.
    let standby: PostgreSQLServer?
    private let folder: URL
    private let primary: PostgreSQLServer

    /// Starts all servers at once over an empty database, runs `body`, and stops them.
    ///
    /// - Parameters:
    ///   - bound: the maximum lag of a standby for session checks in milliseconds; nil for no standby.
    ///   - settings: additional lines of the configuration.
    ///   - key: the private key of the developer account, as `apple.p8`.
    static func run(
        of count: Int = 3, replicaBound bound: Int? = nil, settings: [String] = [], key: String? = nil,
        _ body: @Sendable (Fleet) async throws -> Void
    ) async throws {
        try await FleetClient.use { client in
            let fleet = try Fleet(count, replicaBound: bound, settings: settings, key: key, client: client)
            do {
                try await fleet.start()
                try await body(fleet)
            } catch {
                await fleet.end()
                throw error
            }
            await fleet.end()
        }
    }

    private init(_ count: Int, replicaBound bound: Int?, settings: [String], key: String?, client: FleetClient) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-fleet-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let primary = try bound == nil ? PostgreSQLServer.shared.get() : PostgreSQLServer()
        let name = try primary.makeNamedDatabase()
        database = primary.address(of: name)
        standby = try bound.map { bound in
            try primary.query("ALTER DATABASE \(name) SET latchkey.replica_bound = '\(bound)'", on: name)
            return try PostgreSQLServer(following: primary)
        }
        self.primary = primary
        proxy = try RoundRobin()
        let folder = folder
        members = (0..<count).map { _ in Member(in: folder) }
        self.client = client.behind(proxy)
        try write(Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString(), to: "master.key")
        try write(key ?? P256.Signing.PrivateKey().pemRepresentation, to: "apple.p8")
        let lines =
            [
                "site:", "  publicOrigin: \(Self.origin)", "trustedProxies: [127.0.0.1]", "store:",
                "  address: \"\(database)\"", "  connections: 4",
            ] + (standby.map { ["  replica: \"\($0.address(of: name))\""] } ?? []) + [
                "keys:", "  currentFile: master.key", "metrics:",
                "  enabled: false", "log:", "  level: warning",
            ] + settings
        try write(lines.joined(separator: "\n") + "\n", to: "latchkey.yaml")
    }

    deinit {
        proxy.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Runs `latchkey store` with these arguments on the database, and returns its exit code.
    func store(_ arguments: String...) async throws -> Int32 {
        try await LatchkeyProgram.run(
            ["store"] + arguments + ["--store", database], in: folder, log: folder.appending(path: "log"))
    }

    /// Removes a server from the proxy, stops it with SIGTERM, and adds it again once it serves. Returns how it ended.
    func restart(_ member: Member) async throws -> Int32 {
        if let port = member.port { await proxy.withdraw(port) }
        let status = await member.stop()
        try await member.start()
        if let port = member.port { proxy.admit(port) }
        return status
    }

    private func start() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for member in members { group.addTask { try await member.start() } }
            try await group.waitForAll()
        }
        for member in members { if let port = member.port { proxy.admit(port) } }
    }

    private func end() async {
        for member in members { await member.kill() }
    }

    private func write(_ text: String, to name: String) throws {
        let path = folder.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}
