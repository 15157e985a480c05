package import AssociatedDomains
package import OneTimeCodes
package import PasswordRules

/// The inputs of one place in its view hierarchy at one moment, in order.
///
/// Views below a presented view are still in the hierarchy. Saving depends on fields that were removed from it.
package struct InputScreen: Hashable, Sendable {
    package let place: InputPlace
    /// The fields, each with a unique ``ScreenField/id``.
    package let fields: [ScreenField]
    /// The account that the screen shows without a field, as on a page for changing a password.
    package let user: String?

    /// Creates a screen. Of several fields with the same ID, the screen keeps only the first.
    package init(_ place: InputPlace, fields: [ScreenField], user: String? = nil) {
        self.place = place
        var seen: Set<FieldID> = []
        self.fields = fields.filter { seen.insert($0.id).inserted }
        self.user = user
    }

    package subscript(id: FieldID) -> ScreenField? { fields.first { $0.id == id } }

    /// Returns the fields of one type, in order.
    package func fields(of type: FieldType) -> [ScreenField] { fields.filter { $0.type == type } }

    /// The field for the user name, otherwise an e-mail field on a screen with a password.
    var userField: ScreenField? {
        if let field = fields(of: .username).first { return field }
        return fields.contains(where: \.type.isPassword) ? fields(of: .email).first : nil
    }

    /// Creates a screen whose inputs are classified by their description.
    ///
    /// - Parameters:
    ///   - page: The description of the screen or page.
    ///   - inputs: The inputs, in the order of the fields of `page`. Surplus elements on either side are ignored.
    ///   - user: The account that the screen shows without a field.
    package init(_ place: InputPlace, describedBy page: FormPage, inputs: [ScreenInput], user: String? = nil) {
        let fields = zip(page.classify(), inputs).map { classified, input in
            ScreenField(
                id: input.id, type: classified.type, text: input.text, rules: input.rules(within: classified.field),
                hasCustomInputView: input.hasCustomInputView,
                isEditable: classified.field.isEditable && classified.field.isVisible)
        }
        self.init(place, fields: fields, user: user)
    }
}

/// The place of a screen's inputs: an app, or a document of a web page.
package enum InputPlace: Hashable, Sendable {
    case app(AppIdentifier)
    /// A document with its enclosing documents, from its parent to the page. The page itself has none.
    case page(WebOrigin, ancestors: [WebOrigin] = [])

    /// The host whose credentials a page may use: its own exact host. Nil for apps, for hosts that are not ASCII domain names,
    /// for pages without https on other machines, and for a document in a page of another host.
    package var pageHost: DomainName? {
        guard case .page(let document, let ancestors) = self, let host = Self.protectedHost(document),
            ancestors.allSatisfy({ Self.protectedHost($0) == host })
        else { return nil }
        return host
    }

    private static func protectedHost(_ origin: WebOrigin) -> DomainName? {
        guard let host = try? DomainName(origin.host.text) else { return nil }
        return origin.scheme == "https" || (origin.scheme == "http" && host.isLocalhost) ? host : nil
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

/// An input on the screen: its type and its content.
package struct ScreenField: Hashable, Sendable {
    package let id: FieldID
    /// The type of the field, from the classification of its page.
    package let type: FieldType
    package let text: PrivateText
    /// The field's own rules for new passwords (`passwordRules`, `passwordrules`).
    package let rules: PasswordRules?
    /// Whether a custom input view replaces the keyboard. AutoFill then offers nothing.
    package let hasCustomInputView: Bool
    /// Whether the user can type into the field. The content of other fields is saved, but nothing is filled into them.
    package let isEditable: Bool

    package init(
        id: FieldID, type: FieldType, text: PrivateText = PrivateText(""), rules: PasswordRules? = nil,
        hasCustomInputView: Bool = false, isEditable: Bool = true
    ) {
        self.id = id
        self.type = type
        self.text = text
        self.rules = rules
        self.hasCustomInputView = hasCustomInputView
        self.isEditable = isEditable
    }

    /// Whether AutoFill can offer suggestions for the field and fill it in.
    var isFillable: Bool { isEditable && !hasCustomInputView }
}

/// The identifier of an input on a screen, valid for its lifetime. An input that is removed and added again has another
/// identifier.
package struct FieldID: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The properties of an input that do not affect its classification and change while it is used.
package struct ScreenInput: Hashable, Sendable {
    package let id: FieldID
    package var text: PrivateText
    /// The field's own rules for new passwords.
    package var rules: PasswordRules?
    /// Whether a custom input view replaces the keyboard.
    package var hasCustomInputView: Bool

    package init(
        id: FieldID, text: PrivateText = PrivateText(""), rules: PasswordRules? = nil, hasCustomInputView: Bool = false
    ) {
        self.id = id
        self.text = text
        self.rules = rules
        self.hasCustomInputView = hasCustomInputView
    }

    /// Returns the rules with the length limit of the field, because a strong password must not be truncated by its field.
    fileprivate func rules(within field: FormField) -> PasswordRules? {
        guard let length = field.maximumLength.flatMap(RuleNumber.init(exactly:)) else { return rules }
        var bounded = rules ?? PasswordRules()
        bounded.maxLength = min(bounded.maxLength ?? length, length)
        return bounded
    }
}
