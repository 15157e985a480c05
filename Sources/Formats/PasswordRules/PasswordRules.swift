/// What a password may be, as one value: the meaning of a `passwordrules` string.
///
/// The value is always canonical: lists of the same meaning are equal however they were written. Read it from text with
/// ``parse(_:limit:)``, write it with ``formatted(as:compatibility:)``.
///
/// An empty list (`required: []`) is kept, because the reference parser reports it, but demands and permits nothing: the
/// checker and the generator pass over it, and the lossless formatter leaves it out.
public struct PasswordRules: Hashable, Sendable {
    /// One entry for each `required` property, in order. A password needs at least one character of every non-empty entry.
    public var required: [CharacterRepertoire]

    /// The characters of all `allowed` properties together; nil where there are none. An empty repertoire becomes nil.
    public var allowed: CharacterRepertoire? {
        didSet { if let allowed, allowed.isEmpty { self.allowed = nil } }
    }

    /// The longest permitted run of one and the same character.
    public var maxConsecutive: RuleNumber?

    /// The smallest permitted number of Unicode scalars.
    public var minLength: RuleNumber?

    /// The largest permitted number of Unicode scalars.
    public var maxLength: RuleNumber?

    /// Rules from their parts; without arguments the rules that permit any printable ASCII password.
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
    /// Required characters are allowed too. Where no list names a character, printable ASCII is permitted. Where both
    /// `unicode` and `ascii-printable` are named, the first of them counts, the `required` lists coming before `allowed`:
    /// so does the reference parser read the text of these rules.
    public var permitted: CharacterRepertoire {
        var union = RepertoireBuilder()
        for list in required { union.add(list) }
        if let allowed { union.add(allowed) }
        let result = union.repertoire
        return result.isEmpty ? .asciiPrintable : result
    }

    /// The same rules without the lists that name no character.
    public var withoutEmptyLists: PasswordRules {
        var copy = self
        copy.required.removeAll(where: \.isEmpty)
        return copy
    }

    /// The properties of these rules one by one: every `required`, then `allowed`, `max-consecutive`, `minlength`, `maxlength`.
    ///
    /// - Parameter order: How characters stand in a custom class. The reference parser uses ``CustomClassOrder/ascii`` for its
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

/// One property of rules as it is written down: a name and its value, in canonical order.
public struct PasswordRule: Hashable, Sendable {
    /// The properties of the language, spelled as in the text.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        /// At least one character of the list.
        case required
        /// Characters that may occur besides the required ones.
        case allowed
        /// The longest run of one character.
        case maxConsecutive = "max-consecutive"
        /// The smallest length.
        case minLength = "minlength"
        /// The largest length.
        case maxLength = "maxlength"
    }

    /// What stands after the colon.
    public enum Value: Hashable, Sendable {
        /// The value of `required` and `allowed`. It may be empty.
        case classes([CharacterClass])
        /// The value of the three numeric properties.
        case number(RuleNumber)
    }

    /// The property.
    public let name: Name

    /// Its value.
    public let value: Value
}
