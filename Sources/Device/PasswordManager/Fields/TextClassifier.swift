/// Classifies fields with visible text.
struct TextClassifier {
    let form: FormAnalysis

    /// Returns whether the field may be for an account name.
    static func mayBeAccount(_ evidence: FieldEvidence) -> Bool {
        evidence.stated.containsAny([.username, .email, .account]) || !evidence.stated.containsAny(others)
    }

    func verdict(_ index: Int) -> Verdict {
        let field = form.fields[index]
        let evidence = form.evidence[index]
        if let declared = declared(field, evidence) { return declared }
        if field.entry == .search { return Verdict(.other, "type: search") }
        if evidence.stated.contains(.captcha) { return Verdict(.other, explanation([.captcha], evidence)) }
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
            // If another field states that it is the account, a field without evidence is not.
            return form.hasStatedAccount
                ? Verdict(.other, "no evidence") : Verdict(.username, placeEvidence ?? "no other evidence")
        }
        if form.signsIn, isAccountPlace || form.firstPassword.map({ index < $0 }) ?? true {
            return Verdict(.username, explanation([concept], evidence, placeEvidence ?? "form: sign in"))
        }
        if isEmail(field, evidence, email: email, user: user) {
            return Verdict(.email, explanation([.email], evidence, field.entry == .email ? "type: email" : nil))
        }
        return Verdict(.username, explanation([concept], evidence, placeEvidence))
    }

    /// Returns the verdict of a declaration, unless it serves another purpose.
    private func declared(_ field: FormField, _ evidence: FieldEvidence) -> Verdict? {
        switch field.declared {
        case .username:
            // Sign-up forms declare a user name for the later sign-in, but ask for an e-mail address.
            let asksForAddress = field.entry == .email || evidence.stated.contains(.email) && !evidence.stated.contains(.username)
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
        // Declared on other fields to prevent browsers from filling them.
        case .newPassword, nil: return nil
        }
    }

    private func oneTimeCode(_ index: Int, _ evidence: FieldEvidence) -> Verdict? {
        if form.isCodeBox(index) { return Verdict(.oneTimeCode, "one of several boxes for a character each") }
        let isNamed = evidence.names.contains(.oneTimeCode)
        let stated = evidence.stated.union(evidence[.hint])
        if !isNamed {
            // A label may name where the code was sent. A name that does so means that place itself.
            let isPlace =
                evidence.names.containsAny([.email, .phone])
                || stated.containsAny([.email, .phone]) && !stated.contains(.oneTimeCode)
            if isPlace || stated.containsAny([.card, .cardCode, .username, .message]) { return nil }
        }
        // Next to a password, a code that only a label mentions is usually a captcha, except when signing up by telephone.
        if isNamed || stated.contains(.oneTimeCode) && (form.firstPassword == nil || stated.contains(.sentCode) || isSent(index)) {
            return Verdict(.oneTimeCode, explanation([.oneTimeCode], evidence))
        }
        if form.firstPassword == nil, stated.contains(.code), form.text.contains(.oneTimeCode) {
            return Verdict(.oneTimeCode, explanation([.code], evidence, "form: one-time code"))
        }
        if form.isCodeStep(index), stated.intersection(.contents).isSubset(of: [Concepts(.code), Concepts(.number)]) {
            return Verdict(.oneTimeCode, "the only field, of a few characters; form: a code that was sent")
        }
        return nil
    }

    /// Returns whether the field follows the telephone number of a sign-up form.
    private func isSent(_ index: Int) -> Bool {
        index > 0 && !form.signsIn && form.fields[index - 1].entry == .telephone
    }

    /// Returns the weight of the evidence against an account.
    private func otherWeight(_ field: FormField, _ evidence: FieldEvidence, _ isAccountPlace: Bool) -> Int {
        var other = Self.others.map { weight($0, evidence) }.max() ?? 0
        if field.entry == .telephone || field.entry == .link { other += 2 }
        if evidence.names.union(evidence[.placeholder]).contains(.search) { other += 4 }
        // "E-mail or telephone" is an account name. So is a telephone number without an alternative.
        let isOnlyPhone = isAccountPlace && form.isAccountAlone && form.signsIn && evidence.stated.contains(.phone)
        // In sign-in forms, visible text is stronger evidence than identifiers.
        let isStated =
            form.signsIn && (isAccountPlace || form.firstPassword == nil)
            && evidence.labels.containsAny([.username, .email, .account]) && !evidence.labels.containsAny(Self.others)
        return evidence.isEither || isOnlyPhone || isStated ? min(other, 1) : other
    }

    /// Returns whether a field outside sign-in forms that mentions an account or an e-mail address is for an e-mail address.
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
        // The adjacent text refers to the field if its label does not decide.
        if !evidence.labels.containsAny(Self.others + [.email, .username]), evidence.beside.contains(concept) { weight += 3 }
        return weight
    }

    private func somethingElse(_ evidence: FieldEvidence) -> Verdict {
        Verdict(.other, Self.others.lazy.compactMap { evidence.explanation($0) }.first ?? "no evidence")
    }

    private func explanation(_ concepts: [Concept], _ evidence: FieldEvidence, _ more: String? = nil) -> String {
        let parts = concepts.map { evidence.explanation($0) } + [more]
        let known = parts.compactMap(\.self)
        return known.isEmpty ? "no other evidence" : known.joined(separator: "; ")
    }

    private static let others: [Concept] = [
        .phone, .personName, .address, .card, .cardCode, .date, .organization, .search, .captcha, .secretAnswer, .message, .code,
        .oneTimeCode,
    ]
}
