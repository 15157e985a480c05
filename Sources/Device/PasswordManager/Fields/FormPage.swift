/// A page or a screen with fields, from HTML or from an app.
package struct FormPage: Hashable, Sendable {
    /// A form of the page: fields that are sent together.
    package struct Form: Hashable, Sendable {
        /// What its programmer named it: id, name, classes, address.
        package var identifiers: [String] = []
        /// The heading above it, and the headings in it.
        package var headings: [String] = []
        /// What its buttons say, and what their programmer named them.
        package var buttons: [String] = []
        /// What else it says, as far as it was read.
        package var text = ""

        package init() {}
    }

    /// The title of the page.
    package var title = ""
    /// The forms; the first is the page itself, for fields and headings that belong to no form.
    package var forms = [Form()]
    /// The fields in the order of the document. A ``FormField/form`` that is no index into ``forms`` counts as 0.
    package var fields: [FormField] = []

    package init() {}

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

/// One input of a page or a screen, with everything about it that may tell what it asks for.
///
/// Texts are as a person reads them, identifiers as a programmer wrote them; the classification reads both in many languages.
package struct FormField: Hashable, Sendable {
    /// The HTML `id`, or a name for it on a screen.
    package var id: String?
    /// The HTML `name`.
    package var name: String?
    /// How it is filled in.
    package var entry: FieldEntry
    /// What its author declares it to be; nil where nothing is declared that has a meaning.
    package var declared: DeclaredContent?
    /// Whether what is declared decides: in apps it does, while pages also declare to keep browsers from filling.
    package var isDeclarationFinal = false
    /// The texts that label it: `label` elements, `aria-labelledby`, `aria-label`.
    package var labels: [String] = []
    /// The text that it shows while empty.
    package var placeholder: String?
    /// The text of its tool tip.
    package var hint: String?
    /// The text between the field before it and this one.
    package var precedingText: String?
    /// The text between it and the next field.
    package var followingText: String?
    /// Other identifiers: classes, names of data bindings.
    package var identifiers: [String] = []
    /// The most characters that it takes.
    package var maximumLength: Int?
    /// Whether its author gives rules for passwords (`passwordrules`, `passwordRules`), as only new passwords need them.
    package var hasPasswordRules = false
    /// Whether a person sees it.
    package var isVisible = true
    /// Whether it can be edited.
    package var isEditable = true
    /// Which of ``FormPage/forms`` it belongs to.
    package var form = 0

    package init(id: String? = nil, name: String? = nil, entry: FieldEntry = .text, declared: DeclaredContent? = nil) {
        self.id = id
        self.name = name
        self.entry = entry
        self.declared = declared
    }

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

/// How a field is filled in.
package enum FieldEntry: String, CaseIterable, Hashable, Sendable {
    /// One line of text.
    case text
    /// One line of text that is not shown: `type="password"`, `isSecureTextEntry`.
    case secure
    /// Text of which the keyboard, or the browser, knows that it is an e-mail address, a telephone number, a number, a link or a search.
    case email, telephone, number, link, search
    /// Several lines of text.
    case lines
    /// A choice among given values.
    case choice
    /// Something that is not typed: a button, a check box, a file, a date, a colour.
    case untyped
    /// Nothing that a person sees: `type="hidden"`.
    case none

    /// Whether a user name, a password or a code may be typed here at all.
    var isTyped: Bool {
        switch self {
        case .text, .secure, .email, .telephone, .number, .link, .search: true
        case .lines, .choice, .untyped, .none: false
        }
    }
}

/// What a field asks for, as far as signing in goes.
package enum FieldType: String, CaseIterable, Hashable, Sendable {
    /// A name that stands for an account. Where a form takes a user name or an e-mail address, it is this one.
    case username
    /// An e-mail address, whether or not it stands for an account.
    case email
    /// The password that an account has.
    case currentPassword = "current-password"
    /// A password that an account is to have, or its repetition.
    case newPassword = "new-password"
    /// A code that is good once, as a message brings it.
    case oneTimeCode = "one-time-code"
    /// Anything else.
    case other

    /// Whether this is one of the two kinds of password.
    package var isPassword: Bool { self == .currentPassword || self == .newPassword }
}
