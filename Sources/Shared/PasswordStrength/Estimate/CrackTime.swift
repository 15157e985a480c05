import Glibc

/// How long an attack takes to try as many passwords as a ``PasswordStrength`` counts.
package struct CrackTime: Hashable, Sendable {
    /// The decimal logarithm of the seconds.
    package let secondsLog10: Double

    /// The two attacks that matter to a server, at the speeds that zxcvbn assumes.
    package enum Attack: String, Hashable, Sendable, CaseIterable {
        /// Through the sign-in page of a server that throttles: 100 guesses an hour at one account.
        case onlineThrottled = "online-throttled"
        /// With the stolen hashes of a server that uses a slow hash, as argon2id or bcrypt: 10,000 guesses a second, which is a rack of
        /// processors rather than one machine. Fast hashes, as SHA-256 bare, fall a million times sooner.
        case offlineSlowHash = "offline-slow-hash"

        /// The decimal logarithm of the guesses a second.
        fileprivate var guessesPerSecondLog10: Double {
            switch self {
            case .onlineThrottled: 2 - log10(3_600)
            case .offlineSlowHash: 4
            }
        }
    }

    /// The time in words, as `less than a second`, `1 minute`, `3 hours`, `centuries`: in the largest unit that is full, rounded down,
    /// and from a hundred years on `centuries`. A month has 30 days, a year 365.
    package var words: String {
        guard secondsLog10 < log10(Self.century) else { return "centuries" }
        let seconds = pow(10, secondsLog10)
        // A hair more, since a logarithm is not exact, or a whole hour would be 59 minutes.
        guard let (unit, length) = Self.units.last(where: { seconds * (1 + 1e-9) >= $0.seconds }) else {
            return "less than a second"
        }
        let count = Int(seconds * (1 + 1e-9) / length)
        return "\(count) \(unit)" + (count == 1 ? "" : "s")
    }

    private static let units: [(name: String, seconds: Double)] = [
        ("second", 1), ("minute", 60), ("hour", 3_600), ("day", 86_400), ("month", 30 * 86_400), ("year", 365 * 86_400),
    ]
    private static let century: Double = 100 * 365 * 86_400

    fileprivate init(guessesLog10: Double, attack: Attack) {
        secondsLog10 = guessesLog10 - attack.guessesPerSecondLog10
    }
}

extension PasswordStrength {
    /// How long the attack takes to make all the guesses that this password withstands. The password falls sooner where somebody
    /// knows the person better than the estimate does.
    package func crackTime(_ attack: CrackTime.Attack) -> CrackTime {
        CrackTime(guessesLog10: guessesLog10, attack: attack)
    }
}
