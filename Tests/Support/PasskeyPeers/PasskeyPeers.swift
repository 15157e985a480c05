import Foundation
package import JSONText
import TestKit

/// The other implementations, in the Python that `scripts/setup test` makes.
package enum PasskeyPeers {
    /// Whether the packages are installed in the versions of `requirements.txt`. Setup leaves a copy of that file after the installation.
    package static let isProvided: Bool = {
        guard let wanted = try? Data(contentsOf: programs.appending(path: "requirements.txt")),
            let installed = try? Data(contentsOf: package.appending(path: ".tools/passkey-peers/installed.txt"))
        else { return false }
        return wanted == installed
    }()

    /// Returns the verdict of a peer on each sample.
    package static func judge(_ questions: [JSONValue], by peer: String) throws -> [JSONValue] {
        let lines = questions.map { question in
            var asked = question.object ?? JSONObject()
            asked["peer"] = .string(peer)
            return JSONValue.object(asked).text() + "\n"
        }
        return try run("judge", input: lines.joined())
    }

    /// Questions of python-fido2's making.
    package static func samples() throws -> [JSONValue] { try run("samples", input: "") }

    private static func run(_ command: String, input: String) throws -> [JSONValue] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "passkey-peers-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (questions, answers) = (folder.appending(path: "questions"), folder.appending(path: "answers"))
        try Data(input.utf8).write(to: questions)
        try Data().write(to: answers)
        let process = Process()
        process.executableURL = package.appending(path: ".tools/passkey-peers/bin/python")
        process.arguments = [programs.appending(path: "opinions.py").path, command]
        process.environment = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONNOUSERSITE": "1"]
        process.standardInput = try FileHandle(forReadingFrom: questions)
        process.standardOutput = try FileHandle(forWritingTo: answers)
        try process.run()
        guard process.wait().status == 0 else { throw Failure() }
        return try Data(contentsOf: answers).split(separator: UInt8(ascii: "\n")).map { try JSONText.parse($0).root.value }
    }

    /// The program failed and wrote the reason to standard error.
    package struct Failure: Error {}

    private static let programs = package.appending(path: "Tests/PasskeyPeers")
    /// The folder that holds Package.swift.
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL
}
