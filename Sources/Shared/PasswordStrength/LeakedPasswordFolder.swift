import Dispatch
import FoundationEssentials
import Glibc

/// A local folder of leaked passwords, in the layout of the published ranges: one file for each of the 1,048,576 prefixes of five
/// upper-case hexadecimal digits of a SHA-1. Each file is named after its prefix, with or without `.txt`.
///
/// Each line is `SUFFIX:COUNT`, ended by LF or CR LF. Rows with the count 0 are padding.
///
/// ## Cost of a check
/// A check opens one file and reads 8 KiB of it, at the position computed from the digest; see ``RangeWindow``.
/// If these bytes are inconclusive, it reads the file to its end and checks it line by line. Nothing is kept in memory. A release
/// build on two cores with a cached file of 2,000 rows took 40 µs a check, and 200 µs to the end.
///
/// ## Missing data
/// A missing folder, or one without the sampled ranges, is rejected when it is opened. A missing, empty, unreadable
/// or malformed file is an error of the check, never a result, so that an incomplete download does not make passwords pass. The
/// folder may be replaced by another one of the same name at any time.
///
/// A folder with a file named `absent-ranges-are-empty` contains only a few passwords. In it a missing range file means that no
/// password of the range has leaked; all other failures remain errors. ``make(at:of:)`` creates such folders.
package struct LeakedPasswordFolder: LeakedPasswordSource {
    private let path: String
    private let ending: String

    /// Checks run one at a time, outside the threads that serve requests, because a disk may be slow.
    private let queue = DispatchQueue(label: "leaked-passwords")

    /// Opens the folder. Throws if it does not exist, contains no range files, or lacks one of seventeen files spread over all
    /// ranges. A folder with a file `absent-ranges-are-empty` requires no range files.
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

    /// Returns how often the password of this digest occurs in leaks; 0 if it does not.
    package func count(of digest: LeakedPasswordDigest) async throws -> Int {
        try await withCheckedThrowingContinuation { continuation in
            queue.async {
                continuation.resume(with: Result { try read(digest) })
            }
        }
    }

    /// Performs the check on the current thread.
    func read(_ digest: LeakedPasswordDigest) throws(LeakedPasswordsError) -> Int {
        do throws(LeakedPasswordsError) {
            return try find(digest)
        } catch {
            // Checked in the current folder: a folder that was removed in the meantime gives no result.
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

    /// Creates a folder with only these passwords and their counts, or adds them to an existing one. Throws the errors of the file
    /// system.
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

/// An open range file, which is closed when the value is destroyed.
struct RangeFile: ~Copyable {
    /// The size, in bytes.
    let size: Int

    private let descriptor: Int32
    private let path: String

    /// Opens the file. Throws if it is missing, unreadable, not a regular file, or too large for a range.
    init(path: String) throws(LeakedPasswordsError) {
        // Non-blocking, because opening a named pipe would otherwise wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw LeakedPasswordsError(errno == ENOENT ? .missingRange : .unreadable, at: path)
        }
        do throws(LeakedPasswordsError.Reason) {
            size = try Self.size(of: descriptor)
        } catch {
            // No value exists yet whose deinitializer would close it.
            close(descriptor)
            throw LeakedPasswordsError(error, at: path)
        }
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// Returns the bytes of this range of the file. Throws if the file cannot be read or has become shorter.
    func read(_ part: Range<Int>) throws(LeakedPasswordsError) -> [UInt8] {
        let bytes = [UInt8](unsafeUninitializedCapacity: part.count) { buffer, filled in
            while filled < part.count {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<part.count])
                let count = pread(descriptor, rest.baseAddress, rest.count, off_t(part.lowerBound + filled))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
        guard bytes.count == part.count else { throw LeakedPasswordsError(.unreadable, at: path) }
        return bytes
    }

    private static func size(of descriptor: Int32) throws(LeakedPasswordsError.Reason) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
        guard status.st_size <= RangeText.sizeLimit else { throw .tooLarge }
        return Int(status.st_size)
    }
}

/// The whole text of a range, read line by line in any order.
struct RangeText {
    let bytes: [UInt8]

    /// The name of the range in errors.
    let place: String

    /// The maximum size of a text. The published ones have tens of KiB.
    static let sizeLimit = 16 << 20

    /// Returns how often the password with this suffix was seen. Reads every line, so that any malformed line is found. If several
    /// rows have the suffix, the highest count is used; padding rows have none.
    func count(of suffix: [UInt8]) throws(LeakedPasswordsError) -> Int {
        guard !bytes.isEmpty else { throw LeakedPasswordsError(.empty, at: place) }
        var found = 0
        var number = 0
        var rest = bytes[...]
        while !rest.isEmpty {
            number += 1
            let line = rest.removeLine()
            do throws(LeakedPasswordsError.Reason) {
                let row = try RangeRow(line)
                if row.suffix.elementsEqual(suffix) { found = max(found, row.count) }
            } catch {
                throw LeakedPasswordsError(error, at: place, line: number)
            }
        }
        return found
    }
}

extension ArraySlice<UInt8> {
    /// Removes the first line with its line ending, LF or CR LF, and returns it without the line ending. The last line needs none.
    mutating func removeLine() -> ArraySlice<UInt8> {
        let line = prefix { $0 != UInt8(ascii: "\n") }
        self = self[line.endIndex...].dropFirst()
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}

/// One line of a range: the digits of a digest after the first five, and the number of occurrences.
struct RangeRow {
    let suffix: ArraySlice<UInt8>

    /// 0 in rows that only pad a response to hide its length.
    let count: Int

    /// Parses a row without its line ending. Rejects everything that does not occur in a published line, including lower-case
    /// digits, signs and leading zeros.
    init(_ line: ArraySlice<UInt8>) throws(LeakedPasswordsError.Reason) {
        suffix = line.prefix(Self.suffixLength)
        guard suffix.count == Self.suffixLength, suffix.allSatisfy(\.isUpperHexadecimal) else { throw .malformedSuffix }
        let rest = line.dropFirst(Self.suffixLength)
        guard rest.first == UInt8(ascii: ":"), let count = Self.number(rest.dropFirst()) else { throw .malformedCount }
        self.count = count
    }

    /// The maximum length of a line with its line ending.
    static let maximumLength = suffixLength + 1 + maximumDigits + 2

    private static let suffixLength = 35
    /// Eighteen digits always fit into 64 bits.
    private static let maximumDigits = 18

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard (1...maximumDigits).contains(digits.count), digits.count == 1 || digits.first != UInt8(ascii: "0") else { return nil }
        var number = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + Int(digit - UInt8(ascii: "0"))
        }
        return number
    }
}

extension UInt8 {
    fileprivate var isUpperHexadecimal: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(self)
    }
}

