import Dispatch
import FoundationEssentials
import Glibc

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

/// A range file opened for reading. It is closed when the value goes.
struct RangeFile: ~Copyable {
    /// In bytes.
    let size: Int

    private let descriptor: Int32
    private let path: String

    /// Opens the file. Throws where it is missing, may not be read, is no regular file, or is too large for a range.
    init(path: String) throws(LeakedPasswordsError) {
        // Not blocking, or opening a named pipe would wait for somebody to write.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            throw LeakedPasswordsError(errno == ENOENT ? .missingRange : .unreadable, at: path)
        }
        do throws(LeakedPasswordsError.Reason) {
            size = try Self.size(of: descriptor)
        } catch {
            // Nothing exists yet that would close it.
            close(descriptor)
            throw LeakedPasswordsError(error, at: path)
        }
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// The bytes of this part. Throws where the file cannot be read or has become shorter.
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

/// The whole text of a range, read line by line, whatever its order.
struct RangeText {
    let bytes: [UInt8]

    /// What the range is called in errors.
    let place: String

    /// The largest text that is read. The published ones have tens of KiB.
    static let sizeLimit = 16 << 20

    /// How often the password with this suffix was seen. Reads every line, so that a broken one is found wherever it stands; of
    /// several rows with the suffix the highest count holds, and padding rows have none.
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
    /// Removes the first line with its line end, a line feed or carriage return and line feed, and returns it without. The last line
    /// needs none.
    mutating func removeLine() -> ArraySlice<UInt8> {
        let line = prefix { $0 != UInt8(ascii: "\n") }
        self = self[line.endIndex...].dropFirst()
        return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
    }
}

/// One line of a range: the digits of a digest after its first five, and how often the password was seen.
struct RangeRow {
    let suffix: ArraySlice<UInt8>

    /// 0 in the rows that only pad an answer to hide its length.
    let count: Int

    /// Reads `SUFFIX:COUNT` without its line end. Refuses everything that a published line is not, also lower-case digits, signs and
    /// leading zeros.
    init(_ line: ArraySlice<UInt8>) throws(LeakedPasswordsError.Reason) {
        suffix = line.prefix(Self.suffixLength)
        guard suffix.count == Self.suffixLength, suffix.allSatisfy(\.isUpperHexadecimal) else { throw .malformedSuffix }
        let rest = line.dropFirst(Self.suffixLength)
        guard rest.first == UInt8(ascii: ":"), let count = Self.number(rest.dropFirst()) else { throw .malformedCount }
        self.count = count
    }

    /// No line is longer, its line end included.
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

/// The piece of a sorted range file in which a suffix must stand, if anywhere.
///
/// SHA-1 spreads the rows evenly, so the place of a suffix follows from its value, and one read of 8 KiB about it suffices: of two
/// thousand rows, the row is with a probability of some 99.999 percent less than 100 rows from there.
struct RangeWindow {
    /// Where in the file to read.
    let bytes: Range<Int>

    private let size: Int
    private let reachesStart: Bool
    private let reachesEnd: Bool

    /// Where to look for the suffix in a file of this size.
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
        /// The suffix is there, with this count, or is not in the file, with 0.
        case count(Int)
        /// The rows are not what a sorted file has at this place: only a reading of the whole file tells.
        case doubtful
    }

    /// Looks for the suffix in what stands at ``bytes``.
    ///
    /// Relies on the order of the file only as far as it sees it: the rows read must ascend, the suffix must stand among them or
    /// between two of them, or before the first or after the last row of the file, and the rows must be as dense as those of the whole file.
    /// So shuffled rows are doubtful, and so are two ranges in one file and padding behind the others; a single row that stands
    /// elsewhere than where it belongs is itself not found.
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

    /// Whether the rows read take up as much of all suffixes as their bytes of the file, give or take a half: for chance that is more than
    /// six standard deviations.
    private func isDense(from first: ArraySlice<UInt8>, to last: ArraySlice<UInt8>) -> Bool {
        guard !reachesStart || !reachesEnd else { return true }
        let share = (reachesEnd ? 1 : Self.fraction(last)) - (reachesStart ? 0 : Self.fraction(first))
        return (0.5...1.5).contains(share / (Double(bytes.count) / Double(size)))
    }

    /// The lines that are in the window from beginning to end, or nil where there are none.
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

    /// The suffix as a part of all suffixes, from 0 to 1, by its first eight digits.
    private static func fraction(_ suffix: some Sequence<UInt8>) -> Double {
        let number = suffix.prefix(8).reduce(0) { $0 << 4 | Int($1 < UInt8(ascii: "A") ? $1 &- 48 : $1 &- 55) & 15 }
        return Double(number) / Double(1 << 32)
    }

    /// 8 KiB: two pages, some two hundred rows.
    static let length = 8_192
}
