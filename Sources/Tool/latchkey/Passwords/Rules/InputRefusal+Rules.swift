import PasswordRules

extension InputRefusal {
    /// What the library refuses. Rules that cannot be satisfied are a negative answer, not bad input.
    init(_ error: PasswordRulesError, remedy: String? = nil) {
        let isAnswer = [.unsatisfiable, .tooComplex, .styleUnavailable].contains(error.code)
        self.init(
            error.code.description, error.reason, remedy: remedy, position: error.code == .inputTooLong ? nil : error.position,
            status: isAnswer ? .negative : .usage)
    }
}
