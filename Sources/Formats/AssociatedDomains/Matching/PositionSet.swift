/// A set of places in a text of `length` characters, from 0 to `length`: the places that a pattern can have reached.
///
/// One bit for each place, so that a step of a pattern costs a few operations for 64 places, however many ways led there. That is
/// what keeps every pattern linear in text and pattern: no way is walked twice.
struct PositionSet {
    /// The places below 64: all of them, for most texts, and then nothing is allocated.
    private var low: UInt64 = 0
    private var high: [UInt64]
    let length: Int

    /// The one place.
    init(_ position: Int, length: Int) {
        self.init(emptyOf: length)
        insert(position)
    }

    /// No place.
    init(emptyOf length: Int) {
        high = length < 64 ? [] : Array(repeating: 0, count: length >> 6)
        self.length = length
    }

    /// How many words a bit for each place takes.
    static func wordCount(_ length: Int) -> Int { (length >> 6) + 1 }

    var isEmpty: Bool { low == 0 && high.allSatisfy { $0 == 0 } }

    var containsEnd: Bool {
        let bit: UInt64 = 1 << UInt64(length & 63)
        return length < 64 ? low & bit != 0 : high[high.count - 1] & bit != 0
    }

    /// Whether there are so few places that each may be looked at on its own.
    var isSparse: Bool { high.reduce(low.nonzeroBitCount) { $0 + $1.nonzeroBitCount } <= high.count + 1 }

    /// The first place.
    var lowest: Int? {
        if low != 0 { return low.trailingZeroBitCount }
        return high.firstIndex { $0 != 0 }.map { ($0 + 1) << 6 + high[$0].trailingZeroBitCount }
    }

    /// The last place.
    var highest: Int? {
        if let index = high.lastIndex(where: { $0 != 0 }) { return (index + 1) << 6 + 63 - high[index].leadingZeroBitCount }
        return low == 0 ? nil : 63 - low.leadingZeroBitCount
    }

    func forEach(_ body: (Int) -> Void) {
        Self.forEach(low, from: 0, body)
        for (index, word) in high.enumerated() { Self.forEach(word, from: (index + 1) << 6, body) }
    }

    private static func forEach(_ word: UInt64, from start: Int, _ body: (Int) -> Void) {
        var rest = word
        while rest != 0 {
            body(start + rest.trailingZeroBitCount)
            rest &= rest - 1
        }
    }

    mutating func insert(_ position: Int) {
        let bit: UInt64 = 1 << UInt64(position & 63)
        if position < 64 { low |= bit } else { high[position >> 6 - 1] |= bit }
    }

    /// One character further from each place where one of `occurrences` stands; the other places are lost.
    mutating func advance(over occurrences: [UInt64]) {
        let moved = low & occurrences[0]
        var carry = moved >> 63
        low = moved << 1
        for index in high.indices {
            let moved = high[index] & occurrences[index + 1]
            high[index] = moved << 1 | carry
            carry = moved >> 63
        }
    }

    /// One character further from each place but the end.
    mutating func advanceOverAny() {
        var carry = low >> 63
        low <<= 1
        for index in high.indices {
            let word = high[index]
            high[index] = word << 1 | carry
            carry = word >> 63
        }
        dropBeyondEnd()
    }

    /// All places from the first one on.
    mutating func spread() {
        guard let lowest else { return }
        let first = lowest >> 6
        let bits: UInt64 = ~0 << UInt64(lowest & 63)
        if first == 0 { low = bits } else { high[first - 1] = bits }
        for index in high.indices where index >= first { high[index] = ~0 }
        dropBeyondEnd()
    }

    mutating func formUnion(_ other: PositionSet) {
        low |= other.low
        for index in high.indices { high[index] |= other.high[index] }
    }

    private mutating func dropBeyondEnd() {
        // Shifting by 64 gives no bit, and so, less one, all of them.
        let kept: UInt64 = 1 << UInt64((length & 63) + 1) &- 1
        if length < 64 { low &= kept } else { high[high.count - 1] &= kept }
    }
}
