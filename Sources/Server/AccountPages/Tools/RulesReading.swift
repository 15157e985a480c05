/// The interpretation of a text of password rules, ready for display.
package struct RulesReading: Sendable, Hashable {
    /// The reason why the text was rejected; nil if it was parsed.
    package let rejection: String?

    /// The text in pieces; pieces with findings are marked.
    package let marked: [MarkedPiece]

    /// The findings: first those about positions in the text in order, then those about the rules as a whole.
    package let findings: [RulesFinding]

    /// The number of findings that are not shown.
    package let hiddenFindings: Int

    /// The requirements, one for each property.
    package let properties: [UnderstoodRule]

    /// The treatment of the rules by iOS and Safari.
    package let honored: HonoredByIOS

    /// Passwords that satisfy the rules, or the reason why they are missing.
    package let samples: SampleOutcome

    /// The rules in each output format.
    package let outputs: [RulesOutput]

    /// Whether Apple's formatter produces the same text.
    package let appleFormat: AppleFormat

    package init(
        rejection: String? = nil, marked: [MarkedPiece], findings: [RulesFinding] = [], hiddenFindings: Int = 0,
        properties: [UnderstoodRule] = [], honored: HonoredByIOS = .yes, samples: SampleOutcome = .none(reason: "", remedy: nil),
        outputs: [RulesOutput] = [], appleFormat: AppleFormat = .same
    ) {
        self.rejection = rejection
        self.marked = marked
        self.findings = findings
        self.hiddenFindings = hiddenFindings
        self.properties = properties
        self.honored = honored
        self.samples = samples
        self.outputs = outputs
        self.appleFormat = appleFormat
    }
}

/// A finding about rules for their author.
package struct RulesFinding: Sendable, Hashable {
    package let severity: FindingSeverity
    /// A stable code, exposed as `data-code`.
    package let code: String
    /// The finding, as a sentence.
    package let message: String
    /// The correction, as a sentence.
    package let remedy: String
    /// The affected piece of the text, and the number of its first character, counted from 1; nil if the finding is about the whole
    /// text.
    package let excerpt: String?
    package let position: Int?

    package init(
        severity: FindingSeverity, code: String, message: String, remedy: String, excerpt: String? = nil, position: Int? = nil
    ) {
        self.severity = severity
        self.code = code
        self.message = message
        self.remedy = remedy
        self.excerpt = excerpt
        self.position = position
    }
}

/// A property of the rules, as written and in words.
package struct UnderstoodRule: Sendable, Hashable {
    /// The property as written, such as `minlength: 12`; empty for a default of the language.
    package let text: String
    package let meaning: String

    package init(text: String, meaning: String) {
        self.text = text
        self.meaning = meaning
    }
}

/// Whether iOS and Safari generate passwords by the rules.
package enum HonoredByIOS: Sendable, Hashable {
    case yes
    /// There are no rules, or none remain.
    case nothingToHonor
    /// The reasons, each with the correction.
    case no([RulesFinding])
}

/// The rules in one output format.
package struct RulesOutput: Sendable, Hashable {
    /// The name of the format, such as `Swift`.
    package let name: String
    package let text: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// The rules as Apple's formatter writes them.
package enum AppleFormat: Sendable, Hashable {
    case same
    /// Differently, with the same meaning.
    case other(String)
    /// In a form that is parsed as other rules.
    case lossy(String)
}

/// Passwords that satisfy rules, and how hard they are to guess.
package struct PasswordSamples: Sendable, Hashable {
    /// Up to ``wanted`` passwords; fewer if generating them would take too long.
    package let passwords: [String]
    /// A sentence that describes them.
    package let style: String
    /// The Shannon entropy in bits, with one decimal.
    package let shannonBits: String
    /// The min-entropy in bits, with one decimal.
    package let minEntropyBits: String
    /// The number of different passwords of this style, which are equally likely.
    package let count: String

    /// The number that is shown if generating them is fast.
    package static let wanted = 20

    /// Creates samples.
    package init(passwords: [String], style: String, shannonBits: String, minEntropyBits: String, count: String) {
        self.passwords = passwords
        self.style = style
        self.shannonBits = shannonBits
        self.minEntropyBits = minEntropyBits
        self.count = count
    }
}

/// The result of generating passwords.
package enum SampleOutcome: Sendable, Hashable {
    case some(PasswordSamples)
    /// No samples: no password satisfies the rules, or generating one would take too long here.
    case none(reason: String, remedy: String?)
}
