/// A page or screen with input fields, from HTML or from an app.
package struct FormPage: Hashable, Sendable {
    /// A form: fields that are submitted together.
    package struct Form: Hashable, Sendable {
        /// The identifiers of the form: id, name, classes, action.
        package var identifiers: [String] = []
        /// The heading above the form, and the headings in it.
        package var headings: [String] = []
        /// The texts and identifiers of the buttons.
        package var buttons: [String] = []
        /// The other text of the form, up to a limit.
        package var text = ""

        package init() {}
    }

    /// The title of the page.
    package var title = ""
    /// The forms. The first one is the page itself, for fields and headings outside forms.
    package var forms = [Form()]
    /// The fields in document order. A ``FormField/form`` that is not a valid index counts as 0.
    package var fields: [FormField] = []

    package init() {}

    /// Creates a page from a screen of an app, whose fields belong together.
    ///
    /// - Parameters:
    ///   - title: The title in the navigation bar.
    ///   - buttons: The titles of the buttons.
    package init(screen title: String, buttons: [String] = [], fields: [FormField]) {
        self.title = title
        forms[0].buttons = buttons
        self.fields = fields
    }
}

/// An input of a page or screen, with everything that may indicate its type.
///
/// Texts are visible to users; identifiers are written by developers. The classification supports many languages for both.
package struct FormField: Hashable, Sendable {
    /// The HTML `id`, or an identifier of the field on a screen.
    package var id: String?
    /// The HTML `name`.
    package var name: String?
    /// The way in which the field is filled in.
    package var entry: FieldEntry
    /// The declared content. Nil if there is no meaningful declaration.
    package var declared: DeclaredContent?
    /// Whether the declaration decides. True in apps; pages also use declarations to prevent browsers from filling.
    package var isDeclarationFinal = false
    /// The labels: `label` elements, `aria-labelledby`, `aria-label`.
    package var labels: [String] = []
    /// The placeholder text.
    package var placeholder: String?
    /// The text of the tool tip.
    package var hint: String?
    /// The text between the previous field and this one.
    package var precedingText: String?
    /// The text between this field and the next one.
    package var followingText: String?
    /// The other identifiers: classes, names of data bindings.
    package var identifiers: [String] = []
    /// The maximum number of characters.
    package var maximumLength: Int?
    /// Whether the field has rules for passwords (`passwordrules`, `passwordRules`), which only new passwords need.
    package var hasPasswordRules = false
    /// Whether the field is visible.
    package var isVisible = true
    /// Whether it can be edited.
    package var isEditable = true
    /// The index of its form in ``FormPage/forms``.
    package var form = 0

    package init(id: String? = nil, name: String? = nil, entry: FieldEntry = .text, declared: DeclaredContent? = nil) {
        self.id = id
        self.name = name
        self.entry = entry
        self.declared = declared
    }

    /// Creates a text field of an app's screen.
    ///
    /// - Parameters:
    ///   - id: The identifier in code: the name of a property or an accessibility identifier.
    ///   - textContentType: The name of Apple's constant, such as `newPassword`, which decides. An unknown name is ignored.
    ///   - isSecure: `isSecureTextEntry`.
    ///   - keyboard: The name of the constant of `UIKeyboardType`, such as `emailAddress`.
    ///   - labels: The adjacent texts and the accessibility label.
    ///   - hasPasswordRules: Whether the field has `passwordRules`.
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

/// The way in which a field is filled in.
package enum FieldEntry: String, CaseIterable, Hashable, Sendable {
    /// One line of text.
    case text
    /// One line of hidden text: `type="password"`, `isSecureTextEntry`.
    case secure
    /// Text that the keyboard or browser treats as an e-mail address, a telephone number, a number, a link or a search.
    case email, telephone, number, link, search
    /// Several lines of text.
    case lines
    /// A choice of given values.
    case choice
    /// An input without typed text: a button, a check box, a file, a date, a colour.
    case untyped
    /// An invisible input: `type="hidden"`.
    case none

    /// Whether a user name, a password or a code can be typed into the field.
    var isTyped: Bool {
        switch self {
        case .text, .secure, .email, .telephone, .number, .link, .search: true
        case .lines, .choice, .untyped, .none: false
        }
    }
}

/// The content that a field asks for, as far as it concerns signing in.
package enum FieldType: String, CaseIterable, Hashable, Sendable {
    /// A name that identifies an account. Also used for a field that accepts a user name or an e-mail address.
    case username
    /// An e-mail address, whether or not it identifies an account.
    case email
    /// The existing password of an account.
    case currentPassword = "current-password"
    /// A new password of an account, or its repetition.
    case newPassword = "new-password"
    /// A one-time code, as received in a message.
    case oneTimeCode = "one-time-code"
    /// Anything else.
    case other

    /// Whether the type is one of the two kinds of password.
    package var isPassword: Bool { self == .currentPassword || self == .newPassword }
}
