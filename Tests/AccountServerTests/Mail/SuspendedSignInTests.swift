import Accounts
import EmulatedAuthenticator
import HTTPTypes
import JSONText
import Mail
import Secrets
import Testing
import WebAuthn

@testable import AccountServer

@Suite("Suspended credentials in the API and on the pages")
struct SuspendedSignInTests {
    private let mailbox: Mailbox
    private let bench: ServerBench
    private let apple: FakeAppleService

    init() throws {
        let (mailbox, apple) = (Mailbox(), FakeAppleService())
        self.mailbox = mailbox
        self.apple = apple
        bench = try ServerBench(apple: apple) { configuration in
            configuration.mail = MailConfiguration(
                from: try MailAddress("accounts@example.com"), destination: .custom(mailbox))
            configuration.passkeys?.userVerification = .preferred
        }
    }

    private var now: Timestamp { bench.clock.now }

    /// Verifies an address a minute after the credentials of the account were added, and recovers the account by it.
    ///
    /// - Parameter waits: whether the account has a passkey, so that the recovery requires the waiting time.
    private func recover(_ client: ServerClient, _ token: String, waits: Bool = false) async throws {
        bench.clock.advance(by: .seconds(60))
        let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
        await bench.system.sendMail()
        try #require(try await client.verify(claim, code: try mailbox.code(), token: token).status == .ok)
        if waits {
            let recovery = try await opened(client)
            let waiting = try await client.send(.post, "/v1/recovery/wait", json: ["recovery": .string(recovery)])
            try #require(waiting.status == .ok)
            bench.clock.advance(by: .seconds(72 * 3_600))
        }
        let set: JSONValue = [
            "recovery": .string(try await opened(client)), "newPassword": .string(ServerBench.otherPassword),
        ]
        try #require(try await client.send(.post, "/v1/recovery/password", json: set).status == .ok)
    }

    /// Returns the token of an opened recovery.
    private func opened(_ client: ServerClient) async throws -> String {
        let begun = try await client.send(.post, "/v1/recovery", json: ["account": "anna@example.org"])
        await bench.system.sendMail()
        let entry: JSONValue = [
            "secret": .string(try begun.text("secret")), "emailCode": .string(try mailbox.recoveryCode()),
        ]
        return try await client.send(.post, "/v1/recovery/session", json: entry).text("recovery")
    }

    /// Answers a new challenge with Apple's credential.
    private func prove(
        _ client: ServerClient, at path: String, for purpose: String, token: String? = nil
    ) async throws -> ServerAnswer {
        let nonce = try await client.challenge(for: purpose, token: token)
        let identityToken = try apple.signIn(nonce: nonce, at: now)
        return try await client.send(
            .post, path, token: token, json: ["identityToken": .string(identityToken), "nonce": .string(nonce)])
    }

    private func signInWithApple(_ client: ServerClient) async throws -> ServerAnswer {
        try await prove(client, at: "/v1/sessions/apple", for: "apple-sign-in")
    }

    private func link(_ client: ServerClient, _ token: String) async throws -> ServerAnswer {
        try await prove(client, at: "/v1/account/apple", for: "apple-link", token: token)
    }

    private func renew(_ client: ServerClient, _ token: String) async throws -> ServerAnswer {
        try await prove(
            client, at: "/v1/session/reauthentication/apple", for: "apple-reauthentication", token: token)
    }

    /// Replaces the password by Sign in with Apple.
    private func upgrade(_ client: ServerClient, _ token: String) async throws -> ServerAnswer {
        let (path, key) = ("/v1/account/upgrade/apple", JSONValue.string("6f9619ff-8b86-4d01-b42d-00cf4fc964ff"))
        let nonce = try await client.send(.post, path, token: token, json: ["key": key]).text("upgrade", "nonce")
        let proof: JSONValue = [
            "key": key, "identityToken": .string(try apple.signIn(nonce: nonce, at: now)), "nonce": .string(nonce),
        ]
        return try await client.send(.post, path, token: token, json: proof)
    }

