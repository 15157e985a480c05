import PasswordRules
package import PasswordStrength

/// The requirements for a new password. Existing passwords are not checked against it: a password that has become too weak still
/// signs in.
package struct PasswordPolicy: Sendable {
    /// The rules, as they are published to pages and apps.
    package let requirements: PasswordRequirements

    /// The minimum zxcvbn score, from 0 to 4.
    package let minimumScore: Int

    /// The words that a password must not contain.
    package let contextWords: ContextWords
    /// The passwords that attackers try first.
    package let commonPasswords: CommonPasswords
    private let estimator: StrengthEstimator
    private let leakedPasswords: (any LeakedPasswordSource)?

    /// - Parameters:
    ///   - requirements: 12 to 1,024 characters of any kind by default. NIST SP 800-63B-4 requires 15 if the password is the only
    ///     factor; the minimum score makes 12 sufficient here, see docs/configuration.md.
    ///   - contextWords: words that attackers of this service try first, such as its name (OWASP ASVS 5.0, 6.2.11). A password that
    ///     contains one, in any case and width, is rejected.
    ///   - leakedPasswords: the source of leaked passwords; nil to skip that check.
    package init(
        requirements: PasswordRequirements = .standard, minimumScore: Int = 3, contextWords: [String] = [],
        commonPasswords: CommonPasswords,
        estimator: StrengthEstimator, leakedPasswords: (any LeakedPasswordSource)? = nil
    ) {
        self.requirements = requirements
        self.minimumScore = minimumScore
        self.contextWords = ContextWords(contextWords)
        self.commonPasswords = commonPasswords
        self.estimator = estimator
        self.leakedPasswords = leakedPasswords
    }

    /// The permitted lengths, in Unicode scalars after NFC.
    package var lengths: ClosedRange<Int> { requirements.lengths }

    /// Whether new passwords are checked for leaks: see ``isLeaked(_:)``.
    package var rejectsLeaked: Bool { leakedPasswords != nil }

    /// Returns every reason to reject this password for this user, the simplest first. An empty result means that the password is
    /// accepted unless it ``isLeaked(_:)``. If the user name is nil because it was itself rejected, only the checks that do not
    /// depend on it run.
    package func rejections(of password: Password, for userName: UserName?) -> [PasswordRejection] {
        guard password.scalarCount >= lengths.lowerBound else { return [.tooShort(minimum: lengths.lowerBound)] }
        guard password.scalarCount <= lengths.upperBound else { return [.tooLong(maximum: lengths.upperBound)] }
        let text = password.revealText()
        guard !text.unicodeScalars.contains("\0") else { return [.containsNull] }

        // The length is in range, so only other rules can be violated.
        var rejections = requirements.rules.violations(in: text).map(PasswordRejection.brokenRule)
        if commonPasswords.contains(text) { rejections.append(.common) }
        if let userName, contains(userName, in: text) { rejections.append(.containsUserName) }
        if contextWords.occur(in: text) { rejections.append(.containsContextWord) }
        if rejections.isEmpty, isWeak(text, for: userName) { rejections.append(.weak) }
        return rejections
    }

    /// Returns whether the password appears in leaks of other services. Run this check last, on passwords that pass all others.
    /// Throws if the source cannot be reached, so that an unchecked password is never accepted.
    package func isLeaked(_ password: Password) async throws -> Bool {
        guard let leakedPasswords else { return false }
        return try await leakedPasswords.count(of: password.revealText()) > 0
    }

    /// Returns whether the policy would now reject a password that has just signed in. Only a local folder of leaked passwords is
    /// consulted: an external service would learn of every sign-in, and every sign-in would wait for it.
    package func wouldReject(_ password: Password, for userName: UserName?) async -> Bool {
        if !rejections(of: password, for: userName).isEmpty { return true }
        guard let folder = leakedPasswords as? LeakedPasswordFolder else { return false }
        return ((try? await folder.count(of: password.revealText())) ?? 0) > 0
    }

    private func contains(_ userName: UserName, in text: String) -> Bool {
        let folded = UserNameKey(text).text
        return folded.contains(userName.key.text)
            || userName.localPart.unicodeScalars.count >= UserName.lengths.lowerBound && folded.contains(userName.localPart)
    }

    private func isWeak(_ text: String, for userName: UserName?) -> Bool {
        let own = userName.map { [$0.key.text, String($0.localPart)] } ?? []
        guard let strength = try? estimator.estimate(text, userInputs: own + contextWords.words) else { return true }
        return strength.score < minimumScore
    }
}

/// Words that attackers of a service try first, such as its name (OWASP ASVS 5.0, 6.2.11). They are compared like user names: in
/// any case and width.
package struct ContextWords: Sendable {
    /// The words after case folding, without empty ones.
    package let words: [String]

    /// - Parameter words: the words in any spelling.
    package init(_ words: [String]) {
        self.words = words.map { UserNameKey($0).text }.filter { !$0.isEmpty }
    }

    /// Returns whether a password contains one of the words.
    package func occur(in password: String) -> Bool {
        guard !words.isEmpty else { return false }
        let folded = UserNameKey(password).text
        return words.contains { folded.contains($0) }
    }

    /// Shorter words occur in too many passwords.
    package static var minimumLength: Int { 3 }
}
