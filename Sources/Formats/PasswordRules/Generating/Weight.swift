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
