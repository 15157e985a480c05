/// The cost parameters of an argon2id hash (RFC 9106): memory and passes.
///
/// There is always one lane, a salt of 16 bytes and an output of 32 bytes. libsodium fixes the first two; RFC 9106, section 4,
/// recommends the third.
package struct Argon2idParameters: Hashable, Sendable {
    /// The memory of one hash in KiB.
    package let memoryKiB: Int

    /// The number of passes over the memory.
    package let passes: Int

    /// Creates validated parameters for production.
    ///
    /// Rejects parameters weaker than the weakest recommendation of OWASP's Password Storage Cheat Sheet, 7,168 KiB and 5 passes:
    /// less than 7,168 KiB, or memory x passes below 35,840 KiB. Rejects more than 1 GiB, more than 16 passes, or memory x passes
    /// above 4 GiB.
    package init(memoryKiB: Int, passes: Int) throws(Argon2idParametersError) {
        guard memoryKiB >= Self.minimumMemoryKiB else { throw .memoryTooSmall(minimumKiB: Self.minimumMemoryKiB) }
        guard passes >= 1 else { throw .tooFewPasses }
        if let excess = Self.excess(memoryKiB: memoryKiB, passes: passes) { throw excess }
        guard memoryKiB * passes >= Self.minimumWorkKiB else { throw .workTooSmall(minimumKiB: Self.minimumWorkKiB) }
        self.memoryKiB = memoryKiB
        self.passes = passes
    }

    /// Creates parameters without the lower limit, for tests, benchmarks and imported hashes; never for new hashes in production.
    /// Requires at least 8 KiB and one pass, the minimum of libsodium.
    package init(uncheckedMemoryKiB memoryKiB: Int, passes: Int) {
        precondition(memoryKiB >= 8 && passes >= 1, "argon2id needs 8 KiB and one pass")
        self.memoryKiB = memoryKiB
        self.passes = passes
    }

    /// 19,456 KiB and 2 passes: OWASP's first recommendation for one lane, about 30 ms on a core of 2020.
    package static let standard = Argon2idParameters(uncheckedMemoryKiB: 19_456, passes: 2)

    /// Returns whether a hash with these parameters has less memory or fewer passes than one with `other`, and is therefore cheaper
    /// to guess.
    package func isWeaker(than other: Argon2idParameters) -> Bool {
        memoryKiB < other.memoryKiB || passes < other.passes
    }

    /// Returns the reason why a hash with these parameters is too expensive to compute on request, or nil.
    static func excess(memoryKiB: Int, passes: Int) -> Argon2idParametersError? {
        guard memoryKiB <= maximumMemoryKiB else { return .memoryTooLarge(maximumKiB: maximumMemoryKiB) }
        guard passes <= maximumPasses else { return .tooManyPasses(maximum: maximumPasses) }
        guard memoryKiB * passes <= maximumWorkKiB else { return .workTooLarge(maximumKiB: maximumWorkKiB) }
        return nil
    }

    static let minimumMemoryKiB = 7_168
    static let minimumWorkKiB = 35_840
    static let maximumMemoryKiB = 1_048_576
    static let maximumPasses = 16
    /// 4 GiB in one pass, about three seconds: longer than a user should wait for a sign-in.
    static let maximumWorkKiB = 4_194_304
}

/// The reason to reject argon2id parameters.
package enum Argon2idParametersError: Error, Hashable, Sendable {
    /// The memory is below the minimum that is safe with any number of passes.
    case memoryTooSmall(minimumKiB: Int)
    /// The memory exceeds the maximum of one hash.
    case memoryTooLarge(maximumKiB: Int)
    /// There is no pass.
    case tooFewPasses
    /// The passes exceed the maximum of one hash.
    case tooManyPasses(maximum: Int)
    /// Memory x passes is below the safe minimum.
    case workTooSmall(minimumKiB: Int)
    /// Memory x passes exceeds the maximum of one hash.
    case workTooLarge(maximumKiB: Int)
}

/// The cost parameters of a scrypt hash (RFC 7914), for imported hashes only.
package struct ScryptParameters: Hashable, Sendable {
    /// The binary logarithm of the cost N: 1 to 20.
    package let logN: Int

    /// The block size r: 1 to 32.
    package let blockSize: Int

    /// The parallelization p: 1 to 16.
    package let parallelization: Int

    /// Returns nil for values out of range, for more than 1 GiB of memory (128 x N x r bytes), and for memory x p above 4 GiB.
    init?(logN: Int, blockSize: Int, parallelization: Int) {
        guard (1...20).contains(logN), (1...32).contains(blockSize), (1...16).contains(parallelization) else { return nil }
        let memory = 128 * blockSize << logN
        guard memory <= 1 << 30, memory * parallelization <= 4 << 30 else { return nil }
        // RFC 7914, section 2: N must be less than 2^(128 * r / 8).
        guard logN < 16 * blockSize else { return nil }
        self.logN = logN
        self.blockSize = blockSize
        self.parallelization = parallelization
    }

    /// The memory of one hash in KiB, rounded up.
    package var memoryKiB: Int { ((128 * blockSize << logN) + 1023) / 1024 }
}
