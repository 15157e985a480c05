import Foundation
import Glibc
import Synchronization
import Testing

/// Motivation, the built example, on a port of its own.
final class MotivationProcess: Sendable {
    let port: Int
    private let lines = Mutex((all: [String](), waiting: [CheckedContinuation<Void, Never>]()))

    var base: String { "http://localhost:\(port)" }

    /// Runs while `body` does.
    static func run(
        apps: [String] = [], site: String = "motivation.example", _ body: (MotivationProcess) async throws -> Void
    ) async throws {
        let motivation = MotivationProcess(port: try freePort())
        let process = Process()
        process.executableURL = URL(fileURLWithPath: BuiltExecutable.path("Motivation"))
        process.arguments = ["--port", "\(motivation.port)", "--site", site] + apps.flatMap { ["--app", $0] }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        output.fileHandleForReading.readabilityHandler = { handle in
            let data = handle.availableData
            motivation.take(String(decoding: data, as: UTF8.self))
            if data.isEmpty { handle.readabilityHandler = nil }
        }
        try process.run()
        defer {
            process.terminate()
            process.waitUntilExit()
        }
        _ = await motivation.line { $0.hasPrefix("Motivation listens") }
        try await body(motivation)
    }

    /// The code of the message that was sent as the `count`th.
    func code(ofMessage count: Int = 1) async throws -> String {
        let line = await line(count) { $0.hasSuffix("is your Motivation code.") }
        return try #require(line.split(separator: " ").first.map(String.init))
    }

    private init(port: Int) {
        self.port = port
    }

    private func line(_ count: Int = 1, _ condition: (String) -> Bool) async -> String {
        while true {
            let all = lines.withLock(\.all)
            let found = all.filter(condition)
            if found.count >= count { return found[count - 1] }
            await withCheckedContinuation { continuation in
                let isOther = lines.withLock { lines in
                    if lines.all.count != all.count { return true }
                    lines.waiting.append(continuation)
                    return false
                }
                if isOther { continuation.resume() }
            }
        }
    }

    private func take(_ text: String) {
        let waiting = lines.withLock { lines in
            lines.all += text.split(separator: "\n").map(String.init)
            defer { lines.waiting = [] }
            return lines.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    private static func freePort() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        try #require(isBound)
        return Int(UInt16(bigEndian: address.sin_port))
    }
}
