import ConformanceData
package import Foundation
import TestKit
package import Testing

/// The programs in `Tests/MailPeers`, and the Python packages that `scripts/setup test` installs for them.
package enum MailPeers {
    package static let missing: Comment =
        "the packages of Tests/MailPeers/requirements.txt are not here; `scripts/setup test` installs them from PyPI"

    /// Whether the packages are installed in the versions of `requirements.txt`. Setup leaves a copy of that file after the installation.
    package static let isProvided: Bool = {
        FileManager.default.contentsEqual(
            atPath: programs.appending(path: "requirements.txt").path,
            andPath: ConformanceData.package.appending(path: ".tools/mail-peers/installed.txt").path)
    }()

    package static let missingPrograms: Comment =
        "OpenDKIM, rspamd or Postfix is not here; `scripts/setup test` installs them from Debian"

    /// Whether the programs are installed that judge and relay mail, and the packages.
    package static let hasPrograms: Bool = {
        let postfix = ConformanceData.package.appending(path: ".tools/postfix/usr/lib/postfix/sbin/master").path
        return isProvided
            && ["/usr/sbin/opendkim", "/usr/bin/rspamd", postfix].allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }
    }()

    /// Runs a program, and decodes its output.
    package static func run<Answer: Decodable>(_ program: String, _ input: some Encodable) async throws -> Answer {
        try await inFolder { folder in
            let files = try ["input", "output", "errors"].map { name in
                let file = folder.appending(path: name)
                try Data().write(to: file)
                return file
            }
            try JSONEncoder().encode(input).write(to: files[0])
            let process = process(program, [])
            process.standardInput = try FileHandle(forReadingFrom: files[0])
            process.standardOutput = try FileHandle(forWritingTo: files[1])
            process.standardError = try FileHandle(forWritingTo: files[2])
            try process.run()
            let status = await process.exitStatus
            let errors = String(decoding: try Data(contentsOf: files[2]), as: UTF8.self)
            try #require(status == 0, "\(errors)")
            return try JSONDecoder().decode(Answer.self, from: Data(contentsOf: files[1]))
        }
    }

    package static func process(_ program: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = ConformanceData.package.appending(path: ".tools/mail-peers/bin/python")
        process.arguments = [programs.appending(path: program).path] + arguments
        process.environment = [
            "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1", "PYTHONWARNINGS": "ignore",
        ]
        return process
    }

    /// A folder that exists during the call.
    package static func inFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    private static let programs = ConformanceData.package.appending(path: "Tests/MailPeers")
}

/// A server among the programs, until it is stopped or released. The first line that it prints is its port.
package final class PeerServer: Sendable {
    package let port: Int
    private let process: Process
    private let input: Pipe
    private let output: URL

    package init(_ program: String, _ arguments: [String] = [], in folder: URL) async throws {
        let output = folder.appending(path: "output"), errors = folder.appending(path: "errors")
        for file in [output, errors] { try Data().write(to: file) }
        let (process, input) = (MailPeers.process(program, arguments), Pipe.forProgram())
        process.standardInput = input
        process.standardOutput = try FileHandle(forWritingTo: output)
        process.standardError = try FileHandle(forWritingTo: errors)
        try process.run()
        await poll { process.hasEnded || Self.lines(output).count > 0 }
        port = try #require(
            Self.lines(output).first.flatMap { Int(String(decoding: $0, as: UTF8.self)) },
            "\(String(decoding: (try? Data(contentsOf: errors)) ?? Data(), as: UTF8.self))")
        (self.process, self.input, self.output) = (process, input, output)
    }

    deinit {
        if !process.hasEnded { process.terminate() }
    }

    /// Returns the lines that the server has printed after its port.
    package func printed<Line: Decodable>(as type: Line.Type = Line.self) throws -> [Line] {
        try Self.lines(output).dropFirst().map { try JSONDecoder().decode(type, from: Data($0)) }
    }

    /// Ends the server, and returns its exit status.
    package func stop() async throws -> Int32 {
        try input.fileHandleForWriting.close()
        return await process.exitStatus
    }

    /// Returns the complete lines of a file.
    private static func lines(_ file: URL) -> [Data] {
        let data = (try? Data(contentsOf: file)) ?? Data()
        return data.lastIndex(of: 0x0A).map { data[..<$0].split(separator: 0x0A).map { Data($0) } } ?? []
    }
}

extension MailPeers {
    /// A message that `receiver.py` has accepted.
    package struct Received: Decodable {
        package let sender: String
        package let recipients: [String]
        package let message: Data
        package let client: String
        package let peer: String
        package let login: String
        package let encrypted: Bool
    }
}
