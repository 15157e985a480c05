import AppleIdentityEmulator
import HTTPTypes
import JSONText
import Testing

/// An attacker creates an account in the victim's name before the victim does, and waits (Sudhodanan and Paverd, USENIX Security
/// 2022). ApplePreHijackingTests has the same classes in terms of the domain, with imports and renames.
@Suite("Failures 10 and 11: an account that existed first")
struct PreHijackingTests {
    private static let address = "anna@example.com"

    private func link(_ bench: AppleBench, _ client: AppleBenchClient, _ session: String, as person: PersonIdentifier) async throws
        -> AppleBenchClient.Answer
    {
        let nonce = try await client.challenge(for: "apple-link", token: session)
        let proof = client.proof(try bench.credential(nonce: nonce, person: person), nonce: nonce)
        return try await client.send(.post, "/v1/account/apple", token: session, json: proof)
    }

    @Test(
        "failure 10: the password of an account created in the victim's name does not sign in to the account that Apple's sign-in created"
    )
    func passwordThatWaits() async throws {
        try await AppleBench.run { bench, client in
            let attacker = try await client.register(Self.address)
            let victim = try await client.signIn(bench)
            let entered = try await client.enter(Self.address)
            #expect(try entered.text("account", "id") == attacker.text("account", "id"))
            #expect(try entered.text("account", "id") != victim.text("account", "id"))
        }
    }

    @Test(
        "failure 10: an account without a password responds to a password like one that does not exist",
        arguments: ["", AppleBenchClient.password])
    func noPassword(password: String) async throws {
        try await AppleBench.run { bench, client in
            let anna = try await client.signIn(bench).text("session", "token")
            let named = try await client.send(.patch, "/v1/account", token: anna, json: ["username": "anna.k"])
            #expect(named.status == 200)
            let known = try await client.enter("anna.k", password: password)
            let unknown = try await client.enter("nobody.k", password: password)
            #expect(known.status == unknown.status)
            #expect(known.code == unknown.code)
            #expect((400..<500).contains(known.status))

            let set: JSONValue = ["newPassword": .string(AppleBenchClient.password)]
            #expect(try await client.send(.post, "/v1/account/password", token: anna, json: set).status == 201)
            #expect(try await client.enter("anna.k").status == 201)
        }
    }

    /// The credential that is created first.
    enum First: CaseIterable { case password, apple }

    @Test("failure 11: classic and federated accounts do not merge, in either order", arguments: First.allCases)
    func classicFederatedMerge(first: First) async throws {
        try await AppleBench.run { bench, client in
            let classic: AppleBenchClient.Answer
            let federated: AppleBenchClient.Answer
            switch first {
            case .password:
                classic = try await client.register(Self.address)
                federated = try await client.signIn(bench)
            case .apple:
                federated = try await client.signIn(bench)
                classic = try await client.register(Self.address)
            }
            #expect(classic.status == 201)
            #expect(federated.status == 201)
            #expect(try classic.text("account", "id") != federated.text("account", "id"))
            for (session, path) in [(classic, "classic"), (federated, "federated")] {
                let shown = try await client.send(.get, "/v1/account/apple", token: try session.text("session", "token"))
                #expect(shown.json["apple"]?.array?.count == (path == "classic" ? 0 : 1))
            }
        }
    }

    @Test("failure 11: the attacker's session ends when the owner recovers the account", arguments: First.allCases)
    func unexpiredSession(first: First) async throws {
        try await AppleBench.run { bench, client in
            let mallory = try bench.addPerson("mallory", email: "mallory@example.com")
            let account = try await client.register(Self.address)
            let owner = try account.text("session", "token")
            let attackers: String
            switch first {
            case .password: attackers = try await client.enter(Self.address).text("session", "token")
            case .apple:
                #expect(try await link(bench, client, owner, as: mallory).status == 201)
                attackers = try await client.signIn(bench, person: mallory).text("session", "token")
            }
            #expect(try await client.send(.get, "/v1/session", token: attackers).status == 200)
            let change: JSONValue = [
                "currentPassword": .string(AppleBenchClient.password), "newPassword": "mossy-lantern 77 quarry",
            ]
            let changed = try await client.send(.put, "/v1/account/password", token: owner, json: change)
            #expect(changed.status == 200)
            #expect(try await client.send(.get, "/v1/session", token: attackers).status == 401)
            #expect(try await client.send(.get, "/v1/session", token: try changed.text("session", "token")).status == 200)
        }
    }

