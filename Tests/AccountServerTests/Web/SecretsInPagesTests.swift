import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Secrets in pages")
struct SecretsInPagesTests {
    /// All responses on a journey through all pages, with every secret that was used.
    private struct Journey {
        var answers: [ServerAnswer] = []
        var secrets: Set<String> = [ServerBench.password, ServerBench.otherPassword, "not it at all 11"]
    }

    @Test(
        "no page or redirect contains a password, a session token, a device token or a cookie's value, and all have the strict policy"
    )
    func journey() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            let journey = try await Self.journey(bench, client)
            #expect(journey.answers.count > 20)
            #expect(journey.secrets.count > 10)
            for answer in journey.answers {
                let told = answer.text + answer.headers.filter { $0.name != .setCookie }.map { "\n\($0)" }.joined()
                for secret in journey.secrets { #expect(!told.contains(secret)) }
                guard answer.headers[.contentType]?.hasPrefix("text/html") == true else { continue }
                #expect(answer.headers[.cacheControl] == "no-store")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
                #expect(answer.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
                #expect(answer.headers[.contentSecurityPolicy]?.contains("unsafe") == false)
                #expect(answer.text.firstMatch(of: /<script(?! src="\/assets\/[^"]*" defer><\/script>)/) == nil)
                #expect(!answer.text.contains(" style="))
                #expect(answer.text.firstMatch(of: /<[^>]* on[a-z]+=/) == nil)
            }
        }
    }

    private static func journey(_ bench: ServerBench, _ client: ServerClient) async throws -> Journey {
        var journey = Journey()
        var browser = Browser(client)
        try await browser.signUp("ab", password: ServerBench.otherPassword)
        try await browser.signUp()
        _ = try await browser.submit(try await browser.open("/account"), to: "/sign-out")
        try await browser.signIn(password: "not it at all 11")
        try await browser.signIn()
        var page = try await browser.open("/account/password")
        for current in ["not it at all 11", ServerBench.password] {
            page = try await browser.submit(
                page, to: "/account/password", ["current-password": current, "new-password": ServerBench.otherPassword])
        }
        bench.clock.advance(by: .seconds(601))
        page = try await browser.open("/account/delete")
        for current in ["not it at all 11", ServerBench.otherPassword] {
            page = try await browser.submit(page, to: "/account/reauthenticate", ["current-password": current])
        }
        _ = try await browser.submit(page, to: "/account/delete")
        journey.answers = browser.received
        for answer in browser.received {
            for field in answer.headers[values: .setCookie] {
                let value = try BrowserCookie(field).value
                if !value.isEmpty { journey.secrets.insert(value) }
            }
        }
        return journey
    }
}
