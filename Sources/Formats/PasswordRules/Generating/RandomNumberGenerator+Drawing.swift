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
