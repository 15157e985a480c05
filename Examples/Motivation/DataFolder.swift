import AccountServer
import Foundation

/// A folder that holds the account store and its encryption key.
struct DataFolder {
    let storePath: String
    private let keyPath: String

    init(path: String) throws {
        let folder = URL(fileURLWithPath: path, isDirectory: true)
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        storePath = folder.appendingPathComponent("accounts.sqlite").path
        keyPath = folder.appendingPathComponent("key").path
    }

    /// Returns the key of an earlier run, or creates one that only its owner can read.
    func key() throws -> LatchkeySettings.Key {
        if let stored = try? String(contentsOfFile: keyPath, encoding: .utf8) {
            return try LatchkeySettings.Key(stored.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        let key = LatchkeySettings.Key.random()
        guard
            FileManager.default.createFile(
                atPath: keyPath, contents: Data(key.reveal().utf8), attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
        return key
    }
}
