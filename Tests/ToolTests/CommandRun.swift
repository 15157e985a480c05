import Foundation
import TestKit
import Testing

/// A run of the built command: its output and its exit code.
struct CommandRun {
    let output: String
    let errors: String
    let status: Int32

    /// Runs `latchkey` with these arguments in a folder, which transcripts call DIR. Of this project's environment variables only the
    /// given ones are set.
    ///
    /// - Parameter meanwhile: called repeatedly until the command ends.
    init(
        _ arguments: [String], in folder: CommandFolder, input: String = "", environment: [String: String] = [:],
        meanwhile: (() throws -> Void)? = nil
    ) throws {
        let process = try Self.process(arguments, in: folder, environment: environment)
        // Files rather than pipes, so that a large output does not block.
        let run = "\(folder.path)/.run-\(UUID())"
        let (outputPath, errorPath) = (run + "/output", run + "/errors")
        let inputPath = try folder.write(input, to: (run as NSString).lastPathComponent + "/input")
        for path in [outputPath, errorPath] { try Data().write(to: URL(filePath: path)) }
        process.standardInput = FileHandle(forReadingAtPath: inputPath)
        process.standardOutput = FileHandle(forWritingAtPath: outputPath)
        process.standardError = FileHandle(forWritingAtPath: errorPath)
        try process.run()
        while let meanwhile, !process.hasEnded { try meanwhile() }
        status = process.wait().status
        output = try folder.read(outputPath)
        errors = try folder.read(errorPath)
    }

    /// Standard output, standard error (each line after `! `) and exit code as one text.
    var transcript: String {
        var lines = output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        var errorLines = errors.split(separator: "\n", omittingEmptySubsequences: false).map { "! " + $0 }
        if errorLines.last == "! " { errorLines.removeLast() }
        return (lines + errorLines + ["= \(status)"]).joined(separator: "\n")
    }

    /// Returns the command ready to run, without its streams.
    static func process(_ arguments: [String], in folder: CommandFolder, environment: [String: String] = [:]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: try binary())
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        let own = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH"].contains($0.key) }
        // Servers store their bearer tokens in the folder too.
        process.environment = own.merging(["XDG_RUNTIME_DIR": folder.path + "/run"]) { _, run in run }
            .merging(environment) { _, given in given }
        return process
    }

    /// Returns the binary that was built with these tests: next to the test bundle, otherwise in the package's debug folder.
    private static func binary() throws -> String {
        let beside = URL(filePath: CommandLine.arguments.first ?? "").deletingLastPathComponent().appending(path: "latchkey").path
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let built = package.appending(path: ".build/debug/latchkey").path
        return try #require(
            [beside, built].first { FileManager.default.isExecutableFile(atPath: $0) }, "latchkey is not built: swift build")
    }
}

/// A folder for the runs of one test, removed after it.
final class CommandFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "latchkey-tool-\(UUID())").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    @discardableResult
    func write(_ text: String, to name: String, mode: Int = 0o600) throws -> String {
        let file = path + "/" + name
        try FileManager.default.createDirectory(
            atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: file))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file)
        return file
    }

    /// Returns a file's text, with this folder's path replaced by DIR.
    func read(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self).replacing(self.path, with: "DIR")
    }

    func mode(of name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.posixPermissions] as? Int
    }

    func has(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: path + "/" + name)
    }

    /// Runs `latchkey` with the words of `line` in this folder and returns the transcript.
    func run(_ line: String, input: String = "", environment: [String: String] = [:]) throws -> String {
        try CommandRun(line.split(separator: " ").map(String.init), in: self, input: input, environment: environment).transcript
    }
}

/// Input for the command.
enum Sample {
    static let key = "q3Xy1nC0c9m5Yv4e0iY1kq0bVnq5c0Wm8s2Z7J1x3hA="

    static let hash = "$argon2id$v=19$m=19456,t=2,p=1$KSZhT/ODnl9Cz/bgfyqISQ$957B8G8uXNMjQyvIsHGoudmcSMdJrAN+z36Cj6GPRnA"

    static func line(_ name: String, id: String? = nil, createdAt: String? = "2026-01-02T03:04:05.000Z", hash: String = hash)
        -> String
    {
        let members = [
            id.map { #""id":"\#($0)""# }, #""username":"\#(name)""#, #""passwordHash":"\#(hash)""#,
            createdAt.map { #""createdAt":"\#($0)""# },
        ]
        return "{" + members.compactMap(\.self).joined(separator: ",") + "}"
    }
}
