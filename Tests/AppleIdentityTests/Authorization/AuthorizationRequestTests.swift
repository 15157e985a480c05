import AppleIdentity
import Testing

@Suite("Authorization requests")
struct AuthorizationRequestTests {
    private struct Draft {
        var responseType = AuthorizationRequest.ResponseType.code
        var responseMode = AuthorizationRequest.ResponseMode.formPost
        var scopes: Set<AuthorizationRequest.Scope> = [.email, .name]
        var state = "st-1"
        var nonce: String? = "n/1"

        func request() throws(AppleIdentityError) -> AuthorizationRequest? {
            guard let client = try? ClientID("com.example.web"), let uri = try? RedirectURI("https://example.com/cb?a=b")
            else { return nil }
            return try AuthorizationRequest(
                client: client, redirectURI: uri, responseType: responseType, responseMode: responseMode, scopes: scopes,
                state: state,
                nonce: nonce)
        }
    }

    private func error(_ change: (inout Draft) -> Void) -> AppleIdentityError.Code? {
        var draft = Draft()
        change(&draft)
        return failure { try draft.request() }?.code
    }

    @Test("equal requests have equal URLs, with %20 between scopes")
    func url() throws {
        var draft = Draft()
        draft.responseType = .codeAndIdentityToken
        #expect(
            try draft.request()?.url() == """
                https://appleid.apple.com/auth/authorize?client_id=com.example.web&redirect_uri=https%3A%2F%2Fexample.com%2Fcb%3Fa%3Db\
                &response_type=code%20id_token&response_mode=form_post&scope=name%20email&state=st-1&nonce=n%2F1
                """)
    }

    @Test("omitted values are not in the URL")
    func lean() throws {
        var draft = Draft()
        (draft.scopes, draft.nonce, draft.responseMode) = ([], nil, .query)
        #expect(
            try draft.request()?.url(at: AppleEndpoints(baseURL: "http://localhost:9000")) == """
                http://localhost:9000/auth/authorize?client_id=com.example.web&redirect_uri=https%3A%2F%2Fexample.com%2Fcb%3Fa%3Db\
                &response_type=code&response_mode=query&state=st-1
                """)
    }

    @Test("scopes require a posted form", arguments: [.query, .fragment] as [AuthorizationRequest.ResponseMode])
    func scopes(mode: AuthorizationRequest.ResponseMode) {
        #expect(error { $0.responseMode = mode } == .scopesNeedFormPost)
        #expect(error { ($0.responseMode, $0.scopes) = (mode, [.email]) } == .scopesNeedFormPost)
        #expect(error { ($0.responseMode, $0.scopes) = (mode, []) } == nil)
    }

    @Test("an identity token requires a form or fragment, and a nonce")
    func identityToken() {
        #expect(
            error { ($0.responseType, $0.responseMode, $0.scopes) = (.codeAndIdentityToken, .query, []) } == .identityTokenInQuery)
        #expect(error { ($0.responseType, $0.responseMode, $0.scopes) = (.codeAndIdentityToken, .fragment, []) } == nil)
        #expect(error { ($0.responseType, $0.nonce) = (.codeAndIdentityToken, nil) } == .identityTokenWithoutNonce)
        #expect(error { $0.nonce = nil } == nil)
    }

    @Test(
        "state and nonce must have 1 to 1,024 bytes of printable ASCII",
        arguments: ["", "a b", "ä", "a\n", String(repeating: "a", count: 1_025)])
    func values(text: String) {
        #expect(error { $0.state = text } == .malformedState)
        #expect(error { $0.nonce = text } == .malformedNonce)
    }

    @Test("their valid near-twins are accepted", arguments: ["a", "%&=?#+/", String(repeating: "a", count: 1_024)])
    func neighbours(text: String) {
        #expect(error { ($0.state, $0.nonce) = (text, text) } == nil)
    }
}
