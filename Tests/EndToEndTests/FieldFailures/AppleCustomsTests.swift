import AppleIdentityEmulator
import HTTPTypes
import JSONText
import Testing

@Suite("Failure 14: Apple's conventions")
struct AppleCustomsTests {
    private func identity(_ client: AppleBenchClient, _ session: String) async throws -> JSONValue? {
        try await client.send(.get, "/v1/account/apple", token: session).json["apple"]?[0]
    }

    @Test("failure 14: an address that is missing the second time is kept, and does not change the account")
    func missingAddress() async throws {
        try await AppleBench.run(settings: { $0.sendsEmailOnLaterSignIns = false }) { bench, client in
            let first = try await client.signIn(bench)
            bench.apple.clock.advance(by: 60)
            let second = try await client.signIn(bench)
            #expect(second.status == 200)
            #expect(try second.text("account", "id") == first.text("account", "id"))
            #expect(try await identity(client, second.text("session", "token"))?["email"]?.string == "anna@example.com")
        }
    }

    @Test("failure 14: Apple's claim marks a relay address, not its domain")
    func relayAddress() async throws {
        try await AppleBench.run(settings: { $0.relayDomain = .iCloud }) { bench, client in
            let hidden = try await client.signIn(bench, choices: ConsentChoices(email: .hide)).text("session", "token")
            let shown = try await identity(client, hidden)
            #expect(shown?["email"]?.string?.hasSuffix("@private.icloud.com") == true)
            #expect(shown?["emailPrivate"] == true)
            let open = try bench.addPerson("ben", email: "ben@privaterelay.appleid.com")
            let other = try await client.signIn(bench, person: open).text("session", "token")
            #expect(try await identity(client, other)?["emailPrivate"] == false)
        }
    }

    @Test("failure 14: a name that is sent only once is kept, and an empty or foreign later one does not replace it")
    func nameOnce() async throws {
        try await AppleBench.run { bench, client in
            _ = try await client.signIn(bench)
            for name: JSONValue in [.null, ["givenName": "", "familyName": ""], ["givenName": "  ", "familyName": "\u{200B}"]] {
                let nonce = try await client.challenge()
                let credential = try bench.credential(nonce: nonce)
                #expect(credential.givenName == nil)
                var proof = client.proof(credential, nonce: nonce).object ?? JSONObject()
                proof["name"] = name
                let answer = try await client.send(.post, "/v1/sessions/apple", json: .object(proof))
                guard answer.status == 200 else {
                    #expect(answer.status == 400)
                    continue
                }
                #expect(try await identity(client, answer.text("session", "token"))?["givenName"]?.string == "Anna")
            }
        }
    }

    @Test("failure 14: the posted user JSON never sets an address, verified or not, at the first sign-in or later")
    func postedUser() async throws {
        try await AppleBench.run { bench, client in
            let forged =
                #"{"name":{"firstName":"Mal","lastName":"Lory"},"email":"victim@example.com","sub":"x","email_verified":true}"#
            for attempt in 1...2 {
                var browser = TestBrowser(client)
                let response = try await browser.visitApple(bench)
                #expect((response["user"] != nil) == (attempt == 1))
                let fields = response.pairs.filter { $0.name != "user" } + [(name: "user", value: forged)]
                let landed = try await browser.postFromElsewhere("/sign-in/apple/callback", fields)
                #expect(try await browser.get(landed.location).location.hasPrefix("/account"))
                let page = String(decoding: try await browser.get("/account").body, as: UTF8.self)
                #expect(page.contains("anna@example.com"))
                #expect(!page.contains("victim@example.com"))
            }
        }
    }

    @Test("failure 14: a repeated notification has no effect, however late")
    func replay() async throws {
        try await AppleBench.run { bench, client in
            let old = try await client.signIn(bench).text("session", "token")
            bench.apple.clock.advance(by: 10)
            try bench.apple.revokeConsent(of: bench.person, primary: bench.app)
            let body = try bench.lastNotification
            #expect(try await client.send(.post, "/apple/notifications", body: body).status == 200)
            #expect(try await client.send(.get, "/v1/session", token: old).status == 401)
            for seconds in [10.0, 3_600, 80_000] {
                bench.apple.clock.advance(by: seconds)
                let back = try await client.signIn(bench).text("session", "token")
                #expect(try await client.send(.post, "/apple/notifications", body: body).status == 200)
                #expect(try await client.send(.get, "/v1/session", token: back).status == 200)
            }
            // When its identifier may be forgotten, the notification is rejected as expired.
            bench.apple.clock.advance(by: 10_000)
            #expect(try await client.send(.post, "/apple/notifications", body: body).status == 400)
        }
    }

    static let faults: [Fault.Kind] = [
        .wrongAudience("com.example.other"), .wrongIssuer("https://account.apple.com"), .wrongSignature, .stale,
    ]

    @Test("failure 14: a notification for another app, of another issuer, forged or expired ends no session", arguments: faults)
    func rejectedNotification(fault: Fault.Kind) async throws {
        try await AppleBench.run { bench, client in
            let token = try await client.signIn(bench).text("session", "token")
            bench.apple.clock.advance(by: 10)
            try bench.apple.addFault(fault, at: .notification, count: 1)
            try bench.apple.revokeConsent(of: bench.person, primary: bench.app)
            let spoiled = try await client.send(.post, "/apple/notifications", body: try bench.lastNotification)
            #expect(spoiled.status == 400)
            #expect(try await client.send(.get, "/v1/session", token: token).status == 200)

            // The twin: the same event without the error. The user must consent again first.
            let back = try await client.signIn(bench).text("session", "token")
            bench.apple.clock.advance(by: 10)
            try bench.apple.revokeConsent(of: bench.person, primary: bench.app)
            let good = try await client.send(.post, "/apple/notifications", body: try bench.lastNotification)
            #expect(good.status == 200)
            #expect(try await client.send(.get, "/v1/session", token: back).status == 401)
        }
    }

    @Test("failure 14: a notification about an unknown user is accepted and has no effect")
    func unknownSubject() async throws {
        try await AppleBench.run { bench, client in
            let stranger = try bench.addPerson("stranger", email: "stranger@example.com")
            let known = try await client.signIn(bench).text("session", "token")
            _ = try bench.credential(nonce: try await client.challenge(), person: stranger)
            bench.apple.clock.advance(by: 10)
            try bench.apple.deleteAccount(stranger)
            #expect(try await client.send(.post, "/apple/notifications", body: try bench.lastNotification).status == 200)
            #expect(try await client.send(.get, "/v1/session", token: known).status == 200)

            try bench.apple.deleteAccount(bench.person)
            #expect(try await client.send(.post, "/apple/notifications", body: try bench.lastNotification).status == 200)
            #expect(try await client.send(.get, "/v1/session", token: known).status == 401)
        }
    }

    @Test(
        "failure 14: an unsigned notification has no effect",
        arguments: [
            "", "{}", "[]", #"{"payload":""}"#, #"{"payload":null}"#, #"{"payload":"e30.e30."}"#,
            #"{"payload":"x","payload":"y"}"#, #"{"events":{"type":"account-delete","sub":"x"}}"#,
        ])
    func unsignedNotification(body: String) async throws {
        try await AppleBench.run { bench, client in
            let token = try await client.signIn(bench).text("session", "token")
            #expect(try await client.send(.post, "/apple/notifications", body: Array(body.utf8)).status == 400)
            #expect(try await client.send(.get, "/v1/session", token: token).status == 200)
        }
    }
}
