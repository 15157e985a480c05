/// The fields that forms send, by their names on the wire.
package enum FormField: String, Sendable, CaseIterable {
    /// The user name; in forms for somebody signed in, a hidden copy of it for password managers, not to be trusted.
    case username
    /// The password of a sign-in, or the one chosen at sign-up.
    case password
    /// The password in use until now.
    case currentPassword = "current-password"
    /// The password to be used from now on.
    case newPassword = "new-password"
    /// The token against forged requests.
    case formToken = "form-token"
    /// A one-time code.
    case code
    /// What kind of code it is: a `SecondStepPage.Method`.
    case method
    /// Where to go afterwards: a `PageDestination`.
    case next
    /// The domain whose association file is asked about.
    case domain
    /// The text of an association file.
    case file
    /// The identifier of an app.
    case appID = "app-id"
    /// A `DomainService`; empty for all.
    case service
    /// A link to try.
    case link
    /// Whom a file is asked of: a `DomainSource`.
    case source

    /// The id of the field in a page; no page has two fields of one name.
    var id: String { rawValue }

    var hintID: String { id + "-hint" }

    var errorID: String { id + "-error" }
}

/// One reason why a form was not taken.
package struct FormError: Sendable, Hashable {
    /// The field it is about; nil when it is about the form as a whole.
    package let field: FormField?

    /// A stable code, given to tools as `data-code`.
    package let code: String

    /// The reason, as a whole sentence for the person at the form.
    package let message: String

    /// A reason. It must not quote a password: messages are shown.
    package init(field: FormField?, code: String, message: String) {
        self.field = field
        self.code = code
        self.message = message
    }
}

/// The token against forged requests that a form carries back. It is a secret of the visitor's session and prints nothing.
package struct FormToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let value: String

    /// A token made by the server.
    package init(_ value: String) {
        self.value = value
    }

    /// Says nothing of the token.
    package var description: String { "FormToken" }

    /// Says nothing of the token.
    package var debugDescription: String { "FormToken" }

    /// Holds nothing of the token.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
