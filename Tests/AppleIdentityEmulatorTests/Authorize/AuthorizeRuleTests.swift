import AppleIdentityEmulator
import Testing

@Suite("The rules of /auth/authorize")
struct AuthorizeRuleTests {
    /// A changed parameter, and the response of Apple's page.
    struct Broken: CustomTestStringConvertible, Sendable {
        let changes: [String: String?]
        let code: AppleServiceError.Code
        let text: String?
        var testDescription: String { "\(changes)" }
    }

    static let broken: [Broken] = [
        .init(changes: ["client_id": nil], code: .invalidRequest, text: "Missing parameter: client_id."),
        .init(changes: ["client_id": "com.example.nobody"], code: .invalidClient, text: "Invalid client id or web redirect url."),
        .init(changes: ["client_id": "com.example.WEB"], code: .invalidClient, text: "Invalid client id or web redirect url."),
        .init(changes: ["client_id": "com.example.app"], code: .invalidClient, text: "Invalid client id or web redirect url."),
        .init(changes: ["client_id": "com example"], code: .invalidClient, text: "Invalid client id or web redirect url."),
        .init(changes: ["redirect_uri": nil], code: .invalidRequest, text: "Missing parameter: redirect_uri."),
        .init(
            changes: ["redirect_uri": "http://app.example.com/callback"], code: .invalidRequest, text: "Invalid web redirect url."),
        .init(changes: ["redirect_uri": "https://127.0.0.1/callback"], code: .invalidRequest, text: "Invalid web redirect url."),
        .init(changes: ["redirect_uri": "https://localhost/callback"], code: .invalidRequest, text: "Invalid web redirect url."),
        .init(
            changes: ["redirect_uri": "https://app.example.com/callback#top"], code: .invalidRequest,
            text: "Invalid web redirect url."),
        .init(
            changes: ["redirect_uri": "https://app.example.com/callback/"], code: .unauthorizedClient,
            text: "Invalid web redirect url."),
        .init(
            changes: ["redirect_uri": "https://app.example.com/callback?x=1"], code: .unauthorizedClient,
            text: "Invalid web redirect url."),
        .init(
            changes: ["redirect_uri": "https://app.example.com:443/callback"], code: .unauthorizedClient,
            text: "Invalid web redirect url."),
        .init(
            changes: ["redirect_uri": "https://app.example.com/Callback"], code: .unauthorizedClient,
            text: "Invalid web redirect url."),
        .init(
            changes: ["redirect_uri": "https://badapp.example.com/callback"], code: .unauthorizedClient,
            text: "Invalid web redirect url."),
        .init(changes: ["response_type": nil], code: .invalidRequest, text: "Missing parameter: response_type."),
        .init(changes: ["response_type": "id_token"], code: .invalidRequest, text: "Invalid response_type."),
        .init(changes: ["response_type": "token"], code: .invalidRequest, text: "Invalid response_type."),
        .init(changes: ["response_type": "code code"], code: .invalidRequest, text: "Invalid response_type."),
        .init(changes: ["response_mode": "post"], code: .invalidRequest, text: "Invalid response_mode."),
        .init(
            changes: ["response_mode": "query"], code: .invalidRequest,
            text: "response_mode must be form_post when name or email scope is requested."),
        .init(
            changes: ["response_mode": "fragment"], code: .invalidRequest,
            text: "response_mode must be form_post when name or email scope is requested."),
        .init(
            changes: ["response_mode": nil], code: .invalidRequest,
            text: "response_mode must be form_post when name or email scope is requested."),
        .init(
            changes: ["response_mode": "query", "scope": nil, "response_type": "code id_token"], code: .invalidRequest,
            text: "response_mode must be fragment or form_post when id_token is requested."),
        .init(changes: ["scope": "name phone"], code: .invalidScope, text: "Invalid scope."),
        .init(changes: ["scope": "name,email"], code: .invalidScope, text: "Invalid scope."),
        .init(changes: ["scope": "Name"], code: .invalidScope, text: "Invalid scope."),
        .init(changes: ["state": String(repeating: "s", count: 4_097)], code: .invalidRequest, text: nil),
        .init(changes: ["nonce": String(repeating: "n", count: 4_097)], code: .invalidRequest, text: nil),
    ]

