/// Everything that follows from a text of password rules, ready to show.
package struct RulesReading: Sendable, Hashable {
    /// Why the text was not read at all; nil where it was.
    package let refusal: String?

    /// The text in pieces, those that something was found in marked.
    package let marked: [MarkedPiece]

    /// What was found: first what stands in the text, in its order, then what the rules as a whole are to blame for.
    package let findings: [RulesFinding]

    /// How many more findings there are than are told.
    package let untoldFindings: Int

    /// What the rules demand and permit, one property each.
    package let properties: [UnderstoodRule]

    /// What iOS and Safari do with the rules.
    package let honored: HonoredByIOS

    /// Passwords that satisfy the rules, or why there are none to show.
    package let samples: SampleOutcome

    /// The rules in each form in which they are written somewhere.
    package let outputs: [RulesOutput]

    /// Whether Apple's own formatter writes the rules the same way.
    package let appleFormat: AppleFormat

    package init(
        refusal: String? = nil, marked: [MarkedPiece], findings: [RulesFinding] = [], untoldFindings: Int = 0,
        properties: [UnderstoodRule] = [], honored: HonoredByIOS = .yes, samples: SampleOutcome = .none(reason: "", remedy: nil),
        outputs: [RulesOutput] = [], appleFormat: AppleFormat = .same
    ) {
        self.refusal = refusal
        self.marked = marked
        self.findings = findings
        self.untoldFindings = untoldFindings
        self.properties = properties
        self.honored = honored
        self.samples = samples
        self.outputs = outputs
        self.appleFormat = appleFormat
    }
}

/// Something that the author of rules should know.
package struct RulesFinding: Sendable, Hashable {
    package let severity: FindingSeverity
    /// A stable code, given to tools as `data-code`.
    package let code: String
    /// What was found, as a sentence.
    package let message: String
    /// What to write instead, as a sentence.
    package let remedy: String
    /// The piece of the text that it is about, and the number of its first character, counted from 1; nil where it is about the whole.
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

/// One property of the rules, as it is written and in words.
package struct UnderstoodRule: Sendable, Hashable {
    /// Such as `minlength: 12`; empty where no property says so but the language does.
    package let text: String
    package let meaning: String

    package init(text: String, meaning: String) {
        self.text = text
        self.meaning = meaning
    }
}

/// Whether iOS and Safari make passwords by the rules.
package enum HonoredByIOS: Sendable, Hashable {
    case yes
    /// No rule is there, or none is left.
    case nothingToHonor
    /// Why not, each with what to write instead.
    case no([RulesFinding])
}

/// The rules in one form of writing.
package struct RulesOutput: Sendable, Hashable {
    /// Where it is written, such as `Swift`.
    package let name: String
    package let text: String

    package init(name: String, text: String) {
        self.name = name
        self.text = text
    }
}

/// How Apple's own formatter writes the rules.
package enum AppleFormat: Sendable, Hashable {
    case same
    /// In another way that means the same.
    case other(String)
    /// In a way that is read back as other rules.
    case lossy(String)
}

/// Passwords that satisfy rules, and how hard they are to guess.
package struct PasswordSamples: Sendable, Hashable {
    /// Up to ``wanted`` passwords, fewer where making them would take too long.
    package let passwords: [String]
    /// What they look like, as a sentence.
    package let style: String
    /// The Shannon entropy in bits, with one decimal.
    package let shannonBits: String
    /// The min-entropy in bits, with one decimal.
    package let minEntropyBits: String
    /// How many different ones are made in this style, each as likely as any other.
    package let count: String

    /// How many are shown where that takes no time worth mentioning.
    package static let wanted = 20

    /// Samples.
    package init(passwords: [String], style: String, shannonBits: String, minEntropyBits: String, count: String) {
        self.passwords = passwords
        self.style = style
        self.shannonBits = shannonBits
        self.minEntropyBits = minEntropyBits
        self.count = count
    }
}

/// What became of the wish for passwords.
package enum SampleOutcome: Sendable, Hashable {
    case some(PasswordSamples)
    /// None is shown: no password satisfies the rules, or making one would take too long here.
    case none(reason: String, remedy: String?)
}
