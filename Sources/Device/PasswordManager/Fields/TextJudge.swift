/// Judges fields whose text is shown.
struct TextJudge {
    let form: FormJudge

    /// Whether nothing says that a field is something else than the name of an account.
    static func mayBeAccount(_ evidence: FieldEvidence) -> Bool {
        evidence.told.containsAny([.username, .email, .account]) || !evidence.told.containsAny(others)
    }

    func verdict(_ index: Int) -> Verdict {
        let field = form.fields[index]
        let evidence = form.evidence[index]
        if let declared = declared(field, evidence) { return declared }
        if field.entry == .search { return Verdict(.other, "type: search") }
        if evidence.told.contains(.captcha) { return Verdict(.other, explanation([.captcha], evidence)) }
        if field.entry != .email, let code = oneTimeCode(index, evidence) { return code }

        let isAccountPlace = form.accountPlace == index
        let email = weight(.email, evidence) + (field.entry == .email ? 5 : 0)
        let userName = weight(.username, evidence)
        let account = isAccountPlace || form.signsIn ? weight(.account, evidence) : 0
        let place = isAccountPlace ? (form.isAccountAlone ? 4 : 2) : 0
        let user = userName + (account > 0 ? account / 2 + 1 : 0) + place
        let other = otherWeight(field, evidence, isAccountPlace)
        if max(email, user) < other || max(email, user) == other && !isAccountPlace { return somethingElse(evidence) }

        let placeEvidence = isAccountPlace ? "before the password" : nil
        guard let concept: Concept = userName > 0 ? .username : account > 0 ? .account : email > 0 ? .email : nil else {
            // Where another field says that it is the account, one that says nothing is not.
            return form.hasToldAccount
                ? Verdict(.other, "nothing tells") : Verdict(.username, placeEvidence ?? "nothing else tells")
        }
        if form.signsIn, isAccountPlace || form.firstPassword.map({ index < $0 }) ?? true {
            return Verdict(.username, explanation([concept], evidence, placeEvidence ?? "form: sign in"))
        }
        if isEmail(field, evidence, email: email, user: user) {
            return Verdict(.email, explanation([.email], evidence, field.entry == .email ? "type: email" : nil))
        }
        return Verdict(.username, explanation([concept], evidence, placeEvidence))
    }

    /// Follows a declaration, where nothing shows it to be a means to another end.
    private func declared(_ field: FormField, _ evidence: FieldEvidence) -> Verdict? {
        switch field.declared {
        case .username:
            // What signs one in later is declared where one signs up, but an e-mail address is asked for.
            let asksForAddress = field.entry == .email || evidence.told.contains(.email) && !evidence.told.contains(.username)
            guard !form.signsIn, form.firstPassword != nil || form.purpose == .signUp, asksForAddress else {
                return Verdict(.username)
            }
            return Verdict(.email, explanation([.email], evidence, "form: sign up"))
        case .email:
            let isOnlyAccount = form.userNameCount == (evidence.names.union(evidence[.label]).contains(.username) ? 1 : 0)
            return form.signsIn && isOnlyAccount ? Verdict(.username, "declared: email; form: sign in") : Verdict(.email)
        case .other:
            // "Telephone or e-mail" is declared a telephone.
            return evidence.labels.contains(.email) && evidence.labels.contains(.phone) ? nil : Verdict(.other)
        case .currentPassword, .password, .oneTimeCode: return field.declared.map { Verdict($0) }
        // Written on other fields to keep browsers from filling them.
        case .newPassword, nil: return nil
        }
    }

