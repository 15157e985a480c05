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
