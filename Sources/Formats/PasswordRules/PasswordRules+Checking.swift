extension PasswordRules {
    /// Returns whether the password satisfies the rules.
    public func isSatisfied(by password: String) -> Bool { violations(in: password).isEmpty }

    /// Returns the rules that the password violates, each once, in the order `minlength`, `maxlength`, `max-consecutive`,
    /// `required`, permitted characters. Returns an empty array if the password satisfies the rules.
    ///
    /// The password is first converted to Normalization Form C, so that different encodings of an accent are equal. Each Unicode
    /// scalar then counts as one character. Every character must be in ``permitted``. One character satisfies a required list. A
    /// run consists of adjacent equal scalars. Takes time linear in the length of the password.
    public func violations(in password: String) -> [Violation] { violations(in: ComposedText(password)) }

    /// Returns the rules that a composed password violates.
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
    /// One rule that a password violates. It contains positions and counts, never characters of the password.
    public struct Violation: Hashable, Sendable {
        /// The kinds of violations. The raw values are stable identifiers for programs.
        public struct Code: Hashable, Sendable, CustomStringConvertible {
            package enum Value: String, Hashable, Sendable {
                case tooShort = "too-short"
                case tooLong = "too-long"
                case tooManyConsecutive = "too-many-consecutive"
                case missingRequired = "missing-required"
                case notAllowed = "not-allowed"
            }

            package let value: Value

            private init(_ value: Value) { self.value = value }

            /// The raw value.
            public var rawValue: String { value.rawValue }

            /// The raw value.
            public var description: String { rawValue }

            /// The password has fewer scalars than `minlength`.
            public static let tooShort = Code(.tooShort)
            /// The password has more scalars than `maxlength`.
            public static let tooLong = Code(.tooLong)
            /// The password has a run of one character that is longer than `max-consecutive`.
            public static let tooManyConsecutive = Code(.tooManyConsecutive)
            /// The password has no character of a required list.
            public static let missingRequired = Code(.missingRequired)
            /// The password has a character that is not permitted.
            public static let notAllowed = Code(.notAllowed)
        }

        /// The kind of violation.
        public let code: Code

        /// The violated rule, as ``PasswordRules/list(order:)`` returns it. For ``Code/notAllowed``, an `allowed` property with
        /// the permitted characters, even if the rules have no such property.
        public let rule: PasswordRule

        /// The index for ``Code/missingRequired``: the index in ``PasswordRules/required``. Otherwise nil.
        public let requiredIndex: Int?

        /// The first position at which the password violates the rule, in scalars of its composed form, from 0. This is the first
        /// scalar after `maxlength`, the first excess scalar of a run, or the first scalar that is not permitted. Nil if
        /// something is missing.
        public let position: Int?

        /// The number of missing scalars, excess scalars, runs that are too long, or scalars that are not permitted. 1 for a
        /// missing required character.
        public let occurrences: Int

        /// An English sentence that describes the violation. Positions in it count from 1.
        public var message: String {
            switch code.value {
            case .tooShort: "The password is too short: \(rule.text) requires \(occurrences) more."
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
