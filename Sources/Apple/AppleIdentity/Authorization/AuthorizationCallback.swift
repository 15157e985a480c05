/// What the browser brought back from Apple. All of it came through the browser: it says what to ask Apple, and nothing about who it is.
public enum AuthorizationCallback: Sendable {
    /// The person signed in.
    case authorized(AuthorizationGrant)
    /// The person changed their mind (`user_cancelled_authorize`). There may be a state.
    case cancelled(state: String?)
    /// Apple reports another error; none is documented.
    case failed(error: String, state: String?)

    /// Reads the body of the form that the browser posted, or a query or fragment: `application/x-www-form-urlencoded`.
    ///
    /// Fields that are not known are passed over.
    ///
    /// - Throws: ``CallbackRefusal`` for a name given twice, whatever is too large or malformed, and for a form that is neither of the
    ///   three cases.
    public init(form: [UInt8]) throws(CallbackRefusal) {
        let fields = try CallbackForm(form)
        let state = try fields.state()
        guard let error = fields["error"] else {
            self = .authorized(try AuthorizationGrant(fields, state: state))
            return
        }
        for name in ["code", "id_token", "user"] where fields[name] != nil { throw CallbackRefusal(.contradiction, field: name) }
        guard (1...Self.longestError).contains(error.utf8.count), error.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw CallbackRefusal(.malformedField, field: "error")
        }
        self = error == "user_cancelled_authorize" ? .cancelled(state: state) : .failed(error: error, state: state)
    }

    private static let longestError = 128
}
