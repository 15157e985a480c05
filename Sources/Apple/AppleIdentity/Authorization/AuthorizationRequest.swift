/// A request to sign in with Apple on the web: the URL that a browser is sent to.
///
/// It can only be made with what Apple accepts. State and nonce come from the server, fit one sign-in, and are kept until the callback.
public struct AuthorizationRequest: Sendable {
    /// What the callback brings.
    public enum ResponseType: String, Sendable, Hashable, CaseIterable {
        /// A code.
        case code
        /// A code and an identity token.
        case codeAndIdentityToken = "code id_token"
    }

    /// How the callback comes.
    public enum ResponseMode: String, Sendable, Hashable, CaseIterable {
        /// In the query: the code is seen by logs and histories.
        case query
        /// In the fragment, for scripts.
        case fragment
        /// As a form that the browser posts.
        case formPost = "form_post"
    }

    /// What the person is asked to share, the first time.
    public enum Scope: String, Sendable, Hashable, CaseIterable {
        /// The name.
        case name
        /// The e-mail address, or a relay address.
        case email
    }

    /// The longest state or nonce in bytes.
    public static let maximumValueLength = 1_024

    /// The Services ID.
    public let client: ClientID
    /// Where the callback goes.
    public let redirectURI: RedirectURI
    /// What it brings.
    public let responseType: ResponseType
    /// How it comes.
    public let responseMode: ResponseMode
    /// What is asked for.
    public let scopes: Set<Scope>
    /// What comes back unchanged, so that the callback is known to answer this request.
    public let state: String
    /// What the identity token must repeat.
    public let nonce: String?

    /// A request.
    ///
    /// - Throws: ``AppleIdentityError`` for scopes without a posted form, for an identity token in the query or without a
    ///   nonce, and for a state or nonce that is empty, too long, or not printable ASCII without spaces.
    public init(
        client: ClientID, redirectURI: RedirectURI, responseType: ResponseType = .code, responseMode: ResponseMode = .formPost,
        scopes: Set<Scope> = [.name, .email], state: String, nonce: String?
    ) throws(AppleIdentityError) {
        guard scopes.isEmpty || responseMode == .formPost else {
            throw AppleIdentityError(
                .scopesNeedFormPost, "Asking for the name or the e-mail address takes the response mode form_post.")
        }
        if responseType == .codeAndIdentityToken {
            guard responseMode != .query else {
                throw AppleIdentityError(.identityTokenInQuery, "An identity token cannot come in the query; use form_post.")
            }
            // OpenID Connect Core 1.0, section 3.3.2.11.
            guard nonce != nil else {
                throw AppleIdentityError(.identityTokenWithoutNonce, "Asking for an identity token takes a nonce.")
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

    /// The URL, always spelled alike.
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
