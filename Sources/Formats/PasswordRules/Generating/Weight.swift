/// The weight of a choice: a wide number, the lowest word first, multiplied by a factor.
struct Weight: Sendable {
    let words: ArraySlice<UInt64>
    let factor: UInt64
}

extension ArraySlice<UInt64> {
    /// The number of bits up to the highest that is set.
    var bitLength: Int {
        guard let top = lastIndex(where: { $0 != 0 }) else { return 0 }
        return 64 * (top - startIndex + 1) - self[top].leadingZeroBitCount
    }

    /// What is left of the number without so many of its lowest bits; the lowest 64 bits of that.
    func dropping(bits count: Int) -> UInt64 {
        let index = startIndex + count / 64
        let shift = UInt64(count % 64)
        let low = index < endIndex ? self[index] >> shift : 0
        let high = index + 1 < endIndex ? self[index + 1] << (64 - shift) : 0
        return low | high
    }
}

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

extension RandomNumberGenerator {
    /// A number below the bound, each equally likely, by rejection (Lemire, "Fast Random Integer Generation in an Interval", 2019).
    ///
    /// Always ends: with a source that is rejected 128 times running, such as a constant one, it keeps the last number. From a
    /// true source that has a probability below 2^-128.
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

/// How often a draw is repeated before it gives up on an even distribution.
let attemptsBeforeBias = 128

extension RandomNumberGenerator {
    /// The index of one of the weights, each as likely as its share in their sum, exactly. Always ends, as ``draw(below:)`` does.
    ///
    /// It is that of a number below the sum. The leading bits of the number nearly always decide; only where they do not are the others
    /// drawn. So a choice costs the same however wide the weights are.
    ///
    /// - Parameters:
    ///   - sum: The sum of the weights, not zero.
    ///   - leadingBits: How many bits are drawn first, at most 63.
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

    /// The leading bits, with the hidden bits drawn.
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
    /// The place of the weight on which every number with these leading bits falls; nil where that depends on the hidden bits.
    fileprivate func index(ofLead lead: UInt64, hidden: Int) -> Int? {
        // What the weights so far add up to, without its hidden bits: at least `floor`, less than `floor + slack`.
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

    /// The place of the weight on which the number falls, which must be below the sum of them all.
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
