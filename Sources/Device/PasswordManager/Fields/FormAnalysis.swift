/// Classifies the fields of one form together, because adjacent fields are strong evidence.
///
/// Computes everything that depends on all fields once. The classifiers of single fields use only their own field.
struct FormAnalysis {
    let fields: [FormField]
    let evidence: [FieldEvidence]
    let purpose: FormPurpose
    /// The concepts in the text of the form.
    let text: Concepts
    /// The verdicts on password fields. Nil for other fields.
    private let passwords: [Verdict?]
    /// The index of the first password field. Nil without one.
    let firstPassword: Int?
    /// The index of the last text field before the first password, the usual position of the user name.
    let accountPlace: Int?
    /// Whether the form has only the account field and one password.
    let isAccountAlone: Bool
    /// Whether a field states that it is for a user name or an e-mail address.
    let hasStatedAccount: Bool
    /// The number of fields that state that they are for a user name.
    let userNameCount: Int
    /// Whether the form is for signing in: it has a current password, or it has no password and says so.
    let signsIn: Bool
    /// The number of fields for typed text.
    private let typedCount: Int
    /// The number of fields for a single character.
    private let boxCount: Int

    init(_ page: FormPage, _ section: FormPage.Section, _ meter: inout WorkMeter) {
        let fields = section.indices.map { page.fields[$0] }
        var evidence = fields.map { FieldEvidence($0, &meter) }
        meter.add(fields.count)
        if Self.labelsFollow(fields, evidence) { for index in evidence.indices { evidence[index].nearby = .after } }
        self.fields = fields
        self.evidence = evidence
        let text = Vocabulary.all.concepts(in: section.form.text, &meter)
        self.text = section.isAlone ? text.union(Vocabulary.all.concepts(in: page.forms[0].text, &meter)) : text
        let typed = fields.indices.filter { fields[$0].entry.isTyped && fields[$0].isVisible }
        purpose = FormPurpose(section.form, Self.signs(fields, evidence, typed), on: page, isAlone: section.isAlone, &meter)
        let passwords = PasswordClassifier(fields, evidence, purpose, self.text).verdicts()
        self.passwords = passwords
        let secure = fields.indices.filter { passwords[$0]?.type.isPassword ?? false }
        let firstPassword = secure.first { fields[$0].isVisible } ?? secure.first
        self.firstPassword = firstPassword
        accountPlace = firstPassword.flatMap { Self.accountPlace(fields, evidence, before: $0) }
        let shownBefore = typed.count { fields[$0].entry != .secure && $0 < firstPassword ?? 0 }
        isAccountAlone = shownBefore <= 1 && secure.count == 1
        hasStatedAccount = fields.indices.contains { index in
            fields[index].entry.isTyped && fields[index].entry != .secure
                && (fields[index].entry == .email || evidence[index].stated.containsAny([.email, .username]))
        }
        typedCount = typed.count
        boxCount = typed.count { fields[$0].maximumLength == 1 }
        userNameCount = typed.count { index in
            fields[index].entry != .secure
                && (fields[index].declared == .username || evidence[index].names.union(evidence[index][.label]).contains(.username))
        }
        signsIn =
            firstPassword.map { passwords[$0]?.type == .currentPassword }
            ?? Self.asksForAccountFirst(fields, evidence, typed, purpose)
    }

    /// Returns whether a field is one of the boxes for the characters of a code, in a form without passwords.
    func isCodeBox(_ index: Int) -> Bool {
        firstPassword == nil && boxCount >= Self.fewestBoxes && fields[index].maximumLength == 1
            && text.containsAny([.oneTimeCode, .sentCode, .code])
    }

    /// Returns whether a field is the only one, takes few characters, and the form mentions a sent code.
    func isCodeStep(_ index: Int) -> Bool {
        typedCount == 1 && firstPassword == nil && (4...8).contains(fields[index].maximumLength ?? 0)
            && (text.contains(.sentCode) || text.contains(.code) && text.contains(.phone))
    }

    /// Returns the verdicts in the order of the fields.
    func verdicts() -> [Verdict] {
        let texts = TextClassifier(form: self)
        return fields.indices.map { index in
            let field = fields[index]
            if field.isDeclarationFinal, let declared = field.declared { return Verdict(declared) }
            guard field.entry.isTyped else {
                return Verdict(.other, field.entry == .none ? "hidden" : "not typed: \(field.entry.rawValue)")
            }
            return passwords[index] ?? texts.verdict(index)
        }
    }

    private static let fewestBoxes = 4

    private static func signs(_ fields: [FormField], _ evidence: [FieldEvidence], _ typed: [Int]) -> FormPurpose.Signs {
        var signs = FormPurpose.Signs()
        signs.hasPassword = fields.contains { $0.entry == .secure }
        var (asksForAddress, asksForName) = (false, false)
        for index in typed {
            let stated = evidence[index].stated
            if fields[index].entry == .secure {
                let beside = evidence[index].labels.union(evidence[index][.hint]).union(evidence[index][.after])
                if beside.contains(.strength) { signs.statesRequirements = true }
                continue
            }
            if stated.contains(.email) && !stated.contains(.username) { asksForAddress = true }
            let isName = stated.contains(.username) || evidence[index].names.contains(.account)
            if isName && !stated.contains(.email) { asksForName = true }
            if stated.contains(.email) && stated.contains(.repeated) { signs.repeatsAddress = true }
            if stated.containsAny([.personName, .date, .address, .organization]),
                !stated.containsAny([.username, .email, .password])
            {
                signs.detailCount += 1
            }
        }
        signs.asksForBoth = asksForAddress && asksForName
        return signs
    }

    /// Returns the field for the account name: directly before the password, except for fields with another clear purpose.
    private static func accountPlace(_ fields: [FormField], _ evidence: [FieldEvidence], before first: Int) -> Int? {
        let typed = fields[..<first].indices.filter { fields[$0].entry.isTyped }
        let possible = typed.filter { TextClassifier.mayBeAccount(evidence[$0]) }
        return possible.last { fields[$0].isVisible } ?? possible.last ?? typed.last { fields[$0].isVisible }
    }

    /// Returns whether a form without a password asks for the account before it asks for the password.
    private static func asksForAccountFirst(
        _ fields: [FormField], _ evidence: [FieldEvidence], _ typed: [Int], _ purpose: FormPurpose
    ) -> Bool {
        guard typed.count <= 2, !typed.contains(where: { evidence[$0].labels.containsAny([.new, .repeated]) }) else { return false }
        switch purpose {
        case .signIn, .recover: return true
        case .unknown:
            return typed.contains { evidence[$0].names.contains(.username) } || typed.count == 1 && evidence[typed[0]].isEither
        case .signUp, .changePassword, .resetPassword, .subscribe: return false
        }
    }

    /// Returns whether the form writes labels after its fields. The label of each field is then in the following text.
    private static func labelsFollow(_ fields: [FormField], _ evidence: [FieldEvidence]) -> Bool {
        var (before, after) = (0, 0)
        for (field, evidence) in zip(fields, evidence) where field.entry.isTyped && field.isVisible {
            var stated = evidence.names.union(evidence[.placeholder])
            if field.entry == .secure { stated.insert(Concepts(.password)) }
            if field.entry == .email { stated.insert(Concepts(.email)) }
            stated.formIntersection(.contents)
            let isBefore = !stated.isDisjoint(with: evidence[.before])
            let isAfter = !stated.isDisjoint(with: evidence[.after])
            if isBefore, !isAfter { before += 1 }
            if isAfter, !isBefore { after += 1 }
        }
        return after > before
    }
}
