/// A whole number of a fixed number of 64-bit words, the lowest first; leading words may be zero.
struct WideNumber {
    var words: [UInt64]

    init(width: Int) { words = Array(repeating: 0, count: width) }

    /// The weight, as a number of so many words. It must fit.
    init(_ weight: Weight, width: Int) {
        self.init(width: width)
        add(weight.words, times: weight.factor)
    }

    /// Adds the other number multiplied by the factor. The sum must fit; what the other number has beyond this width is zero then.
    mutating func add(_ other: ArraySlice<UInt64>, times factor: UInt64) {
        var carry: UInt64 = 0
        var index = 0
        for word in other.prefix(words.count) {
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

    /// Both numbers must have the same width.
    static func < (left: WideNumber, right: WideNumber) -> Bool {
        for index in left.words.indices.reversed() where left.words[index] != right.words[index] {
            return left.words[index] < right.words[index]
        }
        return false
    }
}
