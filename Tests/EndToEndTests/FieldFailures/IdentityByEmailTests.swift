import Accounts
import AppleIdentityEmulator
import HTTPTypes
import JSONText
import TestStores
import Testing

/// Apple has signed addresses of others (2020), tenants have chosen theirs, and names change. Only team and subject identify a
/// user.
@Suite("Failures 5, 6, 7 and 9: another user with the same address")
struct IdentityByEmailTests {
    private static let stranger = "000001.ffffffffffffffffffffffffffffffff.0001"

    @Test("failure 5: another subject with the victim's address never reaches the victim's account, natively")
    func nativeAddress() async throws {
        try await AppleBench.run { bench, client in
            let victim = try await client.signIn(bench)
            let mallory = try bench.addPerson("mallory", email: "mallory@example.com")
            try bench.apple.addFault(.foreignEmail("anna@example.com"), at: .native, count: 2)
            for status in [201, 200] {
                let attacker = try await client.signIn(bench, person: mallory)
                #expect(attacker.status == status)
                #expect(try attacker.text("account", "id") != victim.text("account", "id"))
            }
            // The twin: the victim's subject does.
            #expect(try await client.signIn(bench).text("account", "id") == victim.text("account", "id"))
        }
    }

    @Test("failure 5: another subject with the victim's address never reaches the victim's account, on the web")
    func webAddress() async throws {
        try await AppleBench.run { bench, client in
            var own = TestBrowser(client)
            #expect(try await own.signIn(bench).location == "/account?notice=account-created")
            let mallory = try bench.addPerson("mallory", email: "mallory@example.com")
            try bench.apple.addFault(.foreignEmail("anna@example.com"), at: .authorize, count: 1)
            var browser = TestBrowser(client)
            let away = try await browser.get("/sign-in/apple")
            let response = try bench.apple.signIn(at: away.location, as: mallory)
            let landed = try await browser.postFromElsewhere("/sign-in/apple/callback", response.pairs)
            #expect(try await browser.get(landed.location).location == "/account?notice=account-created")
            var again = TestBrowser(client)
            #expect(try await again.signIn(bench).location == "/account")
        }
    }

    /// Past and possible values of `email_verified`.
    static let verified: [(JSONValue?, Bool)] = [
        (true, true), ("true", true), (false, false), ("false", false), (nil, false), (.null, false), ("True", false), (1, false),
        ("yes", false), ([true], false),
    ]

    @Test(
        "failure 6: an address never identifies an account, verified or not, and only the value true means verified",
        arguments: verified)
    func verification(claim: JSONValue?, isVerified: Bool) async throws {
        try await ForgeryBench.run { bench, client in
            let victim = try await bench.signIn(client)
            let local = try await client.register("anna@example.com")
            let attacker = try await bench.signIn(client, subject: Self.stranger) { $0.with("email_verified", claim) }
            #expect(attacker.status == 201)
            let ids = try [victim, local, attacker].map { try $0.text("account", "id") }
            #expect(Set(ids).count == 3)
            let shown = try await client.send(.get, "/v1/account/apple", token: try attacker.text("session", "token"))
            #expect(shown.json["apple"]?[0]?["email"]?.string == "anna@example.com")
            #expect(shown.json["apple"]?[0]?["emailVerified"] == .boolean(isVerified))
            #expect(try await bench.signIn(client).text("account", "id") == ids[0])
        }
    }

    @Test("failure 7: changed names and addresses never lead to another account, or away from the user's own")
    func mutableNames() async throws {
        try await ForgeryBench.run { bench, client in
            let victim = try await bench.signIn(client) { $0.with("preferred_username", "anna").with("name", "Anna") }
            // The victim moves on. Another user takes over all of their names.
            let later = try await bench.signIn(client) {
                $0.with("email", "anna@new.example").with("preferred_username", "anna.k").with("name", nil)
            }
            #expect(later.status == 200)
            #expect(try later.text("account", "id") == victim.text("account", "id"))
            let attacker = try await bench.signIn(client, subject: Self.stranger) {
                $0.with("preferred_username", "anna").with("name", "Anna").with("uid", .string(ForgedToken.subject))
                    .with("upn", "anna@example.com")
            }
            #expect(attacker.status == 201)
            #expect(try attacker.text("account", "id") != victim.text("account", "id"))
        }
    }

    @Test("failure 7: a subject is compared exactly: no other case, no part, no equivalent character")
    func subjectAsItIs() async throws {
        try await ForgeryBench.run { bench, client in
            let victim = try await bench.signIn(client)
            for subject in [ForgedToken.subject.uppercased(), String(ForgedToken.subject.dropLast()), "0" + ForgedToken.subject] {
                let other = try await bench.signIn(client, subject: subject)
                #expect(other.status == 201)
                #expect(try other.text("account", "id") != victim.text("account", "id"))
            }
            #expect(try await bench.signIn(client).text("account", "id") == victim.text("account", "id"))
        }
    }

    @Test("failure 9: a sign-in never links automatically: only the account's own session adds an identity")
    func implicitLink() async throws {
        try await ForgeryBench.run { bench, client in
            let local = try await client.register("anna@example.com")
            let token = try local.text("session", "token")
            #expect(try await bench.signIn(client).status == 201)
            let identities = try await client.send(.get, "/v1/account/apple", token: token)
            #expect(identities.json["apple"] == [])

            // The twin: the same identity, unlinked before, is linked by the user of the session.
            let apple = try await bench.signIn(client).text("session", "token")
            #expect(try await client.send(.delete, "/v1/account", token: apple).status == 200)
            let nonce = try await client.challenge(for: "apple-link", token: token)
            let proof: JSONValue = [
                "identityToken": .string(try bench.token(nonce: nonce).text), "nonce": .string(nonce),
            ]
            #expect(try await client.send(.post, "/v1/account/apple", token: token, json: proof).status == 201)
            #expect(try await bench.signIn(client).text("account", "id") == local.text("account", "id"))
        }
    }

    @Test("failure 9: the same subject in another team is another user")
    func sameSubjectElsewhere() async throws {
        let storage = try AccountStorage.forTest()
        let accounts = AccountIDs()
        for team in [ForgeryBench.team, "ZYXWV98765", ForgeryBench.team] {
            try await ForgeryBench.run(team: team, storage: storage) { bench, client in
                await accounts.add(try await bench.signIn(client).text("account", "id"))
            }
        }
        let ids = await accounts.ids
        #expect(ids[0] != ids[1])
        #expect(ids[0] == ids[2])
    }

    @Test("failure 9: an identity whose account was deleted finds no other account by its address")
    func orphanedIdentity() async throws {
        try await ForgeryBench.run { bench, client in
            let first = try await bench.signIn(client)
            let bystander = try await client.register("anna@example.com")
            let other = try await bench.signIn(client, subject: Self.stranger)
            #expect(try await client.send(.delete, "/v1/account", token: try first.text("session", "token")).status == 200)
            let back = try await bench.signIn(client)
            #expect(back.status == 201)
            let taken = try [first, bystander, other].map { try $0.text("account", "id") }
            #expect(try !taken.contains(back.text("account", "id")))
        }
    }

    private actor AccountIDs {
        private(set) var ids: [String] = []
        func add(_ id: String) { ids.append(id) }
    }
}
