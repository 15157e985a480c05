import Foundation
import TestKit
import Testing

/// A command on a separate terminal that a test operates.
final class Pseudoterminal {
    private let master: Int32
    private let process: Process
    private(set) var text = ""
    private var bytes: [UInt8] = []

    /// - Parameter signal: a signal that the command is started to ignore, as nohup(1) does with HUP.
    init(_ arguments: [String], on device: DeviceProcess, ignoring signal: String? = nil) throws {
        // <stdlib.h> hides posix_openpt from Swift's Glibc; these two requests are what it and its siblings send (pts(4)).
        master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, number): (Int32, Int32) = (0, 0)
        try #require(master >= 0 && ioctl(master, Self.setLock, &isLocked) == 0 && ioctl(master, Self.getNumber, &number) == 0)
        let descriptor = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
        try #require(descriptor >= 0)
        let end = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        process = try CommandRun.process(arguments, in: device.folder, environment: device.environment())
        if let signal, let command = process.executableURL?.path {
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = ["-c", "trap '' \(signal); exec \"$0\" \"$@\"", command] + arguments
        }
        process.standardInput = end
        process.standardOutput = end
        process.standardError = end
        try process.run()
        try end.close()
    }

    deinit {
        if !process.hasEnded { kill(process.processIdentifier, SIGKILL) }
        process.wait()
        close(master)
    }

    func type(_ keys: String) {
        let keys = Array(keys.utf8)
        _ = write(master, keys, keys.count)
    }

    /// Waits until this text appears after the previously awaited one. Throws if the command ends or is silent for ten minutes.
    func wait(for words: String) throws {
        while !text.contains(words) { try #require(readMore(), "ended after: \(text)") }
        guard let range = text.range(of: words) else { return }
        text = String(text[range.upperBound...])
    }

    var processID: Int32 { process.processIdentifier }

    /// Whether a signal ended the command. Its number is then the exit code.
    var wasSignalled: Bool { process.wait().isSignal }

    /// Whether the terminal echoes typed text.
    var showsTyping: Bool {
        var settings = termios()
        return tcgetattr(master, &settings) == 0 && settings.c_lflag & tcflag_t(ECHO) != 0
    }

    /// All text that was shown.
    var shown: String { String(decoding: bytes, as: UTF8.self) }

    /// Waits for the end of the command and returns its exit code.
    func end() -> Int32 {
        while readMore() {}
        return process.wait().status
    }

    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    /// Reads more output. Returns false at the end, and after ten minutes of silence.
    private func readMore() -> Bool {
        var isReady = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
        guard poll(&isReady, 1, 600_000) > 0 else { return false }
        var piece = [UInt8](repeating: 0, count: 4_096)
        let count = read(master, &piece, piece.count)
        guard count > 0 else { return false }
        bytes += piece.prefix(count)
        text += String(decoding: piece.prefix(count), as: UTF8.self)
        return true
    }
}
