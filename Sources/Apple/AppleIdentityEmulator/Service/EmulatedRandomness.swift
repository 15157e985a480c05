/// Where codes, tokens and identifiers come from: the system, or a seed when a test wants the same ones every time.
public struct EmulatedRandomness: RandomNumberGenerator, Sendable {
    private enum Source {
        case system
        /// SplitMix64: fast and repeatable, and guessable. For tests.
        case seeded(UInt64)
    }

    private var source: Source

    /// The system's generator.
    public static var system: Self { Self(source: .system) }

    /// The same numbers for the same seed. Guessable: for tests on one machine only.
    public static func seeded(_ seed: UInt64) -> Self { Self(source: .seeded(seed)) }

    /// The next number.
    public mutating func next() -> UInt64 {
        switch source {
        case .system:
            var generator = SystemRandomNumberGenerator()
            return generator.next()
        case .seeded(var state):
            state &+= 0x9E37_79B9_7F4A_7C15
            source = .seeded(state)
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }

    mutating func text(_ count: Int, of alphabet: StaticString) -> String {
        alphabet.withUTF8Buffer { letters in
            String(decoding: (0..<count).map { _ in letters[Int.random(in: 0..<letters.count, using: &self)] }, as: UTF8.self)
        }
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    mutating func hex(_ count: Int) -> String { text(count, of: "0123456789abcdef") }
    mutating func digits(_ count: Int) -> String { text(count, of: "0123456789") }
    mutating func keyID(_ count: Int) -> String { text(count, of: "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") }
}
