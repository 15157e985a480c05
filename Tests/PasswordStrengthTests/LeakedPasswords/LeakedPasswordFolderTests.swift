import FoundationEssentials
import Glibc
import TestKit
import Testing

@testable import PasswordStrength

@Suite("The folder of leaked passwords")
struct LeakedPasswordFolderTests {
    @Test("a leaked password is found with its count, another is not", arguments: ["", ".txt"])
    func found(ending: String) async throws {
        let ranges = try RangeFolder(ending: ending)
        defer { ranges.remove() }
        var random = SeededGenerator(seed: 1)
        for (password, count) in [("password", 9_659_365), ("correct horse battery staple", 216), ("пароль", 3), ("", 1)] {
            try ranges.write(password, count: count, among: 2_000, using: &random)
            let folder = try LeakedPasswordFolder(path: ranges.path)
            #expect(try await folder.count(of: password) == count)
        }
        let folder = try LeakedPasswordFolder(path: ranges.path + "/")
        try ranges.write("velvet-otter 41 harbour", count: nil, among: 2_000, using: &random)
        #expect(try await folder.count(of: "velvet-otter 41 harbour") == 0)
        try ranges.write("padded", count: 0, among: 2_000, using: &random)
        #expect(try await folder.count(of: "padded") == 0)
    }

    @Test("many concurrent checks all get a result")
    func concurrent() async throws {
        let ranges = try RangeFolder()
        defer { ranges.remove() }
        var random = SeededGenerator(seed: 2)
        let passwords = (0..<40).map { "candidate \($0)" }
        for (index, password) in passwords.enumerated() {
            try ranges.write(password, count: index + 1, among: 300, using: &random)
        }
        let folder = try LeakedPasswordFolder(path: ranges.path)
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for password in passwords { group.addTask { try await folder.count(of: password) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts.sorted() == Array(1...40))
    }

    @Test("an unsorted file is read to the end")
    func unsorted() async throws {
        let ranges = try RangeFolder()
        defer { ranges.remove() }
        var random = SeededGenerator(seed: 3)
        var shuffling = SeededGenerator(seed: 4)
        try ranges.write("password", count: 12, among: 2_000, using: &random) { $0.shuffle(using: &shuffling) }
        #expect(try await LeakedPasswordFolder(path: ranges.path).count(of: "password") == 12)
    }

    @Test("a malformed line is reported if the search reaches it, and a file is not read further than necessary")
    func broken() async throws {
        let ranges = try RangeFolder()
        defer { ranges.remove() }
        var random = SeededGenerator(seed: 4)
        let folder = try LeakedPasswordFolder(path: ranges.path)
        // The suffix of `password` begins with 1E4C, so it is near the beginning.
        try ranges.write("password", count: 12, among: 2_000, using: &random) { $0[1_900] = "broken" }
        #expect(try await folder.count(of: "password") == 12)
        try ranges.write("password", count: 12, among: 2_000, using: &random) { rows in
            rows[rows.firstIndex { $0.hasSuffix(":12") } ?? 0] += "x"
        }
        let error = try await #require(throws: LeakedPasswordsError.self) { try await folder.count(of: "password") }
        #expect(error.reason == .malformedCount)
        #expect(error.place == "\(ranges.path)/5BAA6.txt")
        #expect((100...400).contains(error.line ?? 0))
    }

    @Test("a missing, empty, oversized or malformed range is an error, not a result")
    func unusable() async throws {
        let ranges = try RangeFolder()
        defer { ranges.remove() }
        let folder = try LeakedPasswordFolder(path: ranges.path)
        let file = "\(ranges.path)/5BAA6.txt"
        try await expect(.missingRange, at: file, from: folder)
        try Data().write(to: URL(filePath: file))
        try await expect(.empty, at: file, from: folder)
        try #require(truncate(file, off_t(RangeText.sizeLimit + 1)) == 0)
        try await expect(.tooLarge, at: file, from: folder)
        try #require(unlink(file) == 0 && mkdir(file, 0o755) == 0)
        try await expect(.unreadable, at: file, from: folder)
        try #require(rmdir(file) == 0 && mkfifo(file, 0o644) == 0)
        try await expect(.unreadable, at: file, from: folder)
        try #require(unlink(file) == 0)
        try Data("\(RangeTextTests.good):1".utf8).write(to: URL(filePath: file))
        #expect(try await folder.count(of: "password") == 0)
        #expect(ranges.openFiles == 0)
    }

    @Test("a folder that does not exist, is empty or incomplete is rejected when it is opened")
    func rejected() throws {
        let ranges = try RangeFolder()
        defer { ranges.remove() }
        #expect(throws: Never.self) { try LeakedPasswordFolder(path: ranges.path) }
        #expect(throws: LeakedPasswordsError(.noFolder, at: "/no/such/folder")) {
            try LeakedPasswordFolder(path: "/no/such/folder")
        }
        let file = "\(ranges.path)/00000.txt"
        #expect(throws: LeakedPasswordsError(.noFolder, at: file)) { try LeakedPasswordFolder(path: file) }
        try #require(unlink("\(ranges.path)/B0000.txt") == 0)
        #expect(throws: LeakedPasswordsError(.missingRange, at: "\(ranges.path)/B0000.txt")) {
            try LeakedPasswordFolder(path: ranges.path)
        }
        try #require(unlink(file) == 0)
        #expect(throws: LeakedPasswordsError(.noRanges, at: ranges.path)) { try LeakedPasswordFolder(path: ranges.path) }
    }

    @Test("a folder of a few passwords declares itself, and malformed or missing files are errors there too")
    func partial() async throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "leaked-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try LeakedPasswordFolder.make(at: path, of: ["password": 12, "correct horse battery staple": 216])
        let folder = try LeakedPasswordFolder(path: path)
        #expect(try await folder.count(of: "password") == 12)
        #expect(try await folder.count(of: "correct horse battery staple") == 216)
        #expect(try await folder.count(of: "velvet-otter 41 harbour") == 0)
        try Data().write(to: URL(filePath: "\(path)/5BAA6.txt"))
        try await expect(.empty, at: "\(path)/5BAA6.txt", from: folder)
        try FileManager.default.removeItem(atPath: path)
        try await expect(.missingRange, at: "\(path)/5BAA6.txt", from: folder)
    }

    private func expect(
        _ reason: LeakedPasswordsError.Reason, at file: String, from folder: LeakedPasswordFolder,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        await #expect(throws: LeakedPasswordsError(reason, at: file), sourceLocation: sourceLocation) {
            try await folder.count(of: "password")
        }
    }
}

