/// What the browser brings after a sign-in.
public struct AuthorizationGrant: Sendable {
    /// What the request said; compare it with what the browser was given before anything else.
    public let state: String

    /// To be exchanged at once.
    public let code: AuthorizationCode

    /// Where one was asked for, unverified; its `c_hash` must be that of ``code``.
    public let identityToken: UnverifiedIdentityToken?

    /// What the person calls themselves, at the first sign-in only. The browser could have written it: it is a wish, not a fact.
    public let name: PersonName?

    init(_ fields: CallbackForm, state: String?) throws(CallbackRefusal) {
        guard let state else { throw CallbackRefusal(.missingField, field: "state") }
        guard let code = fields["code"] else { throw CallbackRefusal(.missingField, field: "code") }
        guard let code = AuthorizationCode(code) else { throw CallbackRefusal(.malformedField, field: "code") }
        self.state = state
        self.code = code
        identityToken = try fields["id_token"].map { text throws(CallbackRefusal) in
            guard let token = UnverifiedIdentityToken(text) else { throw CallbackRefusal(.malformedField, field: "id_token") }
            return token
        }
        name = try fields["user"].flatMap { text throws(CallbackRefusal) in try PersonName(callbackUser: text) }
    }
}

extension AuthorizationGrant: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Nothing of what it holds.
    public var description: String { "AuthorizationGrant(redacted)" }

    /// The same as ``description``.
    public var debugDescription: String { description }

    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
