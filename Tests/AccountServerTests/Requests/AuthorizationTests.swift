import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Authorization header")
struct AuthorizationTests {
    @Test("a bearer token is accepted with any case of its scheme", arguments: ["Bearer abc", "bearer abc", "BEARER   abc"])
    func bearer(value: String) throws {
        #expect(try IncomingRequest.get([.authorization: value]).bearerToken().reveal() == "abc")
    }

    @Test("every allowed character is accepted, and padding at the end")
    func alphabet() throws {
        let token = "azAZ09-._~+/=="
        #expect(try IncomingRequest.get([.authorization: "Bearer \(token)"]).bearerToken().reveal() == token)
    }

    @Test(
        "another scheme is rejected with 401",
        arguments: ["Basic abc", "Bearer", "abc", "", "Bearerabc", "Bear\u{212A} x", "Bearer\tabc"])
    func otherScheme(value: String) {
        let rejection = #expect(throws: Problem.self) { try IncomingRequest.get([.authorization: value]).bearerToken() }
        #expect(rejection?.code == .unauthenticated)
        #expect(rejection?.answerHeaders[.wwwAuthenticate] == Problem.bearerChallenge)
    }

    @Test(
        "a malformed token is rejected with 400",
        arguments: ["Bearer a b", "Bearer a,b", "Bearer =", "Bearer a=b", "Bearer ä", "Bearer \"a\"", "Bearer a;b"])
    func malformed(value: String) {
        let rejection = #expect(throws: Problem.self) { try IncomingRequest.get([.authorization: value]).bearerToken() }
        #expect(rejection?.code == .badRequest)
        #expect(rejection?.headers[.wwwAuthenticate]?.contains("invalid_request") == true)
    }

    @Test("two fields are rejected with 400 even if both are valid")
    func twoFields() {
        let headers = HTTPFields(pairs: [(.authorization, "Bearer abc"), (.authorization, "Bearer abc")])
        let rejection = #expect(throws: Problem.self) { try IncomingRequest.get(headers).bearerToken() }
        #expect(rejection?.code == .badRequest)
    }

    @Test("a missing field is nil, and 401 if a token is required")
    func absent() throws {
        #expect(try BearerToken(in: [:]) == nil)
        let rejection = #expect(throws: Problem.self) { try IncomingRequest.get([:]).bearerToken() }
        #expect(rejection?.status == .unauthorized)
    }
}
