/// What becomes of an entered credential.
package enum SaveDecision: Hashable, Sendable {
    /// The strong password that AutoFill made: saved without a question.
    case save(SaveOrder)
    /// The person is asked.
    case ask(SavePrompt)
    /// Nothing is saved.
    case nothing(Reason)

    /// Why nothing is saved.
    package enum Reason: String, Hashable, Sendable, CaseIterable {
        /// AutoFill is off.
        case isOff = "off"
        /// The app is associated with no site, or the page may have no passwords.
        case notAssociated = "not-associated"
        /// The person wants none saved for this site.
        case neverHere = "never-here"
        /// The site asks for passwords of other sites.
        case asksForOthers = "asks-for-others"
        /// There is no user name.
        case noUser = "no-user"
        /// The two fields for the new password differ.
        case notConfirmed = "not-confirmed"
        /// The same is saved.
        case unchanged
        /// The saved password, with a one-time code after it.
        case appendedCode = "appended-code"
        /// The user name or password is longer than is saved, or the name holds control characters.
        case unfit
    }
}
