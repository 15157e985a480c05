import AppleIdentityEmulator
import HTTPTypes
import Testing

@Suite("Sign in with Apple on the pages")
struct WebSignInTests {
    @Test("a browser is redirected to Apple and returns signed in, without a token in any URL")
    func wholeWay() async throws {
        try await AppleBench.run { bench, client in
            var browser = TestBrowser(client)
            let away = try await browser.get("/sign-in/apple")
            #expect(away.status == 303)
            #expect(away.location.contains("response_mode=form_post"))
            let response = try bench.apple.signIn(at: away.location, as: bench.person)
            #expect(response["user"] != nil)

            let landed = try await browser.postFromElsewhere("/sign-in/apple/callback", response.pairs)
            #expect(landed.location == "/sign-in/apple/finish")
            let finished = try await browser.get(landed.location)
            #expect(finished.location == "/account?notice=account-created")
            #expect(try await browser.get("/account").status == 200)

            var again = TestBrowser(client)
            #expect(try await again.signIn(bench).location == "/account")
        }
    }

    @Test("another browser cannot finish a started sign-in")
    func otherBrowser() async throws {
        try await AppleBench.run { bench, client in
            var attacker = TestBrowser(client)
            let response = try await attacker.visitApple(bench)

            var victim = TestBrowser(client)
            _ = try await victim.get("/sign-in/apple")
            let landed = try await victim.postFromElsewhere("/sign-in/apple/callback", response.pairs)
            let finished = try await victim.get(landed.location)
            #expect(finished.location == "/sign-in?notice=apple-expired")
            #expect(try await victim.get("/account").status == 303)
        }
    }

    @Test("one of 64 concurrent callbacks succeeds")
    func oneLanding() async throws {
        try await AppleBench.run { bench, client in
            var browser = TestBrowser(client)
            let response = try await browser.visitApple(bench)
            let homes = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        var copy = TestBrowser(client)
                        return try await copy.postFromElsewhere("/sign-in/apple/callback", response.pairs).location
                    }
                }
                return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(homes == ["/sign-in/apple/finish": 1, "/sign-in?notice=apple-expired": 63])
        }
    }

    @Test("an address in the posted user JSON is ignored, and a name is only a name")
    func postedUser() async throws {
        try await AppleBench.run { bench, client in
            var browser = TestBrowser(client)
            let response = try await browser.visitApple(bench)
            let forged = #"{"name":{"firstName":"<b>Mal","lastName":"Lory"},"email":"victim@example.com"}"#
            let fields = response.pairs.map { $0.name == "user" ? (name: "user", value: forged) : $0 }
            let landed = try await browser.postFromElsewhere("/sign-in/apple/callback", fields)
            _ = try await browser.get(landed.location)
            let page = String(decoding: try await browser.get("/account").body, as: UTF8.self)
            #expect(page.contains("anna@example.com"))
            #expect(!page.contains("victim@example.com"))
            #expect(!page.contains("<b>Mal"))
        }
    }

    @Test("cancelling at Apple returns to the start, and nothing is created")
    func cancelled() async throws {
        try await AppleBench.run { bench, client async throws in
            var browser = TestBrowser(client)
            #expect(try await browser.signIn(bench, .cancel).location == "/sign-in")
        }
    }

    @Test("a callback with a forged token shows an error page", arguments: [true, false])
    func spoiled(isOutage: Bool) async throws {
        try await AppleBench.run { bench, client in
            if isOutage {
                _ = try bench.apple.addFault(.status(503), at: .keys)
            } else {
                _ = try bench.apple.addFault(.wrongSignature, at: .authorize, count: 1)
            }
            var browser = TestBrowser(client)
            let home = try await browser.signIn(bench).location
            #expect(home == (isOutage ? "/sign-in?notice=apple-unavailable" : "/sign-in?notice=apple-rejected"))
        }
    }
}
