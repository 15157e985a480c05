import PasswordRules
package import PasswordStrength

/// What a new password must be. Existing passwords are never judged by it: a sign-in with a password that has become too weak
/// still signs in.
package struct PasswordPolicy: Sendable {
    /// The rules, as pages and apps are told them.
    package let requirements: PasswordRequirements

    /// The least zxcvbn score, 0 to 4.
    package let minimumScore: Int

    /// The words that no password contains.
    package let contextWords: ContextWords
    /// The passwords that are tried first.
    package let commonPasswords: CommonPasswords
    private let estimator: StrengthEstimator
    private let leakedPasswords: (any LeakedPasswordSource)?

    /// - Parameters:
    ///   - requirements: 12 to 1,024 characters of any kind by default. NIST SP 800-63B-4 asks for 15 where the password is the only
    ///     factor; the score below is what makes 12 enough here, see docs/defaults.md.
    ///   - contextWords: words that attackers of this service try first, such as its name (OWASP ASVS 5.0, 6.2.11). A password that
    ///     contains one, in any case and width, is refused.
    ///   - leakedPasswords: where to look for leaked passwords, if anywhere.
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

    /// In Unicode scalars after NFC.
    package var lengths: ClosedRange<Int> { requirements.lengths }

    /// Whether leaked passwords are looked up: see ``isLeaked(_:)``.
    package var refusesLeaked: Bool { leakedPasswords != nil }

    /// Everything that speaks against this password for this user, the plainest reason first; none when it is good, unless it
    /// ``isLeaked(_:)``. Without a user name, because the one offered was itself refused, what does not depend on it is judged.
    package func refusals(of password: Password, for userName: UserName?) -> [PasswordRefusal] {
        guard password.scalarCount >= lengths.lowerBound else { return [.tooShort(minimum: lengths.lowerBound)] }
        guard password.scalarCount <= lengths.upperBound else { return [.tooLong(maximum: lengths.upperBound)] }
        let text = password.revealText()
        guard !text.unicodeScalars.contains("\0") else { return [.containsNull] }

        // The lengths are kept, so what is broken is another rule.
        var refusals = requirements.rules.violations(in: text).map(PasswordRefusal.brokenRule)
        if commonPasswords.contains(text) { refusals.append(.common) }
        if let userName, contains(userName, in: text) { refusals.append(.containsUserName) }
        if contextWords.occur(in: text) { refusals.append(.containsContextWord) }
        if refusals.isEmpty, isWeak(text, for: userName) { refusals.append(.weak) }
        return refusals
    }

    /// Whether the password was seen in leaks of other services. Asked last, of passwords that nothing else speaks against. Throws
    /// where that cannot be found out: an unanswered question is not taken for a good password.
    package func isLeaked(_ password: Password) async throws -> Bool {
        guard let leakedPasswords else { return false }
        return try await leakedPasswords.count(of: password.revealText()) > 0
    }

    /// Whether a password that has just signed in is one that the policy would not take today. Nobody outside is asked: a service of leaked
    /// passwords would learn of every sign-in, and every sign-in would wait for it. The folder on this machine is looked at.
    package func wouldRefuse(_ password: Password, for userName: UserName?) async -> Bool {
        if !refusals(of: password, for: userName).isEmpty { return true }
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

/// Words that attackers of a service try first, such as its name (OWASP ASVS 5.0, 6.2.11). They are compared as user names are: in any case and
/// width.
package struct ContextWords: Sendable {
    /// Folded, and not empty.
    package let words: [String]

    /// - Parameter words: as they are written.
    package init(_ words: [String]) {
        self.words = words.map { UserNameKey($0).text }.filter { !$0.isEmpty }
    }

    /// Whether a password contains one of the words.
    package func occur(in password: String) -> Bool {
        guard !words.isEmpty else { return false }
        let folded = UserNameKey(password).text
        return words.contains { folded.contains($0) }
    }

    /// Words of fewer characters are in too many passwords.
    package static var minimumLength: Int { 3 }
}