    @Test("a suspended Apple identity neither signs in nor renews a session nor replaces the password, until it is confirmed")
    func appleIdentity() async throws {
        try await bench.run { client in
            let token = try await client.register()
            let id = try await link(client, token).text("apple", "id")
            try await recover(client, token)
            let own = try await client.signIn(password: ServerBench.otherPassword).text("session", "token")
            let listed = try await client.send(.get, "/v1/account/apple", token: own)
            #expect(listed.json["apple"]?.array?.first?["suspendedAt"]?.string == now.description)
            for rejected in [
                try await signInWithApple(client), try await link(client, own), try await renew(client, own),
                try await upgrade(client, own),
            ] {
                #expect(rejected.status == .forbidden && rejected.code == "credential-suspended", "\(rejected.text)")
            }
            let events = try await client.send(.get, "/v1/account/events", token: own).json["events"]?.array ?? []
            #expect(events.prefix(4).map { $0["kind"]?.string } == Array(repeating: "suspended-credential-failed", count: 4))

            let path = "/v1/account/apple/\(id)/confirmation"
            #expect(try await client.send(.post, path).status == .unauthorized)
            #expect(try await client.send(.post, path, token: own).status == .noContent)
            #expect(try await client.send(.post, path, token: own).status == .notFound)
            #expect(try await signInWithApple(client).status == .ok)
            #expect(try await link(client, own).status == .ok)
            let renewed = try await renew(client, own)
            #expect(renewed.status == .ok)
            #expect(try await upgrade(client, try renewed.text("session", "token")).status == .ok)
        }
    }

    @Test("a suspended passkey as a second factor is rejected with its own code, and other factors still work")
    func secondFactor() async throws {
        try await bench.run { client in
            let token = try await client.register()
            var passkey = EmulatedPasskey.ofBench
            let added = try await client.add(&passkey, token: token, name: nil)
            let id = try added.text("passkey", "id")
            try await recover(client, token, waits: true)
            let own = try await client.signIn(password: ServerBench.otherPassword).text("session", "token")
            let authenticator = try await client.turnOn(own, bench.clock)

            let waiting = try await client.signIn(password: ServerBench.otherPassword)
            #expect(waiting.code == "additional_authentication_required" && waiting.json["passkeyOptions"] == nil)
            let rejected = try await answer(client, waiting, passkey)
            #expect(rejected.status == .forbidden && rejected.code == "credential-suspended")
            let inSession = try await client.send(.post, "/v1/session/factor-challenge", token: authenticator.token)
            let alsoRejected = try await answer(client, inSession, passkey, token: authenticator.token)
            #expect(alsoRejected.status == .forbidden && alsoRejected.code == "credential-suspended")
            let code = JSONValue.string(authenticator.recoveryCodes[0])
            let signedIn = try await client.answer(try waiting.text("challenge"), [("recoveryCode", code)])
            #expect(signedIn.status == .created)

            let path = "/v1/account/passkeys/\(id)/confirmation"
            #expect(try await client.send(.post, path, token: authenticator.token).status == .noContent)
            let next = try await client.signIn(password: ServerBench.otherPassword)
            #expect(next.json["passkeyOptions"] != nil)
            #expect(try await answer(client, next, passkey).status == .created)
        }
    }

    /// Answers the challenge of a factor with a passkey, whether or not the challenge offers it.
    private func answer(
        _ client: ServerClient, _ waiting: ServerAnswer, _ passkey: EmulatedPasskey, token: String? = nil
    ) async throws -> ServerAnswer {
        let challenge = try waiting.text("challenge")
        let assertion = try passkey.sign(Self.passkeyChallenge(of: challenge))
        return try await client.answer(challenge, [("passkey", assertion)], token: token)
    }

