/// A whole number of a fixed number of 64-bit words, the lowest first; leading words may be zero.
struct WideNumber {
    var words: [UInt64]

    init(width: Int) { words = Array(repeating: 0, count: width) }

    init(_ words: ArraySlice<UInt64>) { self.words = Array(words) }

    /// Adds the other number, of the same width or less, multiplied by the factor. The sum must fit.
    mutating func add(_ other: ArraySlice<UInt64>, times factor: UInt64) {
        var carry: UInt64 = 0
        var index = 0
        for word in other {
            let product = word.multipliedFullWidth(by: factor)
            let (first, overflow1) = words[index].addingReportingOverflow(product.low)
            let (sum, overflow2) = first.addingReportingOverflow(carry)
            words[index] = sum
            carry = product.high &+ (overflow1 ? 1 : 0) &+ (overflow2 ? 1 : 0)
            index += 1
        }
        while carry != 0, index < words.count {
            let (sum, overflow) = words[index].addingReportingOverflow(carry)
            words[index] = sum
            carry = overflow ? 1 : 0
            index += 1
        }
    }

    /// Takes away the other number, of the same width and not larger.
    mutating func subtract(_ other: WideNumber) {
        var borrow: UInt64 = 0
        for index in words.indices {
            let (first, underflow1) = words[index].subtractingReportingOverflow(other.words[index])
            let (difference, underflow2) = first.subtractingReportingOverflow(borrow)
            words[index] = difference
            borrow = underflow1 || underflow2 ? 1 : 0
        }
    }

    /// Sets the number to another one multiplied by a factor, of the same width. The product must fit.
    mutating func set(_ other: ArraySlice<UInt64>, times factor: UInt64) {
        for index in words.indices { words[index] = 0 }
        add(other, times: factor)
    }

    /// Where the highest word that is not zero stands, and as many bits as it has.
    var maskOfLeadingWord: (index: Int, bits: UInt64) {
        let index = words.lastIndex { $0 != 0 } ?? 0
        return (index, words[index] == 0 ? 0 : UInt64.max >> UInt64(words[index].leadingZeroBitCount))
    }

    /// Both numbers must have the same width.
    static func < (left: WideNumber, right: WideNumber) -> Bool {
        for index in left.words.indices.reversed() where left.words[index] != right.words[index] {
            return left.words[index] < right.words[index]
        }
        return false
    }
}
