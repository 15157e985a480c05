/// A set of ASCII characters.
struct ASCIISet: Hashable, Sendable {
    private var low: UInt64 = 0
    private var high: UInt64 = 0

    init(_ ranges: ClosedRange<UInt8>...) {
        for byte in ranges.joined() where byte < 128 {
            if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
        }
    }

    func contains(_ unit: UInt32) -> Bool {
        if unit < 64 { return low >> UInt64(unit) & 1 == 1 }
        return unit < 128 && high >> UInt64(unit - 64) & 1 == 1
    }

    /// The set in which each capital letter is the small one.
    var folded: ASCIISet {
        var result = self
        let capitals = high & 0x07FF_FFFE
        result.high = high & ~0x07FF_FFFE | capitals << 32
        return result
    }

    static let digits = ASCIISet(0x30...0x39)
    static let upper = ASCIISet(0x41...0x5A)
    static let lower = ASCIISet(0x61...0x7A)
    static let letters = ASCIISet(0x41...0x5A, 0x61...0x7A)
    static let lettersAndDigits = ASCIISet(0x30...0x39, 0x41...0x5A, 0x61...0x7A)
    static let hexadecimalDigits = ASCIISet(0x30...0x39, 0x41...0x46, 0x61...0x66)
}
