import Markup

/// The fields of forms, by their names on the wire.
package enum FormField: String, Sendable, CaseIterable {
    /// The user name. In forms for a signed-in user it is a hidden copy for password managers, which must not be trusted.
    case username
    /// The password of a sign-in, or the one chosen at sign-up.
    case password
    /// The current password.
    case currentPassword = "current-password"
    /// The new password.
    case newPassword = "new-password"
    /// The token against cross-site request forgery.
    case formToken = "form-token"
    /// A one-time code.
    case code
    /// An e-mail address.
    case email
    /// The kind of the code: a `SecondFactorPage.Method`.
    case method
    /// The browser's response from a passkey: the JSON of `toJSON()`.
    case credential
    /// `conditional` for a passkey that the browser made without a dialog.
    case mediation
    /// `password` for a passkey that replaces the password at its first use.
    case replaces
    /// The owner's name for a passkey.
    case name
    /// The page to continue with: a `PageDestination`.
    case next
    /// The language that the picker sets.
    case language
    /// The time zone of the account: an identifier of the time-zone database; empty for the zone of the browser.
    case timeZone = "time-zone"
    /// The page that the language picker returns to: a path of this site.
    case returnPath = "return-path"
    /// The act of an operator.
    case act
    /// The account that an operator's approval is for.
    case account
    /// The reason for an operator's act.
    case reason
    /// The domain whose association file is checked.
    case domain
    /// The text of an association file.
    case file
    /// The identifier of an app.
    case appID = "app-id"
    /// A `DomainService`; empty for all.
    case service
    /// A link to try.
    case link
    /// The source of the file: a `DomainSource`.
    case source
    /// The response of a passkey.
    case response
    /// The challenge of a passkey's response.
    case challenge
    /// The relying party ID of a passkey's response.
    case relyingPartyID = "rp-id"
    /// The origin of a passkey's response.
    case origin
    /// The public key of a passkey.
    case publicKey = "public-key"
    /// Whether a passkey must verify the user: `required` or `optional`.
    case userVerification = "user-verification"

    /// The identifier of the field in a page. A page has at most one field of a name.
    var id: String { rawValue }

    var hintID: String { id + "-hint" }

    var errorID: String { id + "-error" }
}

/// A reason why a form was rejected.
package struct FormError: Sendable, Hashable {
    /// The field; nil if the reason concerns the whole form.
    package let field: FormField?

    /// A stable code, exposed as `data-code`.
    package let code: String

    /// The reason.
    package let reason: Reason

    /// The reason as a full sentence for the user.
    package enum Reason: Sendable, Hashable {
        case text(PageText)
        case message(PageMessage)
        /// A sentence of a page for developers, which is not translated.
        case english(String)
    }

    /// Creates a reason.
    package init(field: FormField?, code: String, _ text: PageText) {
        self.init(field: field, code: code, reason: .text(text))
    }

    /// Creates a reason. It must not contain a password, because it is displayed.
    package init(field: FormField?, code: String, reason: Reason) {
        self.field = field
        self.code = code
        self.reason = reason
    }
}

extension Site {
    func html(_ reason: FormError.Reason) -> HTML {
        switch reason {
        case .text(let text): HTML(self.text(text))
        case .message(let message): html(message)
        case .english(let sentence): HTML(sentence)
        }
    }
}

/// The token against cross-site request forgery that a form sends back. It is a secret of the visitor's session, and its
/// description reveals nothing.
package struct FormToken: Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let value: String

    /// Creates a token from the server's value.
    package init(_ value: String) {
        self.value = value
    }

    /// The name of the type, without the token.
    package var description: String { "FormToken" }

    /// The name of the type, without the token.
    package var debugDescription: String { "FormToken" }

    /// A mirror without the token.
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
