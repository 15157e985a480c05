/// The purpose of a form, as far as it determines the kind of its passwords.
enum FormPurpose: String, Hashable, Sendable, CaseIterable {
    case signIn = "sign in"
    case signUp = "sign up"
    case changePassword = "change a password"
    case resetPassword = "set a new password"
    /// The form identifies the account whose password is lost.
    case recover = "recover an account"
    /// The form requests messages, as for newsletters and contact forms.
    case subscribe = "receive messages"
    case unknown = "unknown purpose"

    /// The evidence of the fields for the purpose of a form.
    struct Signs {
        var hasPassword = false
        /// Whether the form asks for a user name and an e-mail address, which only a new account needs.
        var asksForBoth = false
        /// Whether the form asks for an e-mail address twice.
        var repeatsAddress = false
        /// Whether the form states requirements for the password.
        var statesRequirements = false
        /// The number of fields for account details, such as names and addresses.
        var detailCount = 0
    }

    /// Determines the purpose by weighing the texts of a form, its fields and its page. If weights are equal, the first in the
    /// order of ``allCases`` wins.
    ///
    /// - Parameter isAlone: Whether texts of the page outside forms refer to this form.
    init(_ form: FormPage.Form, _ signs: Signs, on page: FormPage, isAlone: Bool, _ meter: inout WorkMeter) {
        var scale = Scale()
        for button in form.buttons.prefix(Self.mostTexts) {
            let asText = Vocabulary.all.concepts(in: button, &meter)
            scale.weigh(asText.union(Vocabulary.all.concepts(in: button, isIdentifier: true, &meter)), 2)
        }
        for identifier in form.identifiers { scale.weigh(Vocabulary.all.concepts(in: identifier, isIdentifier: true, &meter), 2) }
        for heading in form.headings.prefix(Self.mostTexts / 2) { scale.weigh(Vocabulary.all.concepts(in: heading, &meter), 3) }
        let text = Vocabulary.all.concepts(in: form.text, &meter)
        var said = text
        if isAlone {
            for heading in page.forms[0].headings.prefix(Self.mostTexts / 2) {
                scale.weigh(Vocabulary.all.concepts(in: heading, &meter), 2)
            }
            scale.weigh(Vocabulary.all.concepts(in: page.title, &meter), 2)
            said.formUnion(Vocabulary.all.concepts(in: page.forms[0].text, &meter))
        }
        if signs.hasPassword {
            if text.contains(.forgotPassword) { scale.add(.signIn, 3) }
            if text.contains(.rememberMe) { scale.add(.signIn, 2) }
            if said.contains(.alreadyMember) { scale.add(.signUp, 3) }
            if said.contains(.notYetMember) { scale.add(.signIn, 3) }
        }
        if signs.asksForBoth { scale.add(.signUp, 3) }
        if signs.statesRequirements { scale.add(.signUp, 2) }
        if signs.repeatsAddress { scale.add(.signUp, 2) }
        scale.add(.signUp, min(signs.detailCount, 3))
        if text.contains(.newsletter) { scale.add(.subscribe, 2) }
        self = scale.heaviest
    }

    /// The weights of the purposes.
    private struct Scale {
        private var weights: [FormPurpose: Int] = [:]

        mutating func add(_ purpose: FormPurpose, _ weight: Int) { weights[purpose, default: 0] += weight }

        mutating func weigh(_ found: Concepts, _ weight: Int) {
            if found.contains(.signIn) { add(.signIn, weight) }
            if found.contains(.signUp) { add(.signUp, weight) }
            // These texts also contain the word password or account, and are therefore certain.
            if found.contains(.changePassword) { add(.changePassword, 2 * weight) }
            if found.contains(.resetPassword) { add(.resetPassword, 2 * weight) }
            if found.contains(.forgotPassword) { add(.recover, 2 * weight) }
            if found.contains(.newsletter) || found.contains(.contact) { add(.subscribe, 2 * weight) }
        }

        var heaviest: FormPurpose {
            var best = (purpose: FormPurpose.unknown, weight: 0)
            for purpose in FormPurpose.allCases where weights[purpose, default: 0] > best.weight {
                best = (purpose, weights[purpose, default: 0])
            }
            return best.purpose
        }
    }

    private static let mostTexts = 12
}
