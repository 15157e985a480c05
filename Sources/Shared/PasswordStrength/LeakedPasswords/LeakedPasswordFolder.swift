import Dispatch
import FoundationEssentials

/// Leaked passwords on this machine: a folder in the layout in which the ranges are published, one file for each of the 1,048,576
/// possible beginnings of a SHA-1 in five upper-case hexadecimal digits, named by it with or without `.txt`.
///
/// Each line is `SUFFIX:COUNT`, ended by a line feed or carriage return and line feed; rows with the count 0 are padding.
///
/// ## What a check costs
/// One file is opened and 8 KiB of it are read, at the place that follows from the digest; see ``RangeWindow``. Where what stands
/// there leaves a doubt, the file is read to its end and checked line by line. Nothing is kept in memory. Measured on a
/// machine of two cores with a file of 2,000 rows in the system's cache, in a release build: 40 µs a check, 200 µs to the end.
///
/// ## What is missing
/// A missing folder, or one without the ranges it must begin with, is refused when it is opened. A missing, empty, unreadable or
/// broken file is an error of the check, never an answer: a password is not good because a download broke off. The folder may be
/// replaced by another one of the same name at any time.
///
/// A folder that holds a file named `absent-ranges-are-empty` says that it is of a few passwords alone: there a missing file, and no other
/// failure, means that no password of its range leaked. ``make(at:of:)`` makes such folders.
package struct LeakedPasswordFolder: LeakedPasswordSource {
    private let path: String
    private let ending: String

    /// One check at a time leaves the threads on which requests are served, since a disk may be slow.
    private let queue = DispatchQueue(label: "leaked-passwords")

    /// Opens the folder. Throws where it is none, holds no range files, or lacks one of seventeen spread over all of them.
    package init(path: String) throws(LeakedPasswordsError) {
        let folder = path.hasSuffix("/") ? String(path.dropLast()) : path
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder else {
            throw LeakedPasswordsError(.noFolder, at: path)
        }
        self.path = folder
        func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(name)") }
        if exists(Self.partialMark) {
            ending = ".txt"
            return
        }
        guard let ending = [".txt", ""].first(where: { exists("00000" + $0) }) else {
            throw LeakedPasswordsError(.noRanges, at: path)
        }
        let samples = (1...15).map { String($0, radix: 16, uppercase: true) + "0000" } + ["FFFFF"]
        if let missing = samples.map({ $0 + ending }).first(where: { !exists($0) }) {
            throw LeakedPasswordsError(.missingRange, at: "\(folder)/\(missing)")
        }
        self.ending = ending
    }

    /// How often the password with this digest was seen in leaks; 0 where it was not.
    package func count(of digest: LeakedPasswordDigest) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Result { try read(digest) })
            }
        }
    }

    /// The same on this thread.
    func read(_ digest: LeakedPasswordDigest) throws(LeakedPasswordsError) -> Int {
        do throws(LeakedPasswordsError) {
            return try find(digest)
        } catch {
            // Asked of the folder as it is now: one that has gone since says nothing of any password.
            guard error.reason == .missingRange, FileManager.default.fileExists(atPath: "\(path)/\(Self.partialMark)") else {
                throw error
            }
            return 0
        }
    }

    private func find(_ digest: LeakedPasswordDigest) throws(LeakedPasswordsError) -> Int {
        let path = "\(path)/\(digest.range)\(ending)"
        let file = try RangeFile(path: path)
        let window = RangeWindow(for: digest.suffix, size: file.size)
        switch window.find(digest.suffix, in: try file.read(window.bytes)) {
        case .count(let count): return count
        case .doubtful: return try RangeText(bytes: file.read(0..<file.size), place: path).count(of: digest.suffix)
        }
    }

    /// Makes a folder of these passwords alone, each with how often it was seen, or puts them into one that was made so. Throws what the file system
    /// refuses.
    package static func make(at path: String, of passwords: [String: Int]) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let digests = passwords.map { (digest: LeakedPasswordDigest(of: $0.key), count: $0.value) }
        for (range, rows) in Dictionary(grouping: digests, by: \.digest.range) {
            let lines = rows.map { "\(String(decoding: $0.digest.suffix, as: UTF8.self)):\($0.count)" }.sorted()
            try Data(lines.joined(separator: "\r\n").utf8).write(to: URL(filePath: "\(path)/\(range).txt"), options: .atomic)
        }
        try Data().write(to: URL(filePath: "\(path)/\(partialMark)"))
    }

    private static let partialMark = "absent-ranges-are-empty"
}
