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
