/// How many guesses a password withstands from someone who guesses as people choose.
package struct PasswordStrength: Hashable, Sendable {
    /// The decimal logarithm of the number of guesses.
    package let guessesLog10: Double

    /// 0 too guessable, 1 very, 2 somewhat guessable, 3 safely unguessable, 4 very unguessable.
    package let score: Int

    /// The pieces the password falls into, from its beginning: the cheapest way to guess it.
    package let patterns: [PasswordPattern]

    /// What so many guesses and such pieces amount to.
    init(guessesLog10: Double, patterns: [PasswordPattern]) {
        self.guessesLog10 = guessesLog10
        self.patterns = patterns
        score = Self.thresholds.firstIndex { guessesLog10 < $0 } ?? Self.thresholds.count
    }

    /// zxcvbn's limits between the scores: 10^3, 10^6, 10^8 and 10^10 guesses.
    private static let thresholds: [Double] = [3, 6, 8, 10]
}
