#if PostgreSQL
import Accounts
import AccountStore
import Foundation
import PostgreSQLServer
import ReservedPorts
import TestKit
import Testing

@testable import AccountStorePostgreSQL

/// With a server that supports TLS, and a certificate authority made for the test.
@Suite(
    "A database over a network", .tags(.realParts),
    .enabled(if: PostgreSQLServer.isInstalled && EncryptedServer.canRun, "needs PostgreSQL and openssl"), .timeLimit(.minutes(20)))
struct EncryptionTests {
    @Test(
        "a connection requires the name in the certificate and its authority; with another one it fails before any account data is sent"
    )
    func certificates() async throws {
        let server = try EncryptedServer()
        let good =
            "postgres://tester@localhost:\(server.port)/\(server.database)?hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert="
        let store = try PostgreSQLAccountStore.open(ConnectionAddress(good + server.authority), connections: 1)
        #expect(try await store.isEncrypted)
        await store.close()

        let otherName = good.replacingOccurrences(of: "@localhost", with: "@db.example.com")
        for rejected in [good + server.otherAuthority, otherName + server.authority] {
            let error = #expect(throws: StoreError.self) {
                _ = try PostgreSQLAccountStore.open(ConnectionAddress(rejected), connections: 1)
            }
            #expect(error?.code == .unavailable)
            #expect(error?.reason.contains("certificate") == true)
        }
    }

    @Test("a server without TLS is rejected")
    func clearText() throws {
        let server = try EncryptedServer(isEncrypted: false)
        let address = "postgres://tester@localhost:\(server.port)/\(server.database)?hostaddr=127.0.0.1"
        let error = #expect(throws: StoreError.self) {
            _ = try PostgreSQLAccountStore.open(ConnectionAddress(address + "&sslmode=verify-full&sslrootcert=" + server.authority))
        }
        #expect(error?.reason.contains("SSL") == true)
    }
}

extension PostgreSQLAccountStore {
    fileprivate var isEncrypted: Bool {
        get async throws {
            try await first("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()") { try $0.next() } ?? false
        }
    }
}

/// A server that listens on a port of this machine, with a certificate for `localhost`.
private final class EncryptedServer: Sendable {
    var port: Int { reserved.number }
    let database: String
    /// Files with the authority that signed the certificate, and with another one.
    let authority: String
    let otherAuthority: String
    private let reserved: ReservedPort
    private let folder: URL
    private let server: PostgreSQLServer

    static var canRun: Bool { FileManager.default.isExecutableFile(atPath: program) }
    private static let program = "/usr/bin/openssl"

    init(isEncrypted: Bool = true) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-tls-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
        for name in ["authority", "other"] {
            try Self.openssl(
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj",
                    "/CN=\(name)",
                    "-keyout", "\(name).key", "-out", "\(name).pem",
                ], in: folder)
        }
        try Self.openssl(
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj",
                "/CN=localhost",
                "-addext", "subjectAltName=DNS:localhost", "-addext", "basicConstraints=critical,CA:FALSE", "-CA", "authority.pem",
                "-CAkey", "authority.key", "-keyout", "server.key", "-out", "server.pem",
            ], in: folder)
        authority = folder.appending(path: "authority.pem").path
        otherAuthority = folder.appending(path: "other.pem").path
        let key = folder.appending(path: "server.key").path
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
        chown(key, PostgreSQLServer.account.uid, PostgreSQLServer.account.gid)
        reserved = try ReservedPort()
        let certificate = ["-c", "ssl=on", "-c", "ssl_cert_file=\(folder.path)/server.pem", "-c", "ssl_key_file=\(key)"]
        server = try PostgreSQLServer(settings: isEncrypted ? certificate : [], port: reserved.number)
        database = try server.makeNamedDatabase()
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private static func openssl(_ arguments: [String], in folder: URL) throws {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.standardError = FileHandle.nullDevice
        try process.run()
        try #require(process.wait().status == 0, "openssl \(arguments.first ?? "")")
    }
}
#endif
