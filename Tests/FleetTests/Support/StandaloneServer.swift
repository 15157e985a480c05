import Crypto
import Foundation
import TestKit

/// A server with a SQLite file at a path of the test's choice. Its configuration and log are in a separate folder.
final class StandaloneServer: Sendable {
    static let origin = "https://accounts.example.com"

    let member: Member
    private let folder: URL

    /// Creates a server without starting it.
    ///
    /// - Parameters:
    ///   - store: the path of its SQLite file.
    ///   - prefix: the command that starts it, with the program and its arguments as its last arguments; empty to start it
    ///     directly.
    init(store: String, under prefix: [String] = []) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "latchkey-lone-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        member = Member(in: folder, under: prefix)
        try write(Data((0..<32).map { _ in UInt8.random(in: .min ... .max) }).base64EncodedString(), to: "master.key")
        let lines = [
            "site:", "  publicOrigin: \(Self.origin)", "trustedProxies: [127.0.0.1]", "store:", "  path: \"\(store)\"", "keys:",
            "  currentFile: \(folder.path)/master.key", "metrics:", "  enabled: false", "log:", "  level: warning",
        ]
        try write(lines.joined(separator: "\n") + "\n", to: "latchkey.yaml")
    }

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The complete log.
    var words: String { (try? String(contentsOf: log, encoding: .utf8)) ?? "" }

    /// Starts the server when it is expected to fail. Returns its exit code, or nil if it serves; it is then killed.
    func startInVain() async throws -> Int32? {
        do {
            try await member.start()
        } catch let error as Member.DidNotStart {
            return error.status
        }
        await member.kill()
        return nil
    }

    private var log: URL { folder.appending(path: "log") }

    private func write(_ text: String, to name: String) throws {
        let path = folder.appending(path: name).path
        try Data(text.utf8).write(to: URL(filePath: path))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    }
}
