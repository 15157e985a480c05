/// The requirements that a site has for passwords: the meaning of a `passwordrules` string.
///
/// The value is always canonical: lists with the same meaning are equal, regardless of how they were written. Parse it with
/// ``parse(_:limit:)`` and format it with ``formatted(as:compatibility:)``.
///
/// The value keeps an empty list (`required: []`), because the reference parser reports it. An empty list requires and permits
/// nothing. The checker and the generator ignore it, and the lossless formatter omits it.
public struct PasswordRules: Hashable, Sendable {
    /// The lists of the `required` properties, in order. A password needs at least one character of every non-empty list.
    public var required: [CharacterRepertoire]

    /// The characters of all `allowed` properties. Nil if none exist. An empty repertoire becomes nil.
    public var allowed: CharacterRepertoire? {
        didSet { if let allowed, allowed.isEmpty { self.allowed = nil } }
    }

    /// The longest permitted run of one character.
    public var maxConsecutive: RuleNumber?

    /// The minimum number of Unicode scalars.
    public var minLength: RuleNumber?

    /// The maximum number of Unicode scalars.
    public var maxLength: RuleNumber?

    /// Creates rules. Without arguments, they permit any printable ASCII password.
    public init(
        required: [CharacterRepertoire] = [], allowed: CharacterRepertoire? = nil, maxConsecutive: RuleNumber? = nil,
        minLength: RuleNumber? = nil, maxLength: RuleNumber? = nil
    ) {
        self.required = required
        self.allowed = allowed.flatMap { $0.isEmpty ? nil : $0 }
        self.maxConsecutive = maxConsecutive
        self.minLength = minLength
        self.maxLength = maxLength
    }

    /// Every character that a password may contain.
    ///
    /// Required characters are allowed too. If no list names a character, printable ASCII is permitted. If both `unicode` and
    /// `ascii-printable` are named, the first one applies, where `required` lists precede `allowed`. The reference parser treats
    /// the text of these rules in the same way.
    public var permitted: CharacterRepertoire {
        var union = RepertoireBuilder()
        for list in required { union.add(list) }
        if let allowed { union.add(allowed) }
        let result = union.repertoire
        return result.isEmpty ? .asciiPrintable : result
    }

    /// The same rules without empty lists.
    public var withoutEmptyLists: PasswordRules {
        var copy = self
        copy.required.removeAll(where: \.isEmpty)
        return copy
    }

    /// Returns the properties of these rules: every `required`, then `allowed`, `max-consecutive`, `minlength`, `maxlength`.
    ///
    /// - Parameter order: The order of characters in a custom class. The reference parser uses ``CustomClassOrder/ascii`` for its
    ///   merged form and ``CustomClassOrder/appleCompatible`` for its minified form.
    public func list(order: CustomClassOrder = .lossless) -> [PasswordRule] {
        var list: [PasswordRule] = []
        list.reserveCapacity(required.count + 4)
        for repertoire in required {
            list.append(PasswordRule(name: .required, value: .classes(repertoire.classes(order: order))))
        }
        if let allowed { list.append(PasswordRule(name: .allowed, value: .classes(allowed.classes(order: order)))) }
        if let maxConsecutive { list.append(PasswordRule(name: .maxConsecutive, value: .number(maxConsecutive))) }
        if let minLength { list.append(PasswordRule(name: .minLength, value: .number(minLength))) }
        if let maxLength { list.append(PasswordRule(name: .maxLength, value: .number(maxLength))) }
        return list
    }
}

/// One property of rules: a name and a value in canonical form.
public struct PasswordRule: Hashable, Sendable {
    /// The properties of the language, with their spelling in text.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// A password needs at least one character of the list.
        case required
        /// Characters that are permitted in addition to the required ones.
        case allowed
        /// The longest permitted run of one character.
        case maxConsecutive = "max-consecutive"
        /// The minimum length.
        case minLength = "minlength"
        /// The maximum length.
        case maxLength = "maxlength"
    }

    /// The value after the colon.
    public enum Value: Hashable, Sendable {
        /// The value of `required` and `allowed`. It may be empty.
        case classes([CharacterClass])
        /// The value of the three numeric properties.
        case number(RuleNumber)
    }

    /// The property.
    public let name: Name

    /// The value of the property.
    public let value: Value
}
