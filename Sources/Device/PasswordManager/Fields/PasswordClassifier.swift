/// Classifies fields with hidden text, and fields that are declared or named passwords.
struct PasswordClassifier {
    private let fields: [FormField]
    private let evidence: [FieldEvidence]
    private let purpose: FormPurpose
    /// Whether the form offers help for a forgotten password.
    private let offersPasswordReset: Bool

    /// The password fields, and the rows that they form without other typed fields between them.
    private var passwords: [Int] = []
    private var rows: [[Int]] = []
    private var rowByPassword: [Int: Int] = [:]
    private var hasRepetition = false
    private var declaredCurrentCount = 0

    init(_ fields: [FormField], _ evidence: [FieldEvidence], _ purpose: FormPurpose, _ text: Concepts) {
        self.fields = fields
        self.evidence = evidence
        self.purpose = purpose
        offersPasswordReset = text.containsAny([.forgotPassword, .rememberMe])
        passwords = fields.indices.filter { isPassword($0) }
        hasRepetition = passwords.count > 1 && passwords.contains { evidence[$0].stated.contains(.repeated) }
        declaredCurrentCount = passwords.count { fields[$0].declared == .currentPassword }
        findRows()
    }

    /// Returns a verdict for each field that is secure or a password. Nil for the others.
    func verdicts() -> [Verdict?] {
        // No form has six indistinguishable passwords to fill in. Firefox stops there too.
        if passwords.count > Self.mostPasswords, passwords.allSatisfy({ isNondescript($0) }) {
            let verdict = Verdict(.other, "more than \(Self.mostPasswords) indistinguishable passwords")
            return fields.map { $0.entry == .secure ? verdict : nil }
        }
        var result: [Verdict?] = fields.indices.map { fields[$0].entry == .secure ? secret($0) : nil }
        for index in passwords { result[index] = verdict(index) }
        return result
    }

    private func isNondescript(_ index: Int) -> Bool {
        fields[index].declared == nil && evidence[index].labels.isEmpty && !evidence[index].names.containsAny([.new, .current])
    }

    private func isPassword(_ index: Int) -> Bool {
        let (field, stated) = (fields[index], evidence[index].stated)
        switch field.declared {
        case .currentPassword, .password: return field.entry == .secure || field.entry == .text
        // On fields with visible text, the declaration often only prevents browsers from filling.
        case .newPassword: return field.entry == .secure || field.entry == .text && (stated.contains(.password) || stated.isEmpty)
        case .oneTimeCode, .other: return false
        case .username, .email, nil: break
        }
        guard field.entry == .secure else { return field.entry != .email && field.entry.isTyped && isShownPassword(index) }
        return stated.contains(.password)
            || !stated.containsAny([.cardCode, .card, .oneTimeCode, .secretAnswer, .captcha, .search])
    }

    /// Returns whether a field with visible text, as after "show password", is named only a password.
    private func isShownPassword(_ index: Int) -> Bool {
        let (names, labels) = (evidence[index].names, evidence[index].labels)
        return names.contains(.password) && (labels.isEmpty || labels.contains(.password))
            && !names.union(labels).containsAny([.username, .email, .oneTimeCode, .captcha, .secretAnswer, .phone, .message])
    }

    /// Returns the verdict on a secure field that is not a password.
    private func secret(_ index: Int) -> Verdict {
        if let declared = fields[index].declared, declared == .oneTimeCode || declared == .other { return Verdict(declared) }
        let stated = evidence[index]
        if stated.stated.contains(.oneTimeCode) { return Verdict(.oneTimeCode, stated.explanation(.oneTimeCode) ?? "a code") }
        let concept = [Concept.cardCode, .card, .secretAnswer, .captcha, .search].lazy.compactMap { stated.explanation($0) }.first
        return Verdict(.other, concept ?? "a secret other than a password")
    }

    private func verdict(_ index: Int) -> Verdict {
        if let declared = declared(index) { return declared }
        let (field, evidence) = (fields[index], self.evidence[index])
        if field.hasPasswordRules { return Verdict(.newPassword, "password rules") }
        if evidence.stated.contains(.current) { return Verdict(.currentPassword, evidence.explanation(.current) ?? "") }
        if evidence.stated.contains(.new) { return Verdict(.newPassword, evidence.explanation(.new) ?? "") }
        if hasRepetition {
            return Verdict(
                .newPassword,
                evidence.stated.contains(.repeated) ? evidence.explanation(.repeated) ?? "" : "another field repeats it"
            )
        }
        if let fromRow = fromRow(index) { return fromRow }
        switch purpose {
        case .signUp, .resetPassword: return Verdict(.newPassword, "form: \(purpose.rawValue)")
        case .signIn, .changePassword, .recover: return Verdict(.currentPassword, "form: \(purpose.rawValue)")
        case .subscribe, .unknown: return Verdict(.currentPassword, "a password without evidence that it is new")
        }
    }

    /// Returns the verdict of a declaration, unless it serves another purpose.
    private func declared(_ index: Int) -> Verdict? {
        switch fields[index].declared {
        case .currentPassword:
            // No form asks for an existing password twice.
            return purpose == .signUp && declaredCurrentCount > 1 ? nil : Verdict(.currentPassword)
        case .newPassword:
            // Sign-in forms often declare this to prevent browsers from filling. All other evidence then indicates sign-in.
            let isMeans =
                purpose == .signIn && passwords.count == 1 && offersPasswordReset
                && !evidence[index].stated.containsAny([.new, .repeated])
            return isMeans
                ? Verdict(.currentPassword, "form: sign in, with help for a forgotten password") : Verdict(.newPassword)
        case .password: return Verdict(.password)
        case .username, .email, .oneTimeCode, .other, nil: return nil
        }
    }

    /// Classifies by the number of passwords in a row, without other evidence. Three are the old password, the new one and its
    /// repetition. Two are a new password and its repetition.
    private func fromRow(_ index: Int) -> Verdict? {
        guard let number = rowByPassword[index] else { return nil }
        let row = rows[number]
        switch row.count {
        case 2: return Verdict(.newPassword, "two passwords in a row")
        case 3 where index == row[0]: return Verdict(.currentPassword, "first of three passwords in a row")
        case 3: return Verdict(.newPassword, "after the first of three passwords in a row")
        default: return nil
        }
    }

    /// Finds rows of passwords that are all visible or all hidden, without other typed fields between.
    private mutating func findRows() {
        var texts = 0
        var textsBefore: [Int] = []
        for field in fields {
            textsBefore.append(texts)
            if field.entry.isTyped, field.isVisible, field.entry != .secure { texts += 1 }
        }
        for isVisible in [true, false] {
            var last: Int?
            for index in passwords where fields[index].isVisible == isVisible {
                if let last, textsBefore[last] == textsBefore[index], let row = rows.indices.last {
                    rows[row].append(index)
                } else {
                    rows.append([index])
                }
                rowByPassword[index] = rows.count - 1
                last = index
            }
        }
    }

    private static let mostPasswords = 5
}