/// A folder of ranges for one test.
private struct RangeFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: "leaked-\(UUID().uuidString)").path
    let ending: String

    /// The required ranges, with one row each.
    init(ending: String = ".txt") throws {
        self.ending = ending
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for name in (0...15).map({ String($0, radix: 16, uppercase: true) + "0000" }) + ["FFFFF"] {
            try Data("\(RangeTextTests.other):1".utf8).write(to: URL(filePath: "\(path)/\(name)\(ending)"))
        }
    }

    /// Writes the password's range, with its row among others unless the count is nil.
    func write(
        _ password: String, count: Int?, among others: Int, using random: inout SeededGenerator,
        editing edit: (inout [String]) -> Void = { _ in }
    ) throws {
        let digest = LeakedPasswordDigest(of: password)
        var sample = RangeSample(rows: others, using: &random)
        if let count { sample.rows.append((String(decoding: digest.suffix, as: UTF8.self), count)) }
        var rows = sample.rows.sorted { $0.suffix < $1.suffix }.map { "\($0.suffix):\($0.count)" }
        edit(&rows)
        try Data(rows.joined(separator: sample.lineEnd).utf8).write(to: URL(filePath: "\(path)/\(digest.range)\(ending)"))
    }

    /// The number of open files of the folder in this process.
    var openFiles: Int {
        let descriptors = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
        return descriptors.count {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?.contains(path) == true
        }
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: path)
    }
}
