import ConformanceData
import Foundation
import TestKit
import Testing

/// The programs in `Tests/MailPeers`, and the Python packages that `scripts/setup test` installs for them.
enum MailPeers {
    static let missing: Comment =
        "the packages of Tests/MailPeers/requirements.txt are not here; `scripts/setup test` installs them from PyPI"

    /// Whether the packages are installed in the versions of `requirements.txt`. Setup leaves a copy of that file after the installation.
    static let isProvided: Bool = {
        FileManager.default.contentsEqual(
            atPath: programs.appending(path: "requirements.txt").path,
            andPath: ConformanceData.package.appending(path: ".tools/mail-peers/installed.txt").path)
    }()

    /// Runs a program, and decodes its output.
    static func run<Answer: Decodable>(_ program: String, _ input: some Encodable) async throws -> Answer {
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

    static func process(_ program: String, _ arguments: [String]) -> Process {
        let process = Process()
        process.executableURL = ConformanceData.package.appending(path: ".tools/mail-peers/bin/python")
        process.arguments = [programs.appending(path: program).path] + arguments
        process.environment = [
            "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1", "PYTHONWARNINGS": "ignore",
        ]
        return process
    }

    /// A folder that exists during the call.
    static func inFolder<Result>(_ body: (URL) async throws -> Result) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }

    private static let programs = ConformanceData.package.appending(path: "Tests/MailPeers")
}