    @Test("a request that violates one rule gets the error page", arguments: broken)
    func brokenRequestIsRejected(_ broken: Broken) async throws {
        let bench = try await ServiceBench()
        guard case .rejected(let error) = bench.service.authorize(try bench.authorizeForm(broken.changes)) else {
            throw Unexpected()
        }
        #expect(error.code == broken.code)
        #expect(error.description == broken.text)
        #expect(error.status == 400)
        #expect(!error.explanation.isEmpty)
        let record = try #require(bench.service.requests().last)
        #expect(record.endpoint == .authorize && record.status == 400 && record.error == broken.code.rawValue)
    }

    /// Valid near-twins of the invalid requests, with the mode of their responses.
    static let accepted: [([String: String?], ResponseMode)] = [
        ([:], .formPost),
        (["scope": "email"], .formPost),
        (["scope": " name  email "], .formPost),
        (["scope": "openid name email"], .formPost),
        (["scope": nil, "response_mode": nil], .query),
        (["scope": nil, "response_mode": "query"], .query),
        (["scope": "openid", "response_mode": "query"], .query),
        (["scope": nil, "response_mode": "fragment"], .fragment),
        (["scope": nil, "response_mode": nil, "response_type": "code id_token"], .fragment),
        (["response_type": "code id_token"], .formPost),
        (["response_type": "id_token code"], .formPost),
        (["response_mode": "web_message"], .webMessage),
        (["state": String(repeating: "s", count: 4_096)], .formPost),
        (["state": nil, "nonce": nil], .formPost),
        (["code_challenge": "abc", "code_challenge_method": "S256"], .formPost),
    ]

    @Test("a valid request gets the sheet, and its response has the requested mode", arguments: accepted)
    func acceptedRequestGetsTheSheet(_ changes: [String: String?], _ mode: ResponseMode) async throws {
        let bench = try await ServiceBench()
        let response = try bench.signIn(changes)
        #expect(response.mode == mode)
        #expect(response.redirectURI == bench.callback)
        #expect(response.exceptions.isEmpty)
        #expect((response.location == nil) == (mode == .formPost || mode == .webMessage))
    }

    @Test("the rejection of an unknown response_mode names all four")
    func namedModes() async throws {
        let bench = try await ServiceBench()
        guard case .rejected(let error) = bench.service.authorize(try bench.authorizeForm(["response_mode": "post"])) else {
            throw Unexpected()
        }
        for mode in ResponseMode.allCases { #expect(error.explanation.contains(mode.rawValue)) }
    }

    @Test("loopback return URLs are rejected by default, and reported as an exception if the settings allow them")
    func loopbackIsAnException() async throws {
        let strict = try await ServiceBench()
        let local = "http://localhost:8080/callback"
        #expect(throws: EmulatorError.self) {
            try strict.service.setWebsites(domains: [], returnURLs: [local], of: strict.web)
        }
        var settings = AppleServiceSettings()
        settings.allowsLoopbackURLs = true
        let lenient = try await ServiceBench(settings: settings)
        try lenient.service.setWebsites(domains: [], returnURLs: [local, lenient.callback], of: lenient.web)
        #expect(try lenient.signIn(["redirect_uri": local]).exceptions == [.loopbackReturnURL])
        #expect(try lenient.signIn().exceptions == [])
        try lenient.service.changeSettings { $0.allowsLoopbackURLs = false }
        guard case .rejected(let error) = lenient.service.authorize(try lenient.authorizeForm(["redirect_uri": local])) else {
            throw Unexpected()
        }
        #expect(error.code == .invalidRequest)
    }

    @Test("a query response is percent-encoded into the return URL")
    func queryAnswerIsEncoded() async throws {
        let bench = try await ServiceBench()
        let response = try bench.signIn(["scope": nil, "response_mode": "query", "state": "a b&c=ä"])
        let location = try #require(response.location)
        #expect(location.hasPrefix(bench.callback + "?code=c"))
        #expect(location.hasSuffix("&state=a%20b%26c%3D%C3%A4"))
    }
}