    @Test("failure 11: the owner can see a trojan identity, which no longer signs in once it is unlinked")
    func trojanIdentifier() async throws {
        try await AppleBench.run { bench, client in
            let mallory = try bench.addPerson("mallory", email: "mallory@example.com")
            let attacker = try await client.register(Self.address)
            #expect(try await link(bench, client, try attacker.text("session", "token"), as: mallory).status == 201)
            let trojan = try await client.signIn(bench, person: mallory)
            #expect(try trojan.text("account", "id") == attacker.text("account", "id"))

            let owner = try await client.enter(Self.address).text("session", "token")
            let shown = try await client.send(.get, "/v1/account/apple", token: owner)
            #expect(shown.json["apple"]?[0]?["email"]?.string == "mallory@example.com")
            #expect(try await client.send(.delete, "/v1/account/apple", token: owner).status == 200)
            #expect(try await client.send(.get, "/v1/session", token: try trojan.text("session", "token")).status == 401)
            let after = try await client.signIn(bench, person: mallory)
            #expect(after.status == 201)
            #expect(try after.text("account", "id") != attacker.text("account", "id"))
        }
    }

    @Test("failure 11: an old open session cannot link an identity, and a found browser cannot set a password")
    func oldSession() async throws {
        try await AppleBench.run { bench, client in
            let mallory = try bench.addPerson("mallory", email: "mallory@example.com")
            let victim = try await client.signIn(bench).text("session", "token")
            let classic = try await client.register(Self.address).text("session", "token")
            bench.apple.clock.advance(by: 601)
            #expect(try await link(bench, client, classic, as: mallory).code == "reauthentication-required")
            let set: JSONValue = ["username": "mallory.k", "newPassword": .string(AppleBenchClient.password)]
            let rejected = try await client.send(.post, "/v1/account/password", token: victim, json: set)
            #expect(rejected.code == "reauthentication-required")

            let shown = try await client.send(
                .post, "/v1/session/reauthentication", token: classic, json: ["password": .string(AppleBenchClient.password)])
            #expect(try await link(bench, client, try shown.text("session", "token"), as: mallory).status == 201)
        }
    }

    @Test("failure 11: an earlier change of address at Apple changes no account later")
    func changedAddress() async throws {
        try await AppleBench.run { bench, client in
            let mallory = try bench.addPerson("mallory", email: "mallory@example.com")
            let attacker = try await client.signIn(bench, person: mallory)
            let victim = try await client.signIn(bench)
            try bench.apple.changePerson(mallory) { $0.email = Self.address }
            bench.apple.clock.advance(by: 60)
            let later = try await client.signIn(bench, person: mallory)
            #expect(try later.text("account", "id") == attacker.text("account", "id"))
            #expect(try later.text("account", "id") != victim.text("account", "id"))
            #expect(try await client.signIn(bench).text("account", "id") == victim.text("account", "id"))
        }
    }

    @Test("failure 11: a provider that confirms any address discloses nothing: one address, two subjects, two accounts")
    func nonVerifyingProvider() async throws {
        try await ForgeryBench.run { bench, client in
            let attacker = try await bench.signIn(client, subject: "000001.mallory") { $0.with("email_verified", false) }
            let victim = try await bench.signIn(client)
            #expect(victim.status == 201)
            #expect(try attacker.text("account", "id") != victim.text("account", "id"))
            let again = try await bench.signIn(client, subject: "000001.mallory")
            #expect(try again.text("account", "id") == attacker.text("account", "id"))
        }
    }
}
