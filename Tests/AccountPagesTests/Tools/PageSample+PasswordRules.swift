import AccountPages

extension PageSample {
    /// The password rules tool in each of its states.
    static let tools: [PageSample] = [
        PageSample("password-rules", PasswordRulesPage(rules: "minlength: 12;", reading: understood, examples: examples)),
        PageSample(
            "password-rules-mistakes",
            PasswordRulesPage(
                rules: "required: [a-z], ;\nmaxlength: 8", reading: mistaken, passwordVerdict: .judged(judged, length: 9),
                pattern: "(?=.*\\d).{8,20}", patternVerdict: .rules("required: digit; minlength: 8; maxlength: 20;"))),
        PageSample(
            "password-rules-nothing",
            PasswordRulesPage(
                rules: "",
                reading: RulesReading(marked: [], honored: .nothingToHonor, samples: .none(reason: "None.", remedy: nil)),
                passwordVerdict: .rejected("The password is too long to check."), pattern: "(",
                patternVerdict: .malformed(reason: "This parenthesis is not closed."))),
        PageSample(
            "password-rules-too-long",
            PasswordRulesPage(
                rules: "minlength: 12;",
                reading: RulesReading(rejection: "The rules have 9000 bytes.", marked: [MarkedPiece("minlength: 12;")]),
                passwordVerdict: .judged([], length: 1), pattern: "a|b", patternVerdict: .nothingFollows)),
    ]

    private static let examples = [RulesExample(name: "This service", rules: "minlength: 12;")]

    private static let understood = RulesReading(
        marked: [MarkedPiece("minlength: 12;")],
        properties: [
            UnderstoodRule(text: "minlength: 12", meaning: "At least 12 characters"),
            UnderstoodRule(text: "", meaning: "Any of the 95 printable ASCII characters"),
        ],
        samples: .some(
            PasswordSamples(
                passwords: ["wepcys-wAzhoc-2rigzy", "maqvy8-wjuggA-stukgi"], style: "As iOS makes them.", shannonBits: "71.9",
                minEntropyBits: "71.9", count: "4.4 × 10²¹")),
        outputs: [
            RulesOutput(name: "Text", text: "minlength: 12;"), RulesOutput(name: "HTML", text: "passwordrules=\"minlength: 12;\""),
        ])

    private static let mistaken = RulesReading(
        marked: [
            MarkedPiece("required: [a"), MarkedPiece("-", .warning), MarkedPiece("z], "), MarkedPiece("", .info),
            MarkedPiece(";", .error), MarkedPiece("\nmaxlength: 8"),
        ],
        findings: [
            RulesFinding(
                severity: .warning, code: "misplaced-dash", message: "A dash counts only at the front.", remedy: "Move it.",
                excerpt: "-", position: 13),
            RulesFinding(
                severity: .error, code: "expected-class", message: "A class should begin here.", remedy: "Write one.", position: 17),
            RulesFinding(severity: .info, code: "short-maxlength", message: "20 characters do not fit.", remedy: "Raise it."),
        ], hiddenFindings: 2, properties: [UnderstoodRule(text: "maxlength: 8", meaning: "At most 8 characters")],
        honored: .no([RulesFinding(severity: .warning, code: "ios-ignores-short", message: "Too short.", remedy: "Raise it.")]),
        samples: .none(reason: "They need too large a table.", remedy: "Use the command line."),
        outputs: [RulesOutput(name: "Text", text: "maxlength: 8;")], appleFormat: .lossy("allowed: [abc-!];"))

    private static let judged = [
        EvaluatedRule(rule: "required: digit"),
        EvaluatedRule(rule: "maxlength: 8", breach: "1 too many, starting at character 9.", code: "too-long"),
    ]
}

extension HostileField {
    private static func rules(
        _ rules: String = "r", marked: String = "m", rejection: String? = nil, password: PasswordVerdict? = nil,
        pattern: String = "",
        verdict: PatternVerdict? = nil, example: String = "e", finding: RulesFinding? = nil, property: String = "p",
        samples: SampleOutcome = .none(reason: "n", remedy: nil), output: String = "o", format: AppleFormat = .same
    ) -> PasswordRulesPage {
        PasswordRulesPage(
            rules: rules,
            reading: RulesReading(
                rejection: rejection, marked: [MarkedPiece(marked, .error)], findings: finding.map { [$0] } ?? [],
                properties: [UnderstoodRule(text: property, meaning: property)], samples: samples,
                outputs: [RulesOutput(name: output, text: output)], appleFormat: format),
            passwordVerdict: password, pattern: pattern, patternVerdict: verdict,
            examples: [RulesExample(name: example, rules: example)])
    }

    private static func finding(code: String = "c", message: String = "m", remedy: String = "r", excerpt: String = "e")
        -> RulesFinding
    {
        RulesFinding(severity: .error, code: code, message: message, remedy: remedy, excerpt: excerpt, position: 1)
    }

    static let tools: [HostileField] = [
        .init("rules", rules(text)), .init("marked rules", rules(marked: text)), .init("rules rejected", rules(rejection: text)),
        .init("password rejected", rules(password: .rejected(text))),
        .init("password rule", rules(password: .judged([EvaluatedRule(rule: text, breach: "b", code: "c")], length: 1))),
        .init("password breach", rules(password: .judged([EvaluatedRule(rule: "r", breach: text, code: "c")], length: 1))),
        .init("password code", rules(password: .judged([EvaluatedRule(rule: "r", breach: "b", code: text)], length: 1))),
        .init("pattern", rules(pattern: text)), .init("pattern rules", rules(verdict: .rules(text))),
        .init("pattern malformed", rules(verdict: .malformed(reason: text))), .init("example", rules(example: text)),
        .init("finding code", rules(finding: finding(code: text))), .init("finding", rules(finding: finding(message: text))),
        .init("finding remedy", rules(finding: finding(remedy: text))), .init("excerpt", rules(finding: finding(excerpt: text))),
        .init("property", rules(property: text)), .init("no samples", rules(samples: .none(reason: "r", remedy: text))),
        .init(
            "sample",
            rules(
                samples: .some(
                    PasswordSamples(passwords: [text], style: "s", shannonBits: "1", minEntropyBits: "1", count: "1")))),
        .init("output", rules(output: text)), .init("other format", rules(format: .other(text))),
        .init("lossy format", rules(format: .lossy(text))),
    ]
}
