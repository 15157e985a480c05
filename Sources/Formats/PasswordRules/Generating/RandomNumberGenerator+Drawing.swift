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

    /// A number below the bound, each equally likely. Always ends, as the other function does.
    ///
    /// - Precondition: The bound is not zero.
    mutating func draw(below bound: WideNumber) -> WideNumber {
        var number = bound
        let mask = bound.maskOfLeadingWord
        for _ in 0..<attemptsBeforeBias {
            for index in 0..<mask.index { number.words[index] = next() }
            number.words[mask.index] = next() & mask.bits
            if number < bound { return number }
        }
        // The mask keeps the number below twice the bound.
        number.subtract(bound)
        return number
    }
}

private let attemptsBeforeBias = 128
