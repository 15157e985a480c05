import Foundation
import PostgreSQLServer
import TestKit

/// A separate disk of a few megabytes for one database. Available only if this process may mount.
final class SmallDisk: Sendable {
    let path: String
    private let filler: String

    /// Whether this process may mount.
    static let isAllowed: Bool = {
        guard let disk = try? SmallDisk(megabytes: 1) else { return false }
        withExtendedLifetime(disk) {}
        return true
    }()

    init(megabytes: Int) throws {
        path = NSTemporaryDirectory() + "latchkey-disk-\(UInt32.random(in: 0 ... .max))"
        filler = path + "/filler"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let account = PostgreSQLServer.account
        guard
            Self.run(
                "mount", "-t", "tmpfs", "-o", "size=\(megabytes)m,mode=0700,uid=\(account.uid),gid=\(account.gid)", "tmpfs", path)
        else {
            try? FileManager.default.removeItem(atPath: path)
            throw CocoaError(.fileWriteNoPermission)
        }
    }

    deinit {
        _ = Self.run("umount", "--lazy", path)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Fills the disk except for this many bytes.
    func fill(leaving bytes: Int) throws {
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { throw POSIXError(.EIO) }
        let free = Int(status.f_bavail) * Int(status.f_frsize)
        guard FileManager.default.createFile(atPath: filler, contents: Data(count: max(0, free - bytes))) else {
            throw POSIXError(.ENOSPC)
        }
    }

    /// Frees the space.
    func clear() throws {
        try FileManager.default.removeItem(atPath: filler)
    }

    private static func run(_ command: String...) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        return process.wait().status == 0
    }
}
