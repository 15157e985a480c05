/// Generates passwords that satisfy rules.
///
/// The initializer checks that the rules can be satisfied, selects the style and counts the passwords. Each of these passwords is
/// then equally likely, and generation always terminates.
///
/// Passwords are printable ASCII, even if the rules permit all of Unicode.
public struct PasswordGenerator: Sendable {
    /// The maximum length of a generated password.
    public static let longestPassword = 1_024

    /// The style of the passwords. Never ``PasswordStyle/automatic``.
    public let style: PasswordStyle

    /// The number of different passwords. Each is equally likely.
    public var count: PasswordCount { plan.count }

    /// The entropy of the passwords, a measure of the work to guess one.
    public var entropy: PasswordEntropy { PasswordEntropy(uniformOver: count) }

    private let plan: PasswordPlan

    /// Creates a generator for rules.
    ///
    /// - Throws: ``PasswordRulesError/Code/unsatisfiable`` if no password satisfies the rules;
    ///   ``PasswordRulesError/Code/tooComplex`` if the rules have more than 12 distinct required lists, require more than
    ///   ``longestPassword`` characters, or need a table of counts larger than 64 MiB;
    ///   ``PasswordRulesError/Code/styleUnavailable`` if the rules do not permit the requested typeable style.
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
            throw PasswordRulesError(.styleUnavailable, "The rules do not permit typeable passwords; use the classic style.")
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

    /// Returns a random password. Each of ``count`` passwords is equally likely if the source is uniform. Takes time linear in
    /// the length.
    ///
    /// For secret passwords, pass a cryptographically secure source such as `SystemRandomNumberGenerator`.
    public func next(using generator: inout some RandomNumberGenerator) -> String { plan.draw(using: &generator) }
}

/// The style of generated passwords.
public enum PasswordStyle: String, Hashable, Sendable, CaseIterable {
    /// Typeable if the rules permit it, otherwise classic.
    case automatic = "auto"

    /// Three groups of six characters, joined by dashes if a dash is permitted: lower-case syllables with one upper-case letter
    /// and one digit. For example, `dumhys-5xavfo-vYtgyw`.
    case typeable

    /// Random characters: twelve in groups of three joined by dashes if the rules permit it. Otherwise ungrouped, with the length
    /// nearest to twelve that `minlength` and `maxlength` permit. Without required lists, the password has an upper-case letter,
    /// a lower-case letter and a digit, as far as these are permitted.
    case classic
}

/// The strength of generated passwords against guessing, in bits.
public struct PasswordEntropy: Hashable, Sendable {
    /// The Shannon entropy: the mean information content of a password.
    public let shannonBits: Double

    /// The min-entropy: minus the binary logarithm of the probability of the likeliest password. Equals the Shannon entropy,
    /// because the generator is uniform.
    public let minEntropyBits: Double

    init(uniformOver count: PasswordCount) {
        shannonBits = count.bits
        minEntropyBits = count.bits
    }
}
