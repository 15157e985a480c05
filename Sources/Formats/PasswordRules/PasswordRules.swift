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
}
