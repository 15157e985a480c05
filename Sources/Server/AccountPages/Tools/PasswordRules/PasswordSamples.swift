/// Passwords that satisfy rules, and how hard they are to guess.
package struct PasswordSamples: Sendable, Hashable {
    /// Up to ``wanted`` passwords, fewer where making them would take too long.
    package let passwords: [String]
    /// What they look like, as a sentence.
    package let style: String
    /// The Shannon entropy in bits, with one decimal.
    package let shannonBits: String
    /// The min-entropy in bits, with one decimal.
    package let minEntropyBits: String
    /// How many different ones are made in this style, each as likely as any other.
    package let count: String

    /// How many are shown where that takes no time worth mentioning.
    package static let wanted = 20

    /// Samples.
    package init(passwords: [String], style: String, shannonBits: String, minEntropyBits: String, count: String) {
        self.passwords = passwords
        self.style = style
        self.shannonBits = shannonBits
        self.minEntropyBits = minEntropyBits
        self.count = count
    }
}

/// What became of the wish for passwords.
package enum SampleOutcome: Sendable, Hashable {
    case some(PasswordSamples)
    /// None is shown: no password satisfies the rules, or making one would take too long here.
    case none(reason: String, remedy: String?)
}
