extension FormField {
    /// A text field of an app's screen.
    ///
    /// - Parameters:
    ///   - id: what its programmer calls it: the name of a property or an accessibility identifier.
    ///   - textContentType: the name of Apple's constant, such as `newPassword`; what it names decides. A name that is not known says nothing.
    ///   - isSecure: `isSecureTextEntry`.
    ///   - keyboard: the name of the constant of `UIKeyboardType`, such as `emailAddress`.
    ///   - labels: what stands beside it, and its accessibility label.
    ///   - hasPasswordRules: whether it has `passwordRules`.
    package init(
        id: String?, textContentType: String? = nil, isSecure: Bool = false, keyboard: String? = nil, placeholder: String? = nil,
        labels: [String] = [], hasPasswordRules: Bool = false
    ) {
        let entry: FieldEntry =
            switch keyboard {
            case _ where isSecure: .secure
            case "emailAddress": .email
            case "phonePad", "namePhonePad": .telephone
            case "numberPad", "decimalPad", "asciiCapableNumberPad", "numbersAndPunctuation": .number
            case "URL": .link
            case "webSearch": .search
            default: .text
            }
        self.init(id: id, entry: entry, declared: textContentType.flatMap { DeclaredContent(textContentType: $0) })
        isDeclarationFinal = true
        self.placeholder = placeholder
        self.labels = labels
        self.hasPasswordRules = hasPasswordRules
    }
}

extension FormPage {
    /// A screen of an app: its fields in their order, which belong together.
    ///
    /// - Parameters:
    ///   - title: the title in its navigation bar.
    ///   - buttons: what its buttons say.
    package init(screen title: String, buttons: [String] = [], fields: [FormField]) {
        self.title = title
        forms[0].buttons = buttons
        self.fields = fields
    }
}