/// The part of a sorted range file that must contain a suffix, if the file does.
///
/// SHA-1 distributes the rows evenly, so the position of a suffix follows from its value, and one read of 8 KiB is enough. Of two
/// thousand rows, a row is within 100 rows of the computed position with a probability of about 99.999 percent.
struct RangeWindow {
    /// The range of the file to read.
    let bytes: Range<Int>

    private let size: Int
    private let reachesStart: Bool
    private let reachesEnd: Bool

    /// Computes where to look for the suffix in a file of this size.
    init(for suffix: [UInt8], size: Int) {
        let length = min(size, Self.length)
        let middle = Int(Double(size) * Self.fraction(suffix))
        let start = max(0, min(middle - length / 2, size - length))
        self.size = size
        bytes = start..<start + length
        reachesStart = start == 0
        reachesEnd = start + length == size
    }

    enum Finding: Equatable {
        /// The file contains the suffix with this count, or does not contain it (0).
        case count(Int)
        /// The rows are not those of a sorted file at this position. Only reading the whole file gives a result.
        case doubtful
    }

    /// Searches for the suffix in the content at ``bytes``.
    ///
    /// The search relies on the order of the file only as far as it can see it. The rows must ascend. The suffix must be one of
    /// them, lie between two of them, or lie before the first or after the last row of the file. The rows must be as dense as those
    /// of the whole file. Shuffled rows, two ranges in one file, or padding after the other rows therefore give no result. A single
    /// row in the wrong place is not found.
    func find(_ suffix: [UInt8], in content: [UInt8]) -> Finding {
        guard content.count == bytes.count, var rest = wholeLines(content) else { return .doubtful }
        var first: ArraySlice<UInt8>?
        var previous: ArraySlice<UInt8>?
        var count: Int?
        var isPassed = false
        while !rest.isEmpty {
            guard let row = try? RangeRow(rest.removeLine()) else { return .doubtful }
            if let previous, !previous.lexicographicallyPrecedes(row.suffix) { return .doubtful }
            if row.suffix.elementsEqual(suffix) { count = row.count }
            if count == nil, !isPassed, suffix.lexicographicallyPrecedes(row.suffix) {
                guard previous != nil || reachesStart else { return .doubtful }
                isPassed = true
            }
            first = first ?? row.suffix
            previous = row.suffix
        }
        guard let first, let last = previous, isDense(from: first, to: last) else { return .doubtful }
        if let count { return .count(count) }
        return isPassed || reachesEnd ? .count(0) : .doubtful
    }

    /// Returns whether the share of suffixes that the rows cover corresponds to their share of the file, within a factor of 0.5 to
    /// 1.5, which is more than six standard deviations.
    private func isDense(from first: ArraySlice<UInt8>, to last: ArraySlice<UInt8>) -> Bool {
        guard !reachesStart || !reachesEnd else { return true }
        let share = (reachesEnd ? 1 : Self.fraction(last)) - (reachesStart ? 0 : Self.fraction(first))
        return (0.5...1.5).contains(share / (Double(bytes.count) / Double(size)))
    }

    /// Returns the complete lines in the window, or nil if none exist.
    private func wholeLines(_ content: [UInt8]) -> ArraySlice<UInt8>? {
        var lines = content[...]
        if !reachesStart {
            guard let end = lines.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
            lines = lines[(end + 1)...]
        }
        if !reachesEnd {
            guard let end = lines.lastIndex(of: UInt8(ascii: "\n")) else { return nil }
            lines = lines[...end]
        }
        return lines
    }

    /// Returns the suffix as a fraction of all suffixes, from 0 to 1, computed from its first eight digits.
    private static func fraction(_ suffix: some Sequence<UInt8>) -> Double {
        let number = suffix.prefix(8).reduce(0) { $0 << 4 | Int($1 < UInt8(ascii: "A") ? $1 &- 48 : $1 &- 55) & 15 }
        return Double(number) / Double(1 << 32)
    }

    /// 8 KiB: two pages, about two hundred rows.
    static let length = 8_192
}
