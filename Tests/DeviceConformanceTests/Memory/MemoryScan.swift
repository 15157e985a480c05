import Foundation
import Glibc

/// Searches for bytes in the memory of another process, in every readable mapping.
struct MemoryScan {
    struct Unreadable: Error {}

    let process: Int32

    /// Returns the number of occurrences of each pattern. Throws if the memory cannot be read.
    func count(_ patterns: [[UInt8]]) throws -> [Int] {
        let maps = try String(contentsOfFile: "/proc/\(process)/maps", encoding: .utf8)
        let memory = open("/proc/\(process)/mem", O_RDONLY | O_CLOEXEC)
        guard memory >= 0 else { throw Unreadable() }
        defer { close(memory) }
        var counts = [Int](repeating: 0, count: patterns.count)
        var read = 0
        for line in maps.split(separator: "\n") {
            let fields = line.split(separator: " ", omittingEmptySubsequences: true)
            let bounds = fields[0].split(separator: "-").compactMap { UInt(String($0), radix: 16) }
            guard fields[1].hasPrefix("r"), bounds.count == 2, fields.last != "[vvar]", fields.last != "[vsyscall]" else {
                continue
            }
            read += scan(memory, bounds[0]..<bounds[1], patterns, &counts)
        }
        guard read > 1 << 20 else { throw Unreadable() }
        return counts
    }

    /// Reads chunks that overlap by the longest pattern, so that none is missed between two. Continues after an unreadable page.
    /// Returns the number of bytes read.
    private func scan(_ memory: Int32, _ bounds: Range<UInt>, _ patterns: [[UInt8]], _ counts: inout [Int]) -> Int {
        let (piece, page) = (1 << 20, 4_096)
        let overlap = (patterns.map(\.count).max() ?? 1) - 1
        var buffer = [UInt8](repeating: 0, count: piece + overlap)
        var total = 0
        var start = bounds.lowerBound
        while start < bounds.upperBound {
            let wanted = min(buffer.count, Int(bounds.upperBound - start))
            let got = pread(memory, &buffer, wanted, Int(bitPattern: start))
            if got > 0 {
                total += min(got, piece)
                buffer.withUnsafeBytes { bytes in
                    for (index, pattern) in patterns.enumerated() {
                        counts[index] += Self.occurrences(of: pattern, in: bytes.baseAddress, got, startingBefore: piece)
                    }
                }
            }
            start += UInt(got < min(wanted, piece) ? max(got, 0) / page * page + page : piece)
        }
        return total
    }

    private static func occurrences(of pattern: [UInt8], in bytes: UnsafeRawPointer?, _ count: Int, startingBefore limit: Int)
        -> Int
    {
        guard let bytes, let first = pattern.first, count >= pattern.count else { return 0 }
        let end = min(limit, count - pattern.count + 1)
        var found = 0
        var offset = 0
        while offset < end, let place = memchr(bytes + offset, Int32(first), end - offset) {
            if memcmp(place, pattern, pattern.count) == 0 { found += 1 }
            offset = bytes.distance(to: UnsafeRawPointer(place)) + 1
        }
        return found
    }
}

extension Sequence<UInt8> {
    /// The form in which `DeviceCaller` receives what it must remember: inverted, so that the request itself is not found.
    var disguised: String {
        map { byte in
            let turned = byte ^ 0xFF
            return (turned < 16 ? "0" : "") + String(turned, radix: 16)
        }.joined()
    }
}
