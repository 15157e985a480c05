/// Makes passwords that satisfy rules.
///
/// Everything is decided when the generator is made: whether the rules can be satisfied, in which style, and how many passwords
/// there are. Then each of those passwords is equally likely, and making one always ends.
///
/// Passwords are printable ASCII, also where the rules permit all of Unicode.
public struct PasswordGenerator: Sendable {
    /// The longest password that is made.
    public static let longestPassword = 1_024

    /// The style of the passwords: never ``PasswordStyle/automatic``.
    public let style: PasswordStyle

    /// The number of different passwords. Each is equally likely.
    public var count: PasswordCount { plan.count }

    /// How hard the passwords are to guess.
    public var entropy: PasswordEntropy { PasswordEntropy(uniformOver: count) }

    private let plan: PasswordPlan

    /// A generator for the rules.
    ///
    /// - Throws: ``PasswordRulesError/Code/unsatisfiable`` where no password satisfies the rules;
    ///   ``PasswordRulesError/Code/tooComplex`` with more than 12 distinct required lists, passwords of more than
    ///   ``longestPassword`` characters, or both so large that the table of counts would not fit 64 MiB;
    ///   ``PasswordRulesError/Code/styleUnavailable`` where typeable passwords are asked for and the rules do not admit them.
    public init(rules: PasswordRules = PasswordRules(), style: PasswordStyle = .automatic) throws(PasswordRulesError) {
        let facts = Satisfiability(rules)
        let lengths: ClosedRange<Int>
        switch facts.lengths {
        case .success(let found): lengths = found
        case .failure(let obstacle): throw obstacle.error
        }
        if style != .classic, let typeable = try PasswordPlan.typeable(rules, facts) {
            plan = typeable
            self.style = .typeable
            return
        }
        guard style != .typeable else {
            throw PasswordRulesError(.styleUnavailable, "The rules do not admit three groups of typeable syllables.")
        }
        self.style = .classic
        if let grouped = try PasswordPlan.grouped(rules, facts) {
            plan = grouped
        } else if let ungrouped = try PasswordPlan.ungrouped(rules, facts, lengths: lengths) {
            plan = ungrouped
        } else {
            throw PasswordRulesError(.unsatisfiable, "No password of the permitted lengths satisfies the rules.")
        }
    }

    /// A password, each of ``count`` equally likely as far as the source is random. Takes time linear in its length.
    ///
    /// Use a cryptographically secure source, such as `SystemRandomNumberGenerator`, for passwords that are to be secret.
    public func next(using generator: inout some RandomNumberGenerator) -> String { plan.draw(using: &generator) }
}

/// The look of generated passwords.
public enum PasswordStyle: String, Hashable, Sendable, CaseIterable {
    /// Typeable where the rules admit it, else classic.
    case automatic = "auto"

    /// Three groups of six characters, joined by dashes where a dash is permitted: syllables in lower case, one letter of them in
    /// upper case, one digit. Such as `dumhys-5xavfo-vYtgyw`.
    case typeable

    /// Single characters: twelve in groups of three joined by dashes where that fits the rules, else ungrouped, with the length
    /// nearest to twelve that `minlength` and `maxlength` leave. Without required lists one character each of upper, lower and
    /// digit, as far as they are permitted.
    case classic
}

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
