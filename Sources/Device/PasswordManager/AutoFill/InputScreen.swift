package import AssociatedDomains
package import OneTimeCodes
package import PasswordRules

/// The inputs of one place that are in its view hierarchy at one moment, in their order.
///
/// What lies under a presented view is still in the hierarchy. What was removed from it is not, and that is what saving rests on.
package struct InputScreen: Hashable, Sendable {
    package let place: InputPlace
    /// Each ``ScreenField/id`` once.
    package let fields: [ScreenField]
    /// The account that the screen shows without a field for it, as a page for changing a password does.
    package let user: String?

    /// Of several fields with one name only the first is kept.
    package init(_ place: InputPlace, fields: [ScreenField], user: String? = nil) {
        self.place = place
        var seen: Set<FieldID> = []
        self.fields = fields.filter { seen.insert($0.id).inserted }
        self.user = user
    }

    package subscript(id: FieldID) -> ScreenField? { fields.first { $0.id == id } }

    /// The fields of one type, in order.
    package func fields(of type: FieldType) -> [ScreenField] { fields.filter { $0.type == type } }

    /// The field of the account's name: one that asks for it, or else an e-mail address beside a password.
    var userField: ScreenField? {
        if let field = fields(of: .username).first { return field }
        return fields.contains(where: \.type.isPassword) ? fields(of: .email).first : nil
    }

    /// A screen whose inputs are classified by what they and their surroundings say.
    ///
    /// - Parameters:
    ///   - page: the description of the screen or page.
    ///   - inputs: for each of its fields, in the same order; what has no counterpart on the other side is left out.
    ///   - user: the account that the screen shows without a field for it.
    package init(_ place: InputPlace, describedBy page: FormPage, inputs: [ScreenInput], user: String? = nil) {
        let fields = zip(page.classify(), inputs).map { classified, input in
            ScreenField(
                id: input.id, type: classified.type, text: input.text, rules: input.rules(within: classified.field),
                view: input.view,
                hasCustomInputView: input.hasCustomInputView,
                isEditable: classified.field.isEditable && classified.field.isVisible)
        }
        self.init(place, fields: fields, user: user)
    }
}

/// Where a screen's inputs belong: to an app, or to a document of a web page.
package enum InputPlace: Hashable, Sendable {
    case app(AppIdentifier)
    /// A document and the documents around it, from its parent to the page itself; none for the page.
    case page(WebOrigin, ancestors: [WebOrigin] = [])

    /// The host whose credentials a page may have: its own exact one, where everything on the way to the person is protected. Nil for apps, for hosts
    /// that are no domain names (addresses, names beyond ASCII), for pages without https that are not on this machine, and for a document
    /// within one of another host.
    package var pageHost: DomainName? {
        guard case .page(let document, let ancestors) = self, let host = Self.protectedHost(document),
            ancestors.allSatisfy({ Self.protectedHost($0) == host })
        else { return nil }
        return host
    }

    private static func protectedHost(_ origin: WebOrigin) -> DomainName? {
        guard let host = try? DomainName(origin.host.text) else { return nil }
        let isLocal = host.text == "localhost" || host.text.hasSuffix(".localhost")
        return origin.scheme == "https" || (origin.scheme == "http" && isLocal) ? host : nil
    }
}

extension InputPlace: CustomStringConvertible {
    /// The identifier of the app, or the origin of the document.
    package var description: String {
        switch self {
        case .app(let app): app.description
        case .page(let origin, _): origin.description
        }
    }
}

/// An input as it stands on the screen: what it asks for, and what stands in it.
package struct ScreenField: Hashable, Sendable {
    /// What takes the text, which decides how the app hears of it.
    package enum View: String, Hashable, Sendable, CaseIterable {
        /// `UITextField`.
        case textField
        /// `UITextView`.
        case textView
        /// A view of the app's own that adopts `UITextInput`.
        case textInput
        /// An input of a web page.
        case pageInput
    }

    package let id: FieldID
    /// What it asks for, as the classification of its page says.
    package let type: FieldType
    package let text: PrivateText
    /// Its own rules for new passwords (`passwordRules`, `passwordrules`).
    package let rules: PasswordRules?
    package let view: View
    /// Whether the app puts an input view of its own in the place of the keyboard. Nothing can then be offered.
    package let hasCustomInputView: Bool
    /// Whether the person can type into it. What stands in other fields is saved, but nothing is filled into them.
    package let isEditable: Bool

    package init(
        id: FieldID, type: FieldType, text: PrivateText = PrivateText(""), rules: PasswordRules? = nil, view: View = .textField,
        hasCustomInputView: Bool = false, isEditable: Bool = true
    ) {
        self.id = id
        self.type = type
        self.text = text
        self.rules = rules
        self.view = view
        self.hasCustomInputView = hasCustomInputView
        self.isEditable = isEditable
    }

    /// Whether anything can be offered for it and filled into it.
    var isFillable: Bool { isEditable && !hasCustomInputView }
}

/// Names one input on a screen for as long as it exists. An input that is taken away and put back is another one.
package struct FieldID: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// What a screen knows of an input beside what tells its purpose: the part of a ``ScreenField`` that changes while it is used.
package struct ScreenInput: Hashable, Sendable {
    package let id: FieldID
    package var text: PrivateText
    /// Its own rules for new passwords.
    package var rules: PasswordRules?
    package var view: ScreenField.View
    /// Whether the app puts an input view of its own in the place of the keyboard.
    package var hasCustomInputView: Bool

    package init(
        id: FieldID, text: PrivateText = PrivateText(""), rules: PasswordRules? = nil, view: ScreenField.View = .textField,
        hasCustomInputView: Bool = false
    ) {
        self.id = id
        self.text = text
        self.rules = rules
        self.view = view
        self.hasCustomInputView = hasCustomInputView
    }

    /// The rules, and what the field itself says of lengths: a strong password that was cut off by its field would be another one.
    fileprivate func rules(within field: FormField) -> PasswordRules? {
        guard let length = field.maximumLength.flatMap(RuleNumber.init(exactly:)) else { return rules }
        var bounded = rules ?? PasswordRules()
        bounded.maxLength = min(bounded.maxLength ?? length, length)
        return bounded
    }
}
