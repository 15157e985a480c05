internal import Glibc

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014): the same seed, the same run.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }

    /// The time to the next of independent arrivals with this mean rate a second, in nanoseconds: exponentially distributed.
    mutating func pause(atRate rate: Double) -> UInt64 {
        UInt64(-log(Double.random(in: 0x1p-53...1, using: &self)) / rate * 1e9)
    }
}
