/// The weight of a choice: a wide number, lowest word first, multiplied by a factor.
struct Weight: Sendable {
    let words: ArraySlice<UInt64>
    let factor: UInt64
}

extension ArraySlice<UInt64> {
    /// The number of bits up to the highest set bit.
    var bitLength: Int {
        guard let top = lastIndex(where: { $0 != 0 }) else { return 0 }
        return 64 * (top - startIndex + 1) - self[top].leadingZeroBitCount
    }

    /// Returns the lowest 64 bits of the number shifted right.
    func dropping(bits count: Int) -> UInt64 {
        let index = startIndex + count / 64
        let shift = UInt64(count % 64)
        let low = index < endIndex ? self[index] >> shift : 0
        let high = index + 1 < endIndex ? self[index + 1] << (64 - shift) : 0
        return low | high
    }
}

/// A whole number with a fixed number of 64-bit words, lowest first. Leading words may be zero.
struct WideNumber {
    var words: [UInt64]

    init(width: Int) { words = Array(repeating: 0, count: width) }

    /// Creates a number of the given width from a weight. The weight must fit.
    init(_ weight: Weight, width: Int) {
        self.init(width: width)
        add(weight.words, times: weight.factor)
    }

    /// Adds the product of another number and a factor. The sum must fit, which requires that the other number is zero beyond
    /// this width.
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

    /// Subtracts a number of the same width that is not larger.
    mutating func subtract(_ other: WideNumber) {
        var borrow: UInt64 = 0
        for index in words.indices {
            let (first, underflow1) = words[index].subtractingReportingOverflow(other.words[index])
            let (difference, underflow2) = first.subtractingReportingOverflow(borrow)
            words[index] = difference
            borrow = underflow1 || underflow2 ? 1 : 0
        }
    }

    /// Compares two numbers of the same width.
    static func < (left: WideNumber, right: WideNumber) -> Bool {
        for index in left.words.indices.reversed() where left.words[index] != right.words[index] {
            return left.words[index] < right.words[index]
        }
        return false
    }
}

extension RandomNumberGenerator {
    /// Returns a number below the bound, each equally likely, by rejection (Lemire, "Fast Random Integer Generation in an
    /// Interval", 2019).
    ///
    /// Always terminates. After 128 consecutive rejections, as with a constant source, it returns the last number. A random
    /// source causes this with a probability below 2^-128.
    @inline(__always) mutating func draw(below bound: UInt64) -> UInt64 {
        var product = bound.multipliedFullWidth(by: next())
        guard product.low < bound else { return product.high }
        let floor = (0 &- bound) % bound
        var attempts = 1
        while product.low < floor, attempts < attemptsBeforeBias {
            product = bound.multipliedFullWidth(by: next())
            attempts += 1
        }
        return product.high
    }
}

/// The number of attempts after which a draw accepts a biased result.
let attemptsBeforeBias = 128

extension RandomNumberGenerator {
    /// Returns the index of a weight, drawn with a probability exactly proportional to the weights. Always terminates, as
    /// ``draw(below:)`` does.
    ///
    /// Selects the weight on which a random number below the sum falls. The leading bits of that number nearly always decide, so
    /// the others are drawn only if necessary. A choice therefore costs the same for weights of any width.
    ///
    /// - Parameters:
    ///   - sum: The sum of the weights, not zero.
    ///   - leadingBits: The number of bits drawn first, at most 63.
    mutating func draw(by weights: [Weight], sum: ArraySlice<UInt64>, leadingBits: Int = 63) -> Int {
        guard weights.count > 1 else { return 0 }
        let hidden = Swift.max(0, sum.bitLength - leadingBits)
        let top = sum.dropping(bits: hidden)
        for _ in 0..<attemptsBeforeBias {
            let lead = draw(below: hidden == 0 ? top : top + 1)
            if lead < top, let index = weights.index(ofLead: lead, hidden: hidden) { return index }
            let number = complete(lead, hidden: hidden, width: sum.count + 1)
            if number < WideNumber(Weight(words: sum, factor: 1), width: sum.count + 1) { return weights.index(of: number) }
        }
        return weights.index(of: WideNumber(width: sum.count + 1))
    }

    /// Appends random hidden bits to the leading bits.
    private mutating func complete(_ lead: UInt64, hidden: Int, width: Int) -> WideNumber {
        var number = WideNumber(width: width)
        let shift = UInt64(hidden % 64)
        let last = hidden / 64
        for index in 0..<last { number.words[index] = next() }
        number.words[last] = lead << shift | next() & ~(UInt64.max << shift)
        number.words[last + 1] = lead >> (64 - shift)
        return number
    }
}

extension [Weight] {
    /// Returns the index of the weight on which every number with these leading bits falls. Returns nil if that depends on the
    /// hidden bits.
    fileprivate func index(ofLead lead: UInt64, hidden: Int) -> Int? {
        // The sum of the weights so far without its hidden bits: at least `floor`, less than `floor + slack`.
        var floor: UInt64 = 0
        var slack: UInt64 = 0
        for (index, weight) in enumerated() {
            floor += weight.factor * weight.words.dropping(bits: hidden)
            slack += hidden == 0 ? 0 : weight.factor
            if lead < floor { return index }
            if lead < floor + slack { return nil }
        }
        return nil
    }

    /// Returns the index of the weight on which the number falls. The number must be below the sum of all weights.
    fileprivate func index(of number: WideNumber) -> Int {
        var rest = number
        for (index, weight) in enumerated() {
            let share = WideNumber(weight, width: rest.words.count)
            if rest < share { return index }
            rest.subtract(share)
        }
        return count - 1
    }
}
