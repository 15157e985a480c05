/// The plural categories of CLDR (UTS #35, "Language Plural Rules").
package enum PluralCategory: String, Sendable, Hashable, CaseIterable {
    case zero, one, two, few, many, other
}

/// The plural rules of a language, as ICU has them.
package struct PluralRules: Sendable {
    private let rules: ICU.PluralRules

    /// The categories that numbers of the language are in.
    package let categories: Set<PluralCategory>

    /// Opens the rules of a language. ICU falls back to its root rules, where every number is ``PluralCategory/other``, if it lacks the data.
    package init(of language: Language) {
        guard let rules = ICU.PluralRules(locale: language.rules.tag) else {
            preconditionFailure("ICU has no plural rules, not even those of its root locale")
        }
        self.rules = rules
        categories = Set(rules.keywords.compactMap(PluralCategory.init(rawValue:)))
    }

    /// Returns the category of a count.
    package func category(of count: Int) -> PluralCategory {
        rules.keyword(for: Double(count)).flatMap(PluralCategory.init(rawValue:)) ?? .other
    }
}
