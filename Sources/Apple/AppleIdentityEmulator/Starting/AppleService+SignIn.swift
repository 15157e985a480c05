/// What a person decides on the sheet.
public enum SheetDecision: Sendable, Hashable {
    /// Continues, the first time with these choices.
    case approve(ConsentChoices)
    /// Cancels.
    case cancel
}

extension AppleService {
    /// Walks a whole web sign-in as a person would: opens the address that an app sends its users to, chooses the account, types the code
    /// from a trusted device, and decides.
    ///
    /// - Parameter url: the whole address or its path and query; the host is not looked at.
    /// - Returns: what the browser would carry to the return URL.
    /// - Throws: ``EmulatorRefusal/Code/notAllowed`` with the reason where the sheet would show an error page or refuse a step.
    public func signIn(
        at url: String, as person: PersonIdentifier, _ decision: SheetDecision = .approve(ConsentChoices())
    ) throws(EmulatorRefusal) -> AuthorizationResponse {
        guard let mark = url.firstIndex(of: "?") else { throw EmulatorRefusal(.malformed, "the address has no query") }
        let query = url[url.index(after: mark)...].prefix { $0 != "#" }
        let values: FormValues
        do throws(FormRefusal) { values = try FormValues(encoded: query.utf8) } catch {
            throw EmulatorRefusal(.malformed, AppleServiceError(error).explanation)
        }
        switch authorize(values) {
        case .refused(let error): throw EmulatorRefusal(.notAllowed, "\(error.code.rawValue): \(error.explanation)")
        case .sheet(let sheet):
            if case .cancel = decision { return try finished(cancel(sheet.id)) }
            var answer = chooseAccount(person, in: sheet.id)
            if case .sheet(let next) = answer, case .twoFactor = next.step {
                let code = twoFactorCodes(for: person).first { $0.authorization == sheet.id }?.code
                answer = enterCode(code ?? "", in: sheet.id)
            }
            if case .approve(let choices) = decision, case .sheet(let next) = answer, case .consent = next.step {
                answer = giveConsent(choices, in: sheet.id)
            }
            return try finished(answer)
        }
    }

    private func finished(_ answer: SheetAnswer) throws(EmulatorRefusal) -> AuthorizationResponse {
        switch answer {
        case .respond(let response): return response
        case .refused(let refusal, _): throw EmulatorRefusal(.notAllowed, refusal.words)
        case .sheet: throw EmulatorRefusal(.notAllowed, "the sheet asks for more than was told")
        }
    }
}
