import Synchronization

/// A source of unpredictable bytes, passed to everything that needs randomness.
package protocol RandomBytes: Sendable {
    /// Returns `count` new bytes.
    func bytes(_ count: Int) -> [UInt8]
}

/// The operating system's generator (`getrandom` on Linux), for everything except tests.
package struct SystemRandomBytes: RandomBytes {
    /// Creates a source, which has no state.
    package init() {}

    /// Returns `count` bytes from the operating system.
    package func bytes(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return generator.bytes(count)
    }
}

extension RandomNumberGenerator {
    /// Returns `count` bytes, eight from each number, least significant first.
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

/// Generates the same bytes for the same seed, for tests and benchmarks only.
///
/// The seed determines every token and key generated from it. Do not use this type outside Tests and Benchmarks.
package final class PredictableRandomBytes: RandomBytes {
    private let generator: Mutex<SplitMix>

    /// Starts the sequence of `seed`.
    package init(seed: UInt64) {
        generator = Mutex(SplitMix(state: seed))
    }

    /// Returns the next `count` bytes of the sequence.
    package func bytes(_ count: Int) -> [UInt8] {
        generator.withLock { $0.bytes(count) }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): short, well distributed, and not cryptographically secure.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
