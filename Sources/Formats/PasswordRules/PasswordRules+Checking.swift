extension PasswordRules {
    /// Whether the password satisfies the rules.
    public func isSatisfied(by password: String) -> Bool { violations(in: password).isEmpty }

    /// The rules that the password breaks, each once, in the order `minlength`, `maxlength`, `max-consecutive`, `required`,
    /// permitted characters. Empty where it satisfies them.
    ///
    /// The password is composed first (NFC), so that it does not matter how a keyboard spells an accent; then every Unicode scalar counts
    /// as one. Characters must be in ``permitted``; a required list is met by one character; equal scalars side by side are a
    /// run. Takes time linear in the length of the password.
    public func violations(in password: String) -> [Violation] { violations(in: ComposedText(password)) }

    /// The rules that a password in composed form breaks.
    public func violations(in password: ComposedText) -> [Violation] {
        let scalars = password.scalars
        return lengthViolations(scalars.count) + runViolations(scalars) + requiredViolations(scalars) + characterViolations(scalars)
    }

    private func lengthViolations(_ length: Int) -> [Violation] {
        var violations: [Violation] = []
        if let minLength, length < minLength.count {
            violations.append(
                Violation(
                    .tooShort, PasswordRule(name: .minLength, value: .number(minLength)), occurrences: minLength.count - length))
        }
        if let maxLength, length > maxLength.count {
            violations.append(
                Violation(
                    .tooLong, PasswordRule(name: .maxLength, value: .number(maxLength)), position: maxLength.count,
                    occurrences: length - maxLength.count))
        }
        return violations
    }

    private func runViolations(_ scalars: [Unicode.Scalar]) -> [Violation] {
        guard let maxConsecutive else { return [] }
        var run = 0
        var first: Int?
        var runs = 0
        for index in scalars.indices {
            run = index > 0 && scalars[index] == scalars[index - 1] ? run + 1 : 1
            if run - 1 == maxConsecutive.count {
                runs += 1
                first = first ?? index
            }
        }
        guard let first else { return [] }
        let rule = PasswordRule(name: .maxConsecutive, value: .number(maxConsecutive))
        return [Violation(.tooManyConsecutive, rule, position: first, occurrences: runs)]
    }

    private func requiredViolations(_ scalars: [Unicode.Scalar]) -> [Violation] {
        var seen = ASCIISet()
        for scalar in scalars where scalar.value < 128 { seen.insert(UInt8(truncatingIfNeeded: scalar.value)) }
        return required.enumerated().compactMap { index, list in
            let isMet = list.isEmpty || (list.isUnicode ? !scalars.isEmpty : !list.asciiCharacters.isDisjoint(with: seen))
            if isMet { return nil }
            let rule = PasswordRule(name: .required, value: .classes(list.classes()))
            return Violation(.missingRequired, rule, requiredIndex: index)
        }
    }

    private func characterViolations(_ scalars: [Unicode.Scalar]) -> [Violation] {
        let permitted = permitted
        guard permitted != .unicode else { return [] }
        var first: Int?
        var count = 0
        for index in scalars.indices where !permitted.contains(scalars[index]) {
            first = first ?? index
            count += 1
        }
        guard let first else { return [] }
        let rule = PasswordRule(name: .allowed, value: .classes(permitted.classes()))
        return [Violation(.notAllowed, rule, position: first, occurrences: count)]
    }
}

extension PasswordRules {
    /// One rule that a password breaks. It holds positions and counts, never a character of the password.
    public struct Violation: Hashable, Sendable {
        /// The ways to break a rule. The raw value is stable and meant for programs.
        public enum Code: String, Hashable, Sendable, CaseIterable {
            /// Fewer scalars than `minlength`.
            case tooShort = "too-short"
            /// More scalars than `maxlength`.
            case tooLong = "too-long"
            /// A run of one character longer than `max-consecutive`.
            case tooManyConsecutive = "too-many-consecutive"
            /// No character of a required list.
            case missingRequired = "missing-required"
            /// A character that no list names.
            case notAllowed = "not-allowed"
        }

        /// What is wrong.
        public let code: Code

        /// The rule that is broken, as ``PasswordRules/list(order:)`` gives it. For ``Code/notAllowed`` the permitted characters, as
        /// an `allowed` property, even where the rules have none.
        public let rule: PasswordRule

        /// For ``Code/missingRequired`` the index in ``PasswordRules/required``; nil otherwise.
        public let requiredIndex: Int?

        /// Where the password first breaks the rule, counted in scalars of its composed form from 0: the first scalar past
        /// `maxlength`, the first scalar too many of a run, the first scalar not permitted. Nil where something is missing.
        public let position: Int?

        /// How often the rule is broken: missing scalars, excess scalars, runs that are too long, scalars not permitted; 1 for a
        /// missing class.
        public let occurrences: Int

        /// What is wrong, in one English sentence. It counts positions from 1.
        public var message: String {
            switch code {
            case .tooShort: "The password is too short: \(rule.text) asks for \(occurrences) more."
            case .tooLong: "The password is too long: \(rule.text) permits \(occurrences) fewer."
            case .tooManyConsecutive: "The character at position \((position ?? 0) + 1) is repeated too often: \(rule.text)."
            case .missingRequired: "The password lacks a required character: \(rule.text)."
            case .notAllowed: "The character at position \((position ?? 0) + 1) is not allowed: \(rule.text)."
            }
        }

        init(_ code: Code, _ rule: PasswordRule, requiredIndex: Int? = nil, position: Int? = nil, occurrences: Int = 1) {
            self.code = code
            self.rule = rule
            self.requiredIndex = requiredIndex
            self.position = position
            self.occurrences = occurrences
        }
    }
}
