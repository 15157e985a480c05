/// A source of bytes that nobody can predict, given as an argument to whoever needs chance.
package protocol RandomBytes: Sendable {
    /// `count` fresh bytes; none for a count of zero.
    func bytes(_ count: Int) -> [UInt8]
}

/// The operating system's generator (on Linux `getrandom`), for everything but tests.
package struct SystemRandomBytes: RandomBytes {
    /// Makes a source; it holds no state.
    package init() {}

    /// `count` bytes from the operating system.
    package func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return generator.bytes(count)
    }
}

extension RandomNumberGenerator {
    /// `count` bytes, eight from each number, least significant first.
    mutating func bytes(_ count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            var word: UInt64 = 0
            for index in 0..<count {
                if index % 8 == 0 { word = next() }
                buffer.initializeElement(at: index, to: UInt8(truncatingIfNeeded: word))
                word >>= 8
            }
            initialized = count
        }
    }
}
