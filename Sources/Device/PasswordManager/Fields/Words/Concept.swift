/// What a word around a field is about.
package enum Concept: UInt8, CaseIterable, Hashable, Sendable {
    // What a field asks for.
    case email, username, password, oneTimeCode, phone
    /// Words that stand for an account where one signs in, and for much else elsewhere: account, number, id.
    case account
    case personName, address, card, cardCode, date, organization, search, captcha, secretAnswer, message, number
    /// A code of some kind.
    case code
    /// A short secret of digits.
    case pin
    // What a password is.
    case new, current, repeated
    // What a form is for.
    case signIn, signUp, changePassword, resetPassword, newsletter, contact, payment, forgotPassword, rememberMe
    /// "Already have an account?", as forms to sign up ask, and "No account yet?", as forms to sign in do.
    case alreadyMember, notYetMember
    /// What a new password must have.
    case strength
    /// A code that is sent or shown by a device, and so is never read off a picture.
    case sentCode

    /// Its name in words, as in `e-mail`.
    var words: String {
        switch self {
        case .email: "e-mail"
        case .username: "user name"
        case .oneTimeCode: "one-time code"
        case .personName: "name of a person"
        case .cardCode: "security code of a card"
        case .secretAnswer: "secret answer"
        case .signIn: "sign in"
        case .signUp: "sign up"
        case .changePassword: "change of password"
        case .resetPassword: "new password"
        case .forgotPassword: "lost password"
        case .rememberMe: "remember me"
        case .alreadyMember: "already a member"
        case .notYetMember: "not yet a member"
        case .sentCode: "code that is sent"
        default: "\(self)"
        }
    }

    /// Whether it is what a field asks for, rather than what a password or a form is.
    var isContent: Bool { rawValue <= Concept.pin.rawValue }
}

/// Several concepts.
package struct Concepts: OptionSet, Hashable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) { self.rawValue = rawValue }

    package init(_ concept: Concept) { rawValue = 1 << UInt64(concept.rawValue) }

    /// All that a field may ask for.
    static let contents = Concept.allCases.reduce(into: Concepts()) { if $1.isContent { $0.insert(Concepts($1)) } }

    /// Whether one of them is among these.
    package func contains(_ concept: Concept) -> Bool { rawValue & (1 << UInt64(concept.rawValue)) != 0 }

    /// Whether any of them is among these.
    func containsAny(_ concepts: [Concept]) -> Bool { concepts.contains { contains($0) } }
}
