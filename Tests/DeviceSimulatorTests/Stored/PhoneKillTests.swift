import Foundation
import TestKit
import Testing

/// The process of a phone is killed at random moments while a user signs in and saves passwords.
@Suite("A phone whose process is killed", .tags(.realParts), .timeLimit(.minutes(Soak.isFull ? 60 : 20))) struct PhoneKillTests {
    private static let rounds = 4 * Soak.factor

    /// The changes that the process acknowledged.
    private struct Told {
        /// The number in the latest password, by user.
        var saved: [String: Int] = [:]
        var messages: Set<Int> = []
        var next = 0
        /// Changes that may be saved without an acknowledgement: those in progress at each end.
        var unsaid: Set<Int> = []

        mutating func observe(_ line: String) {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "saved":
                let number = Int(words[2].split(separator: "-").last ?? "") ?? -1
                saved[words[1]] = number
                next = number + 1
            case "message": if let number = Int(words[1]) { messages.insert(number) }
            default: Issue.record("\(line)")
            }
        }
    }

    @Test("has every acknowledged password and message, completely")
    func chanceMoments() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/phone-kill-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var random = SeededGenerator(seed: 7)
        var told = Told()
        for round in 0..<Self.rounds {
            try kill(folder, after: Int.random(in: 1...8, using: &random), UInt32.random(in: 0...30_000, using: &random), &told)
            told.unsaid.insert(told.next)
            // A phone that already has the change would not acknowledge it.
            told.next += 1
            try check(folder, told, "round \(round)")
        }
        #expect(told.saved.count > Self.rounds / 2)
    }

    @Test("has the strong password of an account that was created while it was locked, which only this phone knows")
    func lockedAtTheSuccess() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/phone-kill-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        // On a phone with a saved password, the saved passwords are unreadable then.
        for user in ["first", "second"] {
            let (process, output) = try start([folder, "sign-up", user])
            var text: [UInt8] = []
            while !text.contains(UInt8(ascii: "\n")) {
                let piece = output.availableData
                guard !piece.isEmpty else { break }
                text += piece
            }
            Foundation.kill(process.processIdentifier, SIGKILL)
            process.wait()
            let told = String(decoding: text, as: UTF8.self).split(separator: "\n").first?.split(separator: " ").map(String.init)
            try #require(told?.first == "created" && told?[1] == user, "\(String(decoding: text, as: UTF8.self))")
            let reading = try start([folder, "read"])
            let lines = String(decoding: reading.1.readDataToEndOfFile(), as: UTF8.self).split(separator: "\n")
            reading.0.wait()
            #expect(lines.contains { $0.split(separator: " ").map(String.init) == ["password", user, told?[2] ?? ""] })
        }
    }

    /// Kills the process a number of lines and microseconds after its start.
    private func kill(_ folder: String, after lines: Int, _ pause: UInt32, _ told: inout Told) throws {
        let (process, output) = try start([folder, "save", "\(told.next)"])
        var text: [UInt8] = []
        var count = 0
        while count < lines {
            let piece = output.availableData
            guard !piece.isEmpty else { break }
            text += piece
            count += piece.count { $0 == UInt8(ascii: "\n") }
        }
        #expect(count >= lines, "the process ended unexpectedly")
        usleep(pause)
        Foundation.kill(process.processIdentifier, SIGKILL)
        text += output.readDataToEndOfFile()
        process.wait()
        // The last line may be incomplete.
        let end = text.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        for line in String(decoding: text[..<end], as: UTF8.self).split(separator: "\n") { told.observe(String(line)) }
    }

    private func check(_ folder: String, _ told: Told, _ when: Comment) throws {
        let (process, output) = try start([folder, "read"])
        let text = String(decoding: output.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.wait().status == 0, "\(when): \(text)")
        let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.contains(["damaged", "0"]), when)
        #expect(lines.contains(["app", "ABCDE12345.com.example.host"]), when)
        var found: [String: Int] = [:]
        for line in lines where line.first == "password" {
            let number = try #require(line[2].split(separator: "-").last.flatMap { Int($0) }, when)
            #expect(line[2] == "\(line[1])-password-\(number)", when)
            found[line[1]] = number
        }
        for (user, number) in told.saved {
            let now = try #require(found[user], "\(when): \(user) is lost")
            #expect(now == number || told.unsaid.contains(now), "\(when): \(user)")
        }
        for (user, number) in found where told.saved[user] == nil { #expect(told.unsaid.contains(number), "\(when): \(user)") }
        let messages = Set(lines.filter { $0.first == "message" }.compactMap { Int($0[1]) })
        // A phone stores the last hundred messages.
        #expect(Set(told.messages.sorted().suffix(90)).isSubset(of: messages), when)
    }

    private func start(_ arguments: [String]) throws -> (Process, FileHandle) {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
            .appendingPathComponent("PhoneHost")
        process.arguments = arguments
        let output = Pipe.forProgram()
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        return (process, output.fileHandleForReading)
    }
}
