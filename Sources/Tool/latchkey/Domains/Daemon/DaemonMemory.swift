import AssociatedDomains
import Foundation

/// The file that the daemon's memory is kept in.
struct DaemonMemory: Sendable {
    let path: String

    /// The daemon as it was kept; a new one where there is no file.
    ///
    /// - Throws: a ``CommandFailure`` for a file that cannot be read, or holds something else.
    func daemon(policy: DaemonPolicy = DaemonPolicy()) throws -> AssociationDaemon {
        guard FileManager.default.fileExists(atPath: path) else { return AssociationDaemon(policy: policy) }
        let bytes = try LimitedFile.read(path, limit: Self.largest)
        do {
            return try AssociationDaemon(stored: bytes, policy: policy)
        } catch {
            throw CommandFailure(
                .usage, "\(path): \(error.reason.harmless)",
                hint: "move it away to begin with an empty memory, or name another with --state")
        }
    }

    /// Keeps it: the whole file or, where that fails, the one before.
    func keep(_ daemon: AssociationDaemon) throws {
        do {
            try Data(try daemon.stored()).write(to: URL(filePath: path), options: .atomic)
        } catch {
            throw CommandFailure(.failure, "\(path): cannot be written", hint: "check the folder, and that there is room")
        }
    }

    /// In bytes: a thousand apps with a thousand domains each.
    private static let largest = 512 << 20
}
