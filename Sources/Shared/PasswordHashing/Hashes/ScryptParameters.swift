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
