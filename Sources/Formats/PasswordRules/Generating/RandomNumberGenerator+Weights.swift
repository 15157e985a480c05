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
