import Foundation
import TestKit
import Testing

@Suite("A device that is killed while it saves passwords", .tags(.realParts), .timeLimit(.minutes(20)))
struct SavingCrashTests {
    private static let before = ["ann one ", "bob b "]

    /// The state after each action, and every valid state in between.
    private static let after: [String: [[String]]] = [
        "add": [before + ["cid c "]],
        "change": [["ann two one", "bob b "]],
        "delete": [["bob b "]],
        "forget": [["bob b "]],
        // One credential after the other, each complete.
        "learn": [
            ["ann two one", "bob b "], ["ann two one"], ["ann two one", "cid c "],
        ],
    ]

    @Test(
        "has each credential in its old or new state, at every step", arguments: ["add", "change", "delete", "forget", "learn"])
    func everyStep(action: String) throws {
        let count = try steps(of: action)
        #expect(count >= 6, "the steps are not counted")
        let states = [Self.before] + (Self.after[action] ?? [])
        var reached = 0
        for step in 1...count {
            let folder = try Folder()
            let killed = try host(folder, action, step)
            #expect(killed.status == 9, "step \(step)")
            let found = try read(folder)
            let state = try #require(states.firstIndex(of: found), "after step \(step): \(found)")
            // Continuing does not lose anything that was complete.
            #expect(state >= reached, "step \(step)")
            reached = state
            // Repeating the action completes it.
            #expect(try host(folder, action, 0).status == 0)
            #expect(try read(folder) == states.last)
        }
        #expect(reached == states.count - 1)
    }

    @Test("has each credential of an imported document or not, at every step, and repeating the import completes it")
    func importing() throws {
        let count = try steps(of: "import")
        #expect(count >= 12, "the steps are not counted")
        var reached = 0
        for step in 1...count {
            let folder = try Folder()
            #expect(try host(folder, "import", step).status == 9, "step \(step)")
            let states = try compare(folder)
            let saved = states.prefix { $0 == "known" }.count
            #expect(states.count == 4 && states.dropFirst(saved).allSatisfy { $0 == "new" }, "step \(step): \(states)")
            #expect(saved >= reached, "step \(step)")
            reached = saved
            #expect(try host(folder, "import", 0).status == 0)
            #expect(try compare(folder) == ["known", "known", "known", "known"])
        }
        #expect(reached == 4)
    }

    /// The state of each credential of the document: password, passkeys and code.
    private func compare(_ folder: Folder) throws -> [String] {
        let result = try host(folder, "compare", 0)
        #expect(result.status == 0, "\(result.output)")
        return result.output.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) }
    }

    @Test(
        "has a passkey in its old or new state, at every step",
        arguments: [
            ("replace-passkey", "fay [2] accepted\n"), ("rename-passkey", "fay-at-home [1] accepted\n"),
            ("hide-passkey", "fay [1] hidden\n"), ("delete-passkey", ""),
        ])
    func passkey(action: String, after: String) throws {
        let count = try steps(of: action)
        #expect(count >= 3, "the steps are not counted")
        var isReached = false
        for step in 1...count {
            let folder = try Folder()
            #expect(try host(folder, action, step).status == 9, "step \(step)")
            let found = try host(folder, "passkeys", 0).output
            #expect(found == after || found == "fay [1] accepted\n" && !isReached, "step \(step): \(found)")
            isReached = found == after
            #expect(try host(folder, action, 0).status == 0)
            #expect(try host(folder, "passkeys", 0).output == after)
        }
        #expect(isReached)
    }

    private func steps(of action: String) throws -> Int {
        let folder = try Folder()
        let result = try host(folder, action, 0)
        #expect(result.status == 0, "\(result.output)")
        return Int(result.output.split(separator: " ").last?.trimmingCharacters(in: .newlines) ?? "") ?? 0
    }

    /// The credentials by user: name, password and history. Everything else about them must agree.
    private func read(_ folder: Folder) throws -> [String] {
        let result = try host(folder, "read", 0)
        #expect(result.status == 0, "\(result.output)")
        var lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines.first == "damaged 0")
        let listed = lines.removeLast().dropFirst("listed ".count)
        lines.removeFirst()
        #expect(listed == lines.compactMap { $0.split(separator: " ").first }.joined(separator: ","))
        return lines
    }

    private func host(_ folder: Folder, _ action: String, _ step: Int) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("CredentialHost")
        process.arguments = [folder.path, action, "\(step)"]
        let output = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        return (process.wait().status, text)
    }

    private final class Folder {
        let path = FileManager.default.temporaryDirectory.path + "/crash-\(UUID().uuidString)"

        init() throws {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }

        deinit {
            try? FileManager.default.removeItem(atPath: path)
        }
    }
}
