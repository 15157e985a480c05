/// Counts times in buckets whose width is at most a 128th of their value, so that a percentile is exact to one per cent, from a
/// nanosecond to hours, in a fixed amount of memory.
struct Histogram {
    /// 2 to this power buckets share each doubling.
    private static let precision = 7

    private var counts = [Int](repeating: 0, count: (65 - precision) << precision)
    private(set) var count = 0
    private(set) var longest: UInt64 = 0

    mutating func record(_ nanoseconds: UInt64) {
        counts[Self.bucket(of: nanoseconds)] += 1
        count += 1
        longest = max(longest, nanoseconds)
    }

    /// Returns the time that this share of all recorded ones does not exceed: the upper end of its bucket, or 0 without records.
    func percentile(_ share: Double) -> UInt64 {
        let wanted = max(1, Int((Double(count) * share).rounded(.up)))
        var seen = 0
        for (index, number) in counts.enumerated() where number > 0 {
            seen += number
            if seen >= wanted { return min(longest, Self.lowerBound(of: index + 1) - 1) }
        }
        return longest
    }

    /// Returns how many were at least this long, to the precision of a bucket.
    func count(from nanoseconds: UInt64) -> Int {
        counts[Self.bucket(of: nanoseconds)...].reduce(0, +)
    }

    /// The nonempty buckets: the lower bound of each in nanoseconds, and its count.
    var filled: [(lowerBound: UInt64, count: Int)] {
        counts.indices.filter { counts[$0] > 0 }.map { (Self.lowerBound(of: $0), counts[$0]) }
    }

    static func bucket(of value: UInt64) -> Int {
        let exponent = max(0, 63 - precision - value.leadingZeroBitCount)
        return exponent << precision + Int(value >> UInt64(exponent))
    }

    /// The inverse of ``bucket(of:)``: the lowest value of a bucket.
    static func lowerBound(of bucket: Int) -> UInt64 {
        let exponent = max(0, bucket >> precision - 1)
        return UInt64(bucket - exponent << precision) << UInt64(exponent)
    }

    var json: String {
        let buckets = filled.map { "[\($0.lowerBound),\($0.count)]" }.joined(separator: ",")
        return """
            {"count":\(count),"p50Nanoseconds":\(percentile(0.5)),"p90Nanoseconds":\(percentile(0.9)),\
            "p99Nanoseconds":\(percentile(0.99)),"p999Nanoseconds":\(percentile(0.999)),"longestNanoseconds":\(longest),\
            "buckets":[\(buckets)]}
            """
    }
}
