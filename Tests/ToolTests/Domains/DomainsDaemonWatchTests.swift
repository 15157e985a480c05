import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey domains daemon watch", .tags(.realParts), .timeLimit(.minutes(20)))
struct DomainsDaemonWatchTests {
    private static let entitlements = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict>
          <key>application-identifier</key><string>ABCDE2345F.com.acme.app</string>
          <key>com.apple.developer.associated-domains</key><array><string>webcredentials:acme.com</string></array>
        </dict></plist>
        """

    private func folder() throws -> CommandFolder {
        let folder = try CommandFolder()
        try folder.write(#"{"webcredentials": {"apps": ["ABCDE2345F.com.acme.app"]}}"#, to: "aasa")
        try folder.write(Self.entitlements, to: "app.entitlements")
        return folder
    }

    @Test("each line of the log is printed as it is written, also with a missing state file; control-C ends with 0")
    func lines() throws {
        let folder = try folder()
        let site = try ServedFile("aasa", in: folder)
        let watch = try RunningWatch(in: folder)
        _ = try folder.run("domains daemon run app.entitlements --cdn https://localhost:\(site.port) \(site.options)")
        #expect(try watch.line(holding: "approved:").contains("approved: the file names the app"))
        _ = try folder.run("domains daemon reset --cdn https://localhost:\(site.port) \(site.options)")
        #expect(try watch.line(holding: "reset").hasSuffix("database: reset"))
        #expect(try watch.line(holding: "approved:").contains("approved: the file names the app"))
        #expect(watch.interrupt() == 0)
        #expect(watch.heard.filter { $0.contains("installed") }.count == 1)
    }

    @Test("earlier lines are not printed; lines and document are JSON", arguments: ["--jsonl", "--json"])
    func json(option: String) throws {
        let folder = try folder()
        let site = try ServedFile("aasa", in: folder)
        let options = "--cdn https://localhost:\(site.port) \(site.options)"
        _ = try folder.run("domains daemon run app.entitlements \(options)")
        let watch = try RunningWatch([option], in: folder)
        _ = try folder.run("domains daemon reset \(options)")
        _ = try watch.line(holding: "approved:")
        #expect(watch.interrupt() == 0)
        let entries: [JSONNode]
        if option == "--json" {
            let root = try JSONText.parse(watch.heard.joined(separator: "\n").utf8).root
            entries = Array(try #require(root["log"]?.elements))
        } else {
            entries = try watch.heard.map { try JSONText.parse($0.utf8).root }
        }
        #expect(entries.first?["subject"]?.string == "database" && entries.first?["message"]?.string == "reset")
        #expect(entries.allSatisfy { $0["time"]?.string?.hasSuffix("Z") == true })
        #expect(!entries.contains { $0["message"]?.string == "installed" })
    }

    @Test("a document without lines is valid JSON")
    func emptyDocument() throws {
        let watch = try RunningWatch(["--json"], in: try folder())
        #expect(watch.interrupt() == 0 && watch.heard == [#"{"log":[]}"#])
    }

    @Test("a malformed state file is rejected, and so are both forms at once")
    func rejections() throws {
        let folder = try folder()
        try folder.write("x", to: "state")
        #expect(try folder.run("domains daemon watch --state state").hasSuffix("= 2"))
        #expect(try folder.run("domains daemon watch --json --jsonl").hasSuffix("= 2"))
    }
}

/// `latchkey domains daemon watch`, which runs until it is interrupted.
private final class RunningWatch {
    struct Ended: Error {}

    private let process: Process
    private let output = Pipe.forProgram()
    private var rest = ""
    private(set) var heard: [String] = []

    /// Returns when the watch has started.
    init(_ words: [String] = [], in folder: CommandFolder) throws {
        process = try CommandRun.process(["domains", "daemon", "watch"] + words, in: folder)
        let errors = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        var said = ""
        while !said.contains("\n"), case let data = errors.fileHandleForReading.availableData, !data.isEmpty {
            said += String(decoding: data, as: UTF8.self)
        }
        guard said.contains("watching ") else { throw Ended() }
    }

    deinit { _ = interrupt() }

    /// Waits for the next line that contains the text and returns it.
    func line(holding text: String) throws -> String {
        while true {
            guard let line = nextLine() else { throw Ended() }
            if line.contains(text) { return line }
        }
    }

    /// Ends the command with SIGINT, reads the rest of its output, and returns its exit code.
    func interrupt() -> Int32 {
        if !process.hasEnded { process.interrupt() }
        let status = process.wait().status
        drain()
        return status
    }

    /// Reads the available output without waiting for the end of the pipe, because a process of a concurrent test may hold its other end.
    private func drain() {
        let descriptor = output.fileHandleForReading.fileDescriptor
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            rest += String(decoding: buffer[..<count], as: UTF8.self)
        }
        while rest.contains("\n"), nextLine() != nil {}
    }

    private func nextLine() -> String? {
        while !rest.contains("\n") {
            let data = output.fileHandleForReading.availableData
            if data.isEmpty { return nil }
            rest += String(decoding: data, as: UTF8.self)
        }
        let parts = rest.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        rest = String(parts[1])
        heard.append(String(parts[0]))
        return heard.last
    }
}
