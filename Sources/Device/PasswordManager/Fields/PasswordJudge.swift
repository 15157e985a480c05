/// Judges fields whose text is not shown, and those that are declared or named passwords.
struct PasswordJudge {
    private let fields: [FormField]
    private let evidence: [FieldEvidence]
    private let purpose: FormPurpose
    /// Whether the form helps those who forgot the password.
    private let saysForgotten: Bool

    /// The fields for passwords, and the runs of them with nothing typed between.
    private var passwords: [Int] = []
    private var rows: [[Int]] = []
    private var rowByPassword: [Int: Int] = [:]
    private var hasRepetition = false
    private var declaredCurrentCount = 0

    init(_ fields: [FormField], _ evidence: [FieldEvidence], _ purpose: FormPurpose, _ text: Concepts) {
        self.fields = fields
        self.evidence = evidence
        self.purpose = purpose
        saysForgotten = text.containsAny([.forgotPassword, .rememberMe])
        passwords = fields.indices.filter { isPassword($0) }
        hasRepetition = passwords.count > 1 && passwords.contains { evidence[$0].told.contains(.repeated) }
        declaredCurrentCount = passwords.count { fields[$0].declared == .currentPassword }
        findRows()
    }

    /// A verdict for each field that is secure or a password; nil for the others.
    func verdicts() -> [Verdict?] {
        // Nobody fills in six passwords that nothing tells apart; Firefox gives up as well.
        if passwords.count > Self.mostPasswords, passwords.allSatisfy({ isNondescript($0) }) {
            let verdict = Verdict(.other, "more than \(Self.mostPasswords) passwords that nothing tells apart")
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
        let (field, told) = (fields[index], evidence[index].told)
        switch field.declared {
        case .currentPassword, .password: return field.entry == .secure || field.entry == .text
        // On fields that show their text it often stands to keep browsers from filling them.
        case .newPassword: return field.entry == .secure || field.entry == .text && (told.contains(.password) || told.isEmpty)
        case .oneTimeCode, .other: return false
        case .username, .email, nil: break
        }
        guard field.entry == .secure else { return field.entry != .email && field.entry.isTyped && isShownPassword(index) }
        return told.contains(.password) || !told.containsAny([.cardCode, .card, .oneTimeCode, .secretAnswer, .captcha, .search])
    }

    /// Whether a field shows its text, as after "show password", but is named a password and nothing else.
    private func isShownPassword(_ index: Int) -> Bool {
        let (names, labels) = (evidence[index].names, evidence[index].labels)
        return names.contains(.password) && (labels.isEmpty || labels.contains(.password))
            && !names.union(labels).containsAny([.username, .email, .oneTimeCode, .captcha, .secretAnswer, .phone, .message])
    }

    /// What a secure field is that takes no password.
    private func secret(_ index: Int) -> Verdict {
        if let declared = fields[index].declared, declared == .oneTimeCode || declared == .other { return Verdict(declared) }
        let told = evidence[index]
        if told.told.contains(.oneTimeCode) { return Verdict(.oneTimeCode, told.explanation(.oneTimeCode) ?? "a code") }
        let concept = [Concept.cardCode, .card, .secretAnswer, .captcha, .search].lazy.compactMap { told.explanation($0) }.first
        return Verdict(.other, concept ?? "a secret that is no password")
    }

    private func verdict(_ index: Int) -> Verdict {
        if let declared = declared(index) { return declared }
        let (field, evidence) = (fields[index], self.evidence[index])
        if field.hasPasswordRules { return Verdict(.newPassword, "password rules") }
        if evidence.told.contains(.current) { return Verdict(.currentPassword, evidence.explanation(.current) ?? "") }
        if evidence.told.contains(.new) { return Verdict(.newPassword, evidence.explanation(.new) ?? "") }
        if hasRepetition {
            return Verdict(
                .newPassword, evidence.told.contains(.repeated) ? evidence.explanation(.repeated) ?? "" : "another field repeats it"
            )
        }
        if let fromRow = fromRow(index) { return fromRow }
        switch purpose {
        case .signUp, .resetPassword: return Verdict(.newPassword, "form: \(purpose.rawValue)")
        case .signIn, .changePassword, .recover: return Verdict(.currentPassword, "form: \(purpose.rawValue)")
        case .subscribe, .unknown: return Verdict(.currentPassword, "a password, and nothing says that it is new")
        }
    }

    /// Follows a declaration, where nothing shows it to be a means to another end.
    private func declared(_ index: Int) -> Verdict? {
        switch fields[index].declared {
        case .currentPassword:
            // Nobody types a password that exists twice.
            return purpose == .signUp && declaredCurrentCount > 1 ? nil : Verdict(.currentPassword)
        case .newPassword:
            // Often written where one signs in, to keep browsers from filling. Then all else speaks of signing in.
            let isMeans =
                purpose == .signIn && passwords.count == 1 && saysForgotten && !evidence[index].told.containsAny([.new, .repeated])
            return isMeans
                ? Verdict(.currentPassword, "form: sign in, for those who may have forgotten the password") : Verdict(.newPassword)
        case .password: return Verdict(.password)
        case .username, .email, .oneTimeCode, .other, nil: return nil
        }
    }

    /// What the number of passwords in a row tells, where words do not: three are the old, the new, and the new again; two a new one twice.
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

    /// Finds the runs of passwords that are all shown, or all not, with nothing typed between.
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
