/// What one argon2id hash costs (RFC 9106): memory and passes over it.
///
/// One lane, a salt of 16 bytes and an output of 32 always: libsodium fixes the first two, and 32 bytes are what RFC 9106,
/// section 4, recommends.
package struct Argon2idParameters: Hashable, Sendable {
    /// The memory of one hash in KiB.
    package let memoryKiB: Int

    /// How often the memory is gone over.
    package let passes: Int

    /// Checked parameters for production.
    ///
    /// Refuses what is weaker than the weakest choice in OWASP's Password Storage Cheat Sheet, which trades memory for passes
    /// down to 7,168 KiB and 5 passes: less than 7,168 KiB, or memory x passes under 35,840 KiB. Refuses more than 1 GiB, 16
    /// passes, or memory x passes over 4 GiB.
    package init(memoryKiB: Int, passes: Int) throws(Argon2idParametersError) {
        guard memoryKiB >= Self.minimumMemoryKiB else { throw .memoryTooSmall(minimumKiB: Self.minimumMemoryKiB) }
        guard passes >= 1 else { throw .tooFewPasses }
        if let excess = Self.excess(memoryKiB: memoryKiB, passes: passes) { throw excess }
        guard memoryKiB * passes >= Self.minimumWorkKiB else { throw .workTooSmall(minimumKiB: Self.minimumWorkKiB) }
        self.memoryKiB = memoryKiB
        self.passes = passes
    }

    /// Parameters below the floor, for tests, benchmarks and hashes that come from elsewhere; never for new hashes in production.
    /// At least 8 KiB and one pass, which is all libsodium can do.
    package init(uncheckedMemoryKiB memoryKiB: Int, passes: Int) {
        precondition(memoryKiB >= 8 && passes >= 1, "argon2id needs 8 KiB and one pass")
        self.memoryKiB = memoryKiB
        self.passes = passes
    }

    /// 19,456 KiB and 2 passes: OWASP's first recommendation for one lane, some 30 ms on a core of 2020.
    package static let standard = Argon2idParameters(uncheckedMemoryKiB: 19_456, passes: 2)

    /// Whether a hash with these parameters is cheaper to guess at than one with `other`, in memory or in passes.
    package func isWeaker(than other: Argon2idParameters) -> Bool {
        memoryKiB < other.memoryKiB || passes < other.passes
    }

    /// Why a hash with these costs would be too dear to compute for anyone who presents it, or nil.
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
    /// 4 GiB gone over once, about three seconds: longer than anyone should wait for a sign-in.
    static let maximumWorkKiB = 4_194_304
}

/// Why parameters of argon2id are refused.
package enum Argon2idParametersError: Error, Hashable, Sendable {
    /// Less memory than the smallest that is safe with any number of passes.
    case memoryTooSmall(minimumKiB: Int)
    /// More memory than one hash may take.
    case memoryTooLarge(maximumKiB: Int)
    /// No pass.
    case tooFewPasses
    /// More passes than one hash may take.
    case tooManyPasses(maximum: Int)
    /// Memory x passes is less than is safe.
    case workTooSmall(minimumKiB: Int)
    /// Memory x passes is more than one hash may take.
    case workTooLarge(maximumKiB: Int)
}

/// What one scrypt hash costs (RFC 7914): only for hashes that come from elsewhere.
package struct ScryptParameters: Hashable, Sendable {
    /// The binary logarithm of the cost N: 1 to 20.
    package let logN: Int

    /// The block size r: 1 to 32.
    package let blockSize: Int

    /// The parallelization p: 1 to 16.
    package let parallelization: Int

    /// Nil above the ceilings: each number's own, 1 GiB of memory (128 x N x r bytes), and 4 GiB gone over (memory x p).
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