    private func oneTimeCode(_ index: Int, _ evidence: FieldEvidence) -> Verdict? {
        if form.isCodeBox(index) { return Verdict(.oneTimeCode, "one of several boxes for a character each") }
        let isNamed = evidence.names.contains(.oneTimeCode)
        let told = evidence.told.union(evidence[.hint])
        if !isNamed {
            // A label may say where the code was sent; a name that says so means the place itself.
            let isPlace =
                evidence.names.containsAny([.email, .phone]) || told.containsAny([.email, .phone]) && !told.contains(.oneTimeCode)
            if isPlace || told.containsAny([.card, .cardCode, .username, .message]) { return nil }
        }
        // Beside a password, a code that only a label speaks of is more often read off a picture, but not where one signs up by telephone.
        if isNamed || told.contains(.oneTimeCode) && (form.firstPassword == nil || told.contains(.sentCode) || isSent(index)) {
            return Verdict(.oneTimeCode, explanation([.oneTimeCode], evidence))
        }
        if form.firstPassword == nil, told.contains(.code), form.text.contains(.oneTimeCode) {
            return Verdict(.oneTimeCode, explanation([.code], evidence, "form: one-time code"))
        }
        if form.isCodeStep(index), told.intersection(.contents).isSubset(of: [Concepts(.code), Concepts(.number)]) {
            return Verdict(.oneTimeCode, "the only field, of a few characters; form: a code that was sent")
        }
        return nil
    }

    /// Whether the field follows that of the telephone number that one signs up with.
    private func isSent(_ index: Int) -> Bool {
        index > 0 && !form.signsIn && form.fields[index - 1].entry == .telephone
    }

    /// How much speaks for something else than an account.
    private func otherWeight(_ field: FormField, _ evidence: FieldEvidence, _ isAccountPlace: Bool) -> Int {
        var other = Self.others.map { weight($0, evidence) }.max() ?? 0
        if field.entry == .telephone || field.entry == .link { other += 2 }
        if evidence.names.union(evidence[.placeholder]).contains(.search) { other += 4 }
        // "E-mail or telephone" is the name of an account; so is a telephone number where there is nothing else.
        let isOnlyPhone = isAccountPlace && form.isAccountAlone && form.signsIn && evidence.told.contains(.phone)
        // Where one signs in, what people read says more than what a programmer wrote.
        let isTold =
            form.signsIn && (isAccountPlace || form.firstPassword == nil)
            && evidence.labels.containsAny([.username, .email, .account]) && !evidence.labels.containsAny(Self.others)
        return evidence.isEither || isOnlyPhone || isTold ? min(other, 1) : other
    }

    /// Whether a field that names an account or an e-mail address, elsewhere than where one signs in, is for the latter.
    private func isEmail(_ field: FormField, _ evidence: FieldEvidence, email: Int, user: Int) -> Bool {
        guard email > 0 else { return false }
        if field.entry == .email { return true }
        var texts = evidence.labels.union(evidence[.hint])
        if !texts.containsAny([.email, .username]) { texts = evidence.beside }
        if texts.contains(.email) != texts.contains(.username) { return texts.contains(.email) }
        if texts.contains(.email) { return evidence.names.contains(.email) && !evidence.names.contains(.username) }
        return evidence.names.contains(.email) || email >= user
    }

    private func weight(_ concept: Concept, _ evidence: FieldEvidence) -> Int {
        var weight = 0
        if evidence.names.contains(concept) { weight += 4 }
        if evidence[.label].contains(concept) { weight += 4 }
        if evidence[.placeholder].contains(concept) { weight += 3 }
        if evidence[.hint].contains(concept) { weight += 1 }
        if evidence[.binding].contains(concept) { weight += 1 }
        // What stands beside a field is about it where its label leaves open what it is.
        if !evidence.labels.containsAny(Self.others + [.email, .username]), evidence.beside.contains(concept) { weight += 3 }
        return weight
    }

    private func somethingElse(_ evidence: FieldEvidence) -> Verdict {
        Verdict(.other, Self.others.lazy.compactMap { evidence.explanation($0) }.first ?? "nothing tells")
    }

    private func explanation(_ concepts: [Concept], _ evidence: FieldEvidence, _ more: String? = nil) -> String {
        let parts = concepts.map { evidence.explanation($0) } + [more]
        let known = parts.compactMap(\.self)
        return known.isEmpty ? "nothing else tells" : known.joined(separator: "; ")
    }

    private static let others: [Concept] = [
        .phone, .personName, .address, .card, .cardCode, .date, .organization, .search, .captcha, .secretAnswer, .message, .code,
        .oneTimeCode,
    ]
}
