/// How hard the passwords of a generator are to guess, in bits.
public struct PasswordEntropy: Hashable, Sendable {
    /// The Shannon entropy: the mean information of a password.
    public let shannonBits: Double

    /// The min-entropy: minus the binary logarithm of the probability of the likeliest password. The generator draws uniformly, so it
    /// equals the Shannon entropy.
    public let minEntropyBits: Double

    init(uniformOver count: PasswordCount) {
        shannonBits = count.bits
        minEntropyBits = count.bits
    }
}