    /// Returns the bytes that a passkey signs for a challenge, in base64url.
    private static func passkeyChallenge(of challenge: String) throws -> String {
        let token = try #require(OpaqueToken(encoded: challenge))
        return Base64URL.encode(FactorChallenge.passkeyChallenge(of: token).bytes)
    }

    @Test("the page of the second factor says that a passkey is suspended, and its form still accepts a code")
    func secondFactorPage() async throws {
        try await bench.run { client in
            let token = try await client.register()
            var passkey = EmulatedPasskey.ofBench
            _ = try await client.add(&passkey, token: token, name: nil)
            try await recover(client, token, waits: true)
            let own = try await client.signIn(password: ServerBench.otherPassword).text("session", "token")
            let authenticator = try await client.turnOn(own, bench.clock)
            bench.clock.advance(by: .seconds(60))

            var browser = Browser(client)
            let page = try await browser.signIn(password: ServerBench.otherPassword)
            #expect(page.path.hasPrefix("/sign-in/second-factor") && !page.text.contains("data-passkey"))
            let action = "/sign-in/second-factor"
            let factor = try #require(browser.cookie("__Host-latchkey-factor")?.value)
            let credential = String(
                decoding: try passkey.sign(Self.passkeyChallenge(of: factor)).bytes(.compact), as: UTF8.self)
            let fields = try page.form(to: action).filled([:]).filter { $0.name != "code" }
            let answer = try await browser.post(action, fields + [(name: "credential", value: credential)])
            let rejected = ShownPage(path: action, answer: answer, redirects: [])
            #expect(rejected.status == 403 && rejected.errorCodes == ["credential-suspended"])
            #expect(rejected.text.contains("This way to sign in was suspended when the account was recovered."))
            let code = try authenticator.code(bench.clock)
            #expect(try await browser.submit(rejected, to: action, ["code": code]).path == "/account")
        }
    }

    @Test("the pages reject a suspended Apple Account for signing in, linking, reauthenticating and upgrading, and say why")
    func applePages() async throws {
        try await bench.run { client in
            let token = try await client.register()
            let id = try await link(client, token).text("apple", "id")
            try await recover(client, token)
            let reason = "This way to sign in was suspended when the account was recovered."
            var browser = Browser(client)
            let signIn = try await proveOnPages(&browser, by: "/sign-in/apple")
            #expect(signIn.path == "/sign-in?notice=apple-suspended" && signIn.text.contains(reason))
            try await browser.signIn(password: ServerBench.otherPassword)
            for path in ["/account/apple/link", "/account/apple/reauthenticate", "/account/upgrade/apple"] {
                let page = try await proveOnPages(&browser, by: path)
                #expect(page.path == "/account?notice=apple-suspended" && page.text.contains(reason), "\(path)")
            }
            let account = try await browser.open("/account")
            #expect(account.text.contains("Suspended since the account was recovered."))
            let confirmed = try await browser.submit(account, to: "/account/apple/\(id)/confirm")
            #expect(confirmed.path == "/account?notice=credential-confirmed")
            #expect(try await proveOnPages(&browser, by: "/account/apple/link").path == "/account?notice=apple-linked")
            var other = Browser(client)
            #expect(try await proveOnPages(&other, by: "/sign-in/apple").path == "/account")
        }
    }

    /// Goes to Apple with this link, signs in there, and returns.
    private func proveOnPages(_ browser: inout Browser, by path: String) async throws -> ShownPage {
        let location = try #require(try await browser.send(.get, path).location)
        let query = try FormFields(parsing: Array(location.utf8.drop { $0 != UInt8(ascii: "?") }.dropFirst()))
        let token = try apple.signIn(nonce: query.required("nonce"), audience: FakeAppleService.webID, at: now)
        let form = [("state", try query.required("state")), ("code", "good-code"), ("id_token", token)]
        let landed = try await browser.send(
            .post, "/sign-in/apple/callback", body: FormEncoding.encode(form),
            headers: [.contentType: "application/x-www-form-urlencoded"])
        return try await browser.open(try #require(landed.location))
    }
}
