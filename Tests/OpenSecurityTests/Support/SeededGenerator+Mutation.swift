import TestKit

extension SeededGenerator {
    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Returns `bytes` with one error: a bit flipped, a byte set, or bytes removed, added, duplicated or swapped.
    mutating func mutation(of bytes: [UInt8]) -> [UInt8] {
        guard !bytes.isEmpty else { return self.bytes(1) }
        var mutated = bytes
        let place = Int.random(in: 0..<bytes.count, using: &self)
        switch Int.random(in: 0..<7, using: &self) {
        case 0, 1: mutated[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
        case 2: mutated[place] = [0, 1, 0x7f, 0x80, 0xff].randomElement(using: &self) ?? 0
        case 3: mutated.removeSubrange(place...)
        case 4: mutated.insert(contentsOf: self.bytes(Int.random(in: 1...3, using: &self)), at: place)
        case 5: mutated.append(contentsOf: self.bytes(Int.random(in: 1...40, using: &self)))
        default: mutated.swapAt(place, Int.random(in: 0..<bytes.count, using: &self))
        }
        return mutated
    }
}
