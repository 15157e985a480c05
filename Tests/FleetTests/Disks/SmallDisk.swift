import Foundation
import Glibc
import TestKit

/// A disk of a given size, in memory, visible only to programs started with ``prefix``. It exists as long as this value and this
/// process.
final class SmallDisk: Sendable {
    /// Whether this process may create one: mounting requires root and a permissive kernel.
    static let isAvailable: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["unshare", "--mount", "mount", "-t", "tmpfs", "-o", "size=1m", "none", "/mnt"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        return process.wait().status == 0
    }()

    struct NotMade: Error {}

    /// The path for programs that see the disk.
    let path: String
    /// The process that keeps the mount: it exists in the process's name space, and ends after a line of its input.
    private let keeper: Process
    private let input = Pipe.forProgram()

    init(bytes: Int) throws {
        path = FileManager.default.temporaryDirectory.appending(path: "latchkey-disk-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let output = Pipe.forProgram()
        keeper = Process()
        keeper.executableURL = URL(filePath: "/usr/bin/env")
        keeper.arguments = [
            "unshare", "--mount", "sh", "-c", #"mount -t tmpfs -o size="$0",mode=700 none "$1" && echo made && read -r _"#,
            "\(bytes)",
            path,
        ]
        keeper.standardInput = input
        keeper.standardOutput = output
        try keeper.run()
        guard output.fileHandleForReading.availableData == Data("made\n".utf8) else { throw NotMade() }
    }

    deinit {
        input.endProgram()
        keeper.wait()
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The command prefix of programs that see the disk.
    var prefix: [String] { ["nsenter", "--mount=/proc/\(keeper.processIdentifier)/ns/mnt"] }

    /// Fills the disk to the last byte.
    func fill() throws {
        let file = open(filler, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw NotMade() }
        defer { close(file) }
        for length in [4_096, 1] {
            let bytes = [UInt8](repeating: 0x78, count: length)
            while write(file, bytes, length) > 0 {}
            guard errno == ENOSPC else { throw NotMade() }
        }
    }

    /// Frees the space.
    func empty() {
        unlink(filler)
    }

    /// The size of a file on the disk, in bytes.
    func size(of file: String) throws -> Int? {
        try URL(filePath: "/proc/\(keeper.processIdentifier)/root\(path)/\(file)").resourceValues(forKeys: [.fileSizeKey]).fileSize
    }

    private var filler: String { "/proc/\(keeper.processIdentifier)/root\(path)/filler" }
}
