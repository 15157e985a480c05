extension PasswordRules {
    /// Returns contradictions and redundancies in these rules, the most severe first.
    ///
    /// Lint examines the canonical value. ``ParsedRules/diagnostics`` contains the errors of the text from which it was parsed.
    /// The returned diagnostics have no range.
    public func lint() -> [Diagnostic] {
        let findings = contradictions + appleFindings + redundantRequired + redundantOthers
        return Diagnostic.Severity.allCases.reversed().flatMap { severity in
            findings.filter { $0.severity == severity }
        }
    }

    /// Whether iOS and Safari honor the rules. They require that a password can have 12 characters, and that the rules permit
    /// characters of at least two of upper, lower and digit. Otherwise they ignore the rules, and suggested passwords may violate
    /// them. (Apple, "Customizing Password AutoFill rules".)
    public var isHonoredByIOS: Bool { appleFindings.isEmpty }

    private var contradictions: [Diagnostic] {
        guard case .failure(let obstacle) = Satisfiability(self).lengths else { return [] }
        return [Diagnostic(obstacle.code)]
    }

    private var appleFindings: [Diagnostic] {
        var findings: [Diagnostic] = []
        let permitted = permitted.asciiCharacters
        let longestRun = permitted.count == 1 ? maxConsecutive?.count ?? Int.max : Int.max
        if Swift.min(maxLength?.count ?? Int.max, longestRun) < Self.lengthThatIOSNeeds {
            findings.append(Diagnostic(.iOSIgnoresShort, property: maxLength == nil ? .maxConsecutive : .maxLength))
        }
        if [ASCIISet.upper, .lower, .digit].count(where: { !$0.isDisjoint(with: permitted) }) < 2 {
            findings.append(Diagnostic(.iOSIgnoresFewClasses, property: .allowed))
        }
        return findings
    }

    private var redundantRequired: [Diagnostic] {
        let permitted = permitted
        return required.enumerated().compactMap { index, list in
            if list.isEmpty { return Diagnostic(.emptyRequired, property: .required) }
            if required[..<index].contains(list) { return Diagnostic(.duplicateRequired, property: .required) }
            if permitted.isSubset(of: list) { return Diagnostic(.requiredMeansAnything, property: .required) }
            let isImplied = required.contains { !$0.isEmpty && $0 != list && $0.isSubset(of: list) }
            return isImplied ? Diagnostic(.impliedRequired, property: .required) : nil
        }
    }

    private var redundantOthers: [Diagnostic] {
        var findings: [Diagnostic] = []
        if let allowed, !allowed.isUnicode, allowed != .asciiPrintable {
            let named = required.reduce(ASCIISet()) { $0.union($1.asciiCharacters) }
            let repeatsClass = [ASCIISet.upper, .lower, .digit, .special].contains {
                $0.isSubset(of: allowed.asciiCharacters) && $0.isSubset(of: named)
            }
            if repeatsClass || allowed.asciiCharacters.isSubset(of: named) {
                findings.append(Diagnostic(.allowedRepeatsRequired, property: .allowed))
            }
        }
        if let maxConsecutive, let maxLength, maxConsecutive >= maxLength {
            findings.append(Diagnostic(.maxConsecutiveWithoutEffect, property: .maxConsecutive))
        }
        if let maxLength, maxLength.count >= Self.lengthThatIOSNeeds, maxLength.count < Self.lengthOfSuggestion {
            findings.append(Diagnostic(.shortMaxLength, property: .maxLength))
        }
        return findings
    }

    private static let lengthThatIOSNeeds = 12
    private static let lengthOfSuggestion = 20
}
