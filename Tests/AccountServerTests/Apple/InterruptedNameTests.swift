import Accounts
import HTTPTypes
import Testing

@testable import AccountServer

@Suite("The name that Apple sends once")
struct InterruptedNameTests {
    @Test(
        "the name is kept if Apple is unavailable for the code, with either verification", arguments: [true, false])
    func kept(isTold: Bool) async throws {
        let apple = FakeAppleService()
        let bench = try ServerBench(apple: apple, verification: .authorizationCode)
        let stores = bench.system.service.stores
        try await bench.run { client in
            var browser = Browser(client)
            apple.goDown("/auth/token")
            let name = #"{"name":{"firstName":"Anna","lastName":"Lindqvist"}}"#
            let first = try await Self.land(&browser, apple, user: isTold ? name : nil)
            #expect(first.headers[.location] == "/sign-in?notice=apple-unavailable")
            apple.goDown(nil)
            let second = try await Self.land(&browser, apple, user: nil)
            #expect(second.headers[.location] == "/sign-in/apple/finish")
            #expect(try await browser.send(.get, "/sign-in/apple/finish").headers[.location] == "/account?notice=account-created")
        }
        let team = try #require(AppleTeamID(FakeAppleService.team))
        let subject = try #require(AppleSubject("000001.anna"))
        let identity = try #require(try await stores.appleIdentity(AppleIdentityKey(team: team, subject: subject)))
        #expect(identity.name == (isTold ? PersonName(given: "Anna", family: "Lindqvist") : nil))
    }

    /// Starts a sign-in, authenticates at Apple, and posts Apple's form.
    private static func land(_ browser: inout Browser, _ apple: FakeAppleService, user: String?) async throws -> ServerAnswer {
        let location = try #require(try await browser.send(.get, "/sign-in/apple").headers[.location])
        let query = try FormFields(parsing: Array(location.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
        let token = try apple.signIn(nonce: query.required("nonce"), audience: FakeAppleService.webID)
        var form = [("state", try query.required("state")), ("code", "good-code"), ("id_token", token)]
        if let user { form.append(("user", user)) }
        return try await browser.send(
            .post, "/sign-in/apple/callback", body: FormEncoding.encode(form),
            headers: [.contentType: "application/x-www-form-urlencoded"])
    }
}
