/// A web authorization request: the URL to which a page sends the browser.
///
/// The initializer rejects combinations that Apple rejects. The server creates a state and a nonce for one sign-in and keeps them
/// until the callback.
public struct AuthorizationRequest: Sendable {
    /// The contents of the callback.
    public enum ResponseType: String, Sendable, Hashable, CaseIterable {
        /// A code.
        case code
        /// A code and an identity token.
        case codeAndIdentityToken = "code id_token"
    }

    /// The way in which Apple returns the callback.
    public enum ResponseMode: String, Sendable, Hashable, CaseIterable {
        /// In the query. Logs and browser histories record the code.
        case query
        /// In the fragment, for scripts of a page.
        case fragment
        /// As a form that the browser posts.
        case formPost = "form_post"
    }

    /// The data that Apple asks the user to share at the first sign-in.
    public enum Scope: String, Sendable, Hashable, CaseIterable {
        /// The name.
        case name
        /// The e-mail address, or a relay address.
        case email
    }

    /// The longest state or nonce, in bytes.
    public static let maximumValueLength = 1_024

    /// The Services ID.
    public let client: ClientID
    /// The URL that receives the callback.
    public let redirectURI: RedirectURI
    /// The contents of the callback.
    public let responseType: ResponseType
    /// The way in which Apple returns the callback.
    public let responseMode: ResponseMode
    /// The data that Apple asks the user to share.
    public let scopes: Set<Scope>
    /// A value that Apple returns unchanged, which ties the callback to this request.
    public let state: String
    /// The value of the identity token's `nonce`.
    public let nonce: String?

    /// Creates a request.
    ///
    /// - Throws: ``AppleIdentityError`` for scopes in another mode than ``ResponseMode/formPost``, for an identity token in the
    ///   query or without a nonce, and for a state or nonce that is empty, too long, or not printable ASCII without spaces.
    public init(
        client: ClientID, redirectURI: RedirectURI, responseType: ResponseType = .code, responseMode: ResponseMode = .formPost,
        scopes: Set<Scope> = [.name, .email], state: String, nonce: String?
    ) throws(AppleIdentityError) {
        guard scopes.isEmpty || responseMode == .formPost else {
            throw AppleIdentityError(
                .scopesNeedFormPost, "A request for the name or e-mail address requires the response mode form_post.")
        }
        if responseType == .codeAndIdentityToken {
            guard responseMode != .query else {
                throw AppleIdentityError(.identityTokenInQuery, "An identity token cannot be returned in the query; use form_post.")
            }
            // OpenID Connect Core 1.0, section 3.3.2.11.
            guard nonce != nil else {
                throw AppleIdentityError(.identityTokenWithoutNonce, "A request for an identity token requires a nonce.")
            }
        }
        for (value, name, code) in [(state, "state", AppleIdentityError.Code.malformedState), (nonce, "nonce", .malformedNonce)]
        where value.map(Self.isValue) == false {
            throw AppleIdentityError(code, "The \(name) is empty, too long, or not printable ASCII without spaces.")
        }
        self.client = client
        self.redirectURI = redirectURI
        self.responseType = responseType
        self.responseMode = responseMode
        self.scopes = scopes
        self.state = state
        self.nonce = nonce
    }

    /// Returns the URL. Equal requests give the same bytes.
    public func url(at endpoints: AppleEndpoints = .apple) -> String {
        var fields = [
            (name: "client_id", value: client.text), (name: "redirect_uri", value: redirectURI.text),
            (name: "response_type", value: responseType.rawValue), (name: "response_mode", value: responseMode.rawValue),
        ]
        let names = Scope.allCases.filter(scopes.contains).map(\.rawValue)
        if !names.isEmpty { fields.append((name: "scope", value: names.joined(separator: " "))) }
        fields.append((name: "state", value: state))
        if let nonce { fields.append((name: "nonce", value: nonce)) }
        return endpoints.authorize + "?" + FormBody.text(fields)
    }

    static func isValue(_ text: String) -> Bool {
        (1...maximumValueLength).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
