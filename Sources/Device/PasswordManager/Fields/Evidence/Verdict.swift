/// What a field asks for, and why.
struct Verdict: Hashable, Sendable {
    let type: FieldType
    let evidence: String

    init(_ type: FieldType, _ evidence: String) {
        self.type = type
        self.evidence = evidence
    }

    /// What its author declares.
    init(_ declared: DeclaredContent) {
        let type: FieldType =
            switch declared {
            case .username: .username
            case .email: .email
            case .currentPassword, .password: .currentPassword
            case .newPassword: .newPassword
            case .oneTimeCode: .oneTimeCode
            case .other: .other
            }
        self.init(type, declared == .other ? "declared as something else" : "declared: \(declared.rawValue)")
    }
}
