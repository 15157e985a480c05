import Synchronization

/// The same bytes after the same seed, every time: for tests and benchmarks only.
///
/// Anyone who knows the seed knows every token and key made from it. Nothing outside Tests and Benchmarks may name this type.
package final class PredictableRandomBytes: RandomBytes {
    private let generator: Mutex<SplitMix>

    /// Starts the sequence that belongs to `seed`.
    package init(seed: UInt64) {
        generator = Mutex(SplitMix(state: seed))
    }

    /// The next `count` bytes of the sequence.
    package func bytes(_ count: Int) -> [UInt8] {
        generator.withLock { $0.bytes(count) }
    }
}

/// SplitMix64 (Steele, Lea, Flood 2014): short, well spread, and no secret.
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
