import Accounts
import EmulatedAuthenticator
import HTTPTypes
import JSONText
import Mail
import Secrets
import TestKit
import Testing

@testable import AccountServer

@Suite("Account recovery in the API", .tags(.everyStore))
struct RecoveryAPITests {
    private let mailbox: Mailbox
    private let bench: ServerBench

    init() throws {
        mailbox = Mailbox()
        bench = try ServerBench(mail: mailbox)
    }

    /// Registers an account with the verified address `anna@example.org`, and returns the token of its session.
    private func anna(_ client: ServerClient) async throws -> String {
        let token = try await client.register()
        let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
        await bench.system.sendMail()
        let body: JSONValue = ["secret": .string(try claim.text("secret")), "emailCode": .string(try mailbox.code())]
        let verified = try await client.send(.post, "/v1/account/address-verification", token: token, json: body)
        try #require(verified.status == .ok)
        return token
    }

    private func begin(_ client: ServerClient, _ account: String = "anna.k") async throws -> ServerAnswer {
        let begun = try await client.send(.post, "/v1/recovery", json: ["account": .string(account)])
        await bench.system.sendMail()
        return begun
    }

    /// Begins a recovery and exchanges the code of its mail.
    private func open(_ client: ServerClient) async throws -> ServerAnswer {
        let secret = try await begin(client).text("secret")
        return try await exchange(client, secret, try mailbox.recoveryCode())
    }

    private func exchange(_ client: ServerClient, _ secret: String, _ code: String) async throws -> ServerAnswer {
        try await client.send(
            .post, "/v1/recovery/session", json: ["secret": .string(secret), "emailCode": .string(code)])
    }

    private func set(
        _ client: ServerClient, _ recovery: String, _ password: String = ServerBench.otherPassword
    ) async throws -> ServerAnswer {
        try await client.send(
            .post, "/v1/recovery/password", json: ["recovery": .string(recovery), "newPassword": .string(password)])
    }

    @Test("a code from a mail sets a new password; all sessions end, and all verified addresses get a notice")
    func recovery() async throws {
        try await bench.run { client in
            let token = try await anna(client)
            let begun = try await begin(client)
            #expect(begun.status == .created)
            #expect(try begun.text("expiresAt") == (ServerBench.start + .seconds(600)).description)
            let code = try mailbox.recoveryCode()
            let mail = try #require(mailbox.messages.last)
            #expect(mail.to.text == "anna@example.org")
            #expect(!mail.content.subject.contains(code) && mail.content.subject == "Reset your password")
            #expect(!mail.content.text.prefix(200).contains(code))

            let opened = try await exchange(client, try begun.text("secret"), code)
            #expect(opened.status == .created)
            #expect(opened.json["factorRequired"] == false && opened.json["username"] == "anna.k")
            #expect(opened.json["waitsUntil"] == .null)
            let recovery = try opened.text("recovery")
            // The recovery is no session of the account.
            #expect(try await client.send(.get, "/v1/session", token: recovery).status == .unauthorized)
            let weak = try await set(client, recovery, "short")
            #expect(weak.status == .unprocessableContent && weak.code == "password-too-short")
            let done = try await set(client, recovery)
            let nothing: JSONValue = ["apple": [], "passkeys": []]
            #expect(done.status == .ok && done.json == ["kept": nothing, "suspended": nothing])
            #expect(try await set(client, recovery).code == "recovery-expired")
            #expect(try await client.send(.get, "/v1/session", token: token).status == .unauthorized)
            #expect(try await client.signIn().status == .unauthorized)
            #expect(try await client.signIn(password: ServerBench.otherPassword).status == .created)
            await bench.system.sendMail()
            #expect(mailbox.messages.map(\.content.subject).suffix(2) == ["Password reset", "New sign-in"])
        }
    }

    private func options(_ client: ServerClient, _ recovery: String) async throws -> ServerAnswer {
        try await client.send(.post, "/v1/recovery/passkey-options", json: ["recovery": .string(recovery)])
    }

    private func add(
        _ client: ServerClient, _ recovery: String, _ credential: JSONValue
    ) async throws -> ServerAnswer {
        try await client.send(
            .post, "/v1/recovery/passkey", json: ["recovery": .string(recovery), "credential": credential, "name": "Telephone"])
    }

    @Test("a passkey completes a recovery instead of a password, which signs in no longer")
    func passkey() async throws {
        try await bench.run { client in
            let token = try await anna(client)
            let recovery = try await open(client).text("recovery")
            let created = try await options(client, recovery)
            #expect(created.status == .created && created.json["secret"] == nil)
            #expect(created.json["publicKey"]?["user"]?["name"] == "anna.k")
            var passkey = EmulatedPasskey.ofBench
            let credential = try passkey.make(created)
            let other = try await open(client).text("recovery")
            #expect(try await add(client, other, credential).code == "challenge-rejected")
            let done = try await add(client, recovery, credential)
            #expect(done.status == .ok && done.json["kept"]?["passkeys"] == [])
            #expect(try await add(client, recovery, credential).code == "recovery-expired")
            #expect(try await options(client, other).code == "recovery-expired")
            #expect(try await client.send(.get, "/v1/session", token: token).status == .unauthorized)
            #expect(try await client.signIn().status == .unauthorized)
            #expect(try await client.signIn(with: passkey).status == .created)
            await bench.system.sendMail()
            #expect(mailbox.messages.map(\.content.subject).contains("Account recovered"))
        }
    }

    @Test("a passkey that a recovery rejects is missing from the passkeys that the problem signals")
    func rejectedPasskey() async throws {
        try await bench.run { client in
            _ = try await anna(client)
            let recovery = try await open(client).text("recovery")
            var passkey = EmulatedPasskey.ofBench
            let credential = try passkey.make(try await options(client, recovery))
            let other = try await add(client, try await open(client).text("recovery"), credential)
            #expect(other.code == "challenge-rejected")
            passkey.origin = "https://accounts.example.org"
            let wrong = try await add(client, recovery, try passkey.make(try await options(client, recovery)))
            #expect(wrong.code == "passkey-not-registered")
            for problem in [other, wrong] {
                #expect(try problem.accepted() == [])
                let user = problem.json["signals"]?["signalAllAcceptedCredentials"]?["userId"]?.string
                #expect(user == Base64URL.encode(try #require(passkey.userHandle)))
            }
        }
    }

    @Test("a suspended passkey says so, and a session with recent authentication confirms it")
    func suspended() async throws {
        try await bench.run { client in
            let token = try await client.register()
            var passkey = EmulatedPasskey.ofBench
            let created = try await client.send(.post, "/v1/account/passkey-options", token: token)
            let added = try await client.send(
                .post, "/v1/account/passkeys", token: token, json: ["credential": try passkey.make(created)])
            let id = try added.text("passkey", "id")
            bench.clock.advance(by: .seconds(60))
            let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
            await bench.system.sendMail()
            _ = try await client.verify(claim, code: try mailbox.code(), token: token)
            let waiting = try await open(client).text("recovery")
            _ = try await client.send(.post, "/v1/recovery/wait", json: ["recovery": .string(waiting)])
            bench.clock.advance(by: .seconds(72 * 3_600))
            let done = try await set(client, try await open(client).text("recovery"))
            #expect(done.status == .ok && done.json["kept"]?["passkeys"] == [])
            #expect(done.json["suspended"]?["passkeys"]?.array?.count == 1)

            let rejected = try await client.signIn(with: passkey)
            #expect(rejected.status == .forbidden && rejected.code == "credential-suspended")
            let own = try await client.signIn(password: ServerBench.otherPassword).text("session", "token")
            let listed = try await client.send(.get, "/v1/account/passkeys", token: own)
            #expect(listed.json["passkeys"]?.array?.first?["suspendedAt"]?.string != nil)
            let path = "/v1/account/passkeys/\(id)/confirmation"
            #expect(try await client.send(.post, path).status == .unauthorized)
            #expect(try await client.send(.post, path, token: own).status == .noContent)
            #expect(try await client.send(.post, path, token: own).status == .notFound)
            #expect(try await client.signIn(with: passkey).status == .created)
        }
    }

    @Test("a passkey in a recovery requires the second factor, and its challenge is the one of the password")
    func passkeyFactor() async throws {
        try await bench.run { client in
            let token = try await anna(client)
            let codes = try await client.turnOn(token, bench.clock).recoveryCodes
            let recovery = try await open(client).text("recovery")
            let required = try await options(client, recovery)
            #expect(required.code == "additional_authentication_required")
            let answer: JSONValue = [
                "recovery": .string(recovery), "challenge": .string(try required.text("challenge")),
                "recoveryCode": .string(codes[0]),
            ]
            #expect(try await client.send(.post, "/v1/recovery/factor", json: answer).status == .noContent)
            var passkey = EmulatedPasskey.ofBench
            let credential = try passkey.make(try await options(client, recovery))
            #expect(try await add(client, recovery, credential).status == .ok)
        }
    }

    @Test("the answers for names with and without an account are the same, down to wrong codes")
    func enumeration() async throws {
        try await bench.run { client in
            _ = try await anna(client)
            try await mailbox.expectSameAnswers(
                begin: { try await begin(client, $0) }, enter: { try await exchange(client, $0, $1) })
        }
    }

    @Test("one network is throttled for a name, known or not, with the same answer")
    func throttled() async throws {
        try await bench.run { client in
            _ = try await anna(client)
            var answers: [[HTTPResponse.Status]] = []
            for name in ["anna.k", "berta"] {
                var statuses: [HTTPResponse.Status] = []
                for _ in 0..<4 { statuses.append(try await begin(client, name).status) }
                answers.append(statuses)
            }
            #expect(answers[0] == answers[1])
            #expect(answers[0].first == .created && answers[0].last == .tooManyRequests)
        }
    }

    @Test("a scanner that opens every link of the mail uses nothing up")
    func scanner() async throws {
        try await bench.run { client in
            _ = try await anna(client)
            let secret = try await begin(client).text("secret")
            let text = try #require(mailbox.messages.last).content.text
            for link in text.matches(of: /https:\/\/accounts\.example\.com(\/[^\s>]*)/) {
                for method in [HTTPRequest.Method.head, .get] { _ = try await client.send(method, String(link.1)) }
            }
            for path in [
                "/v1/recovery", "/v1/recovery/session", "/v1/recovery/password", "/v1/recovery/passkey-options",
                "/v1/recovery/passkey", "/v1/recovery/wait", "/v1/recovery/cancellation",
            ] {
                for method in [HTTPRequest.Method.head, .get] {
                    #expect(try await client.send(method, path).status == .methodNotAllowed, "\(path)")
                }
            }
            #expect(try await exchange(client, secret, try mailbox.recoveryCode()).status == .created)
        }
    }

    @Test("a second factor is required before the password, and its challenge signs in nowhere")
    func factor() async throws {
        try await bench.run { client in
            let token = try await anna(client)
            let codes = try await client.turnOn(token, bench.clock).recoveryCodes
            let opened = try await open(client)
            #expect(opened.json["factorRequired"] == true)
            let recovery = try opened.text("recovery")
            let required = try await set(client, recovery)
            #expect(required.status == .unauthorized && required.code == "additional_authentication_required")
            let challenge = JSONValue.string(try required.text("challenge"))
            let answer: JSONValue = ["challenge": challenge, "recoveryCode": .string(codes[0])]
            #expect(try await client.send(.post, "/v1/sessions/factor", json: answer).code == "challenge-rejected")
            let path = "/v1/recovery/factor"
            let wrong: JSONValue = ["recovery": .string(recovery), "challenge": challenge, "totp": "000000"]
            #expect(try await client.send(.post, path, json: wrong).code == "factor-rejected")
            #expect(try await set(client, recovery).code == "additional_authentication_required")
            let fresh = JSONValue.string(try await set(client, recovery).text("challenge"))
            let right: JSONValue = ["recovery": .string(recovery), "challenge": fresh, "recoveryCode": .string(codes[0])]
            #expect(try await client.send(.post, path, json: right).status == .noContent)
            #expect(try await set(client, recovery).status == .ok)
            let signIn = try await client.signIn(password: ServerBench.otherPassword)
            #expect(signIn.code == "additional_authentication_required")
        }
    }

    @Test("without the factor the recovery waits 72 hours; a session sees and cancels the wait")
    func waiting() async throws {
        try await bench.run { client in
            let token = try await anna(client)
            let current = try await client.turnOn(token, bench.clock).token
            let recovery = try await open(client).text("recovery")
            let waiting = try await client.send(.post, "/v1/recovery/wait", json: ["recovery": .string(recovery)])
            let end = JSONValue.string((ServerBench.start + .seconds(72 * 3_600)).description)
            #expect(waiting.status == .ok && waiting.json["waitsUntil"] == end)
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject == "Account recovery begun")
            #expect(try await client.send(.get, "/v1/account/recovery", token: current).json["waitsUntil"] == end)
            #expect(try await client.send(.delete, "/v1/account/recovery", token: current).status == .noContent)
            #expect(try await client.send(.delete, "/v1/account/recovery", token: current).status == .notFound)
            #expect(try await client.send(.get, "/v1/account/recovery", token: current).json["waitsUntil"] == .null)
            bench.clock.advance(by: .seconds(72 * 3_600))
            let late = try await open(client).text("recovery")
            #expect(try await set(client, late).code == "additional_authentication_required")
        }
    }

    private func beginWait(_ client: ServerClient) async throws {
        let recovery = JSONValue.string(try await open(client).text("recovery"))
        try #require(try await client.send(.post, "/v1/recovery/wait", json: ["recovery": recovery]).status == .ok)
    }

    @Test("a second factor that ends a waiting recovery, at sign-in or in a session, is reported in the response and to the owner")
    func endedByFactor() async throws {
        try await bench.run { client in
            let token = try await anna(client)
            let authenticator = try await client.turnOn(token, bench.clock)
            try await beginWait(client)
            for (index, ends) in [true, false].enumerated() {
                let challenge = try await client.signIn().text("challenge")
                let code = JSONValue.string(authenticator.recoveryCodes[index])
                let signedIn = try await client.answer(challenge, [("recoveryCode", code)])
                #expect(signedIn.status == .created && (signedIn.json["endedRecovery"] != nil) == ends)
            }
            await bench.system.sendMail()
            #expect(mailbox.messages.count { $0.content.subject == "Account recovery cancelled" } == 1)
            let current = authenticator.token
            let events = try await client.send(.get, "/v1/account/events", token: current).json["events"]?.array ?? []
            #expect(events.count { $0["kind"]?.string == "recovery-cancelled" } == 1)

            try await beginWait(client)
            let challenge = try await client.send(.post, "/v1/session/factor-challenge", token: current).text("challenge")
            let code = JSONValue.string(authenticator.recoveryCodes[2])
            let renewed = try await client.answer(challenge, [("recoveryCode", code)], token: current)
            #expect(renewed.status == .ok && renewed.json["endedRecovery"] == true)
        }
    }

    @Test("the response to a sign-in with a passkey says that it ended a waiting recovery")
    func endedByPasskey() async throws {
        try await bench.run { client in
            let token = try await anna(client)
            var passkey = EmulatedPasskey.ofBench
            _ = try await client.add(&passkey, token: token, name: nil)
            try await beginWait(client)
            for ends in [true, false] {
                let signedIn = try await client.signIn(with: passkey)
                #expect(signedIn.status == .created && (signedIn.json["endedRecovery"] != nil) == ends)
            }
        }
    }

    @Test("the response to a reauthentication with a passkey says that it ended a waiting recovery, and ends open recoveries")
    func endedByReauthentication() async throws {
        try await bench.run { client in
            var token = try await anna(client)
            var passkey = EmulatedPasskey.ofBench
            _ = try await client.add(&passkey, token: token, name: nil)
            try await beginWait(client)
            let recovery = JSONValue.string(try await open(client).text("recovery"))
            for path in ["/v1/account/recovery", "/v1/sessions"] {
                #expect(try await client.send(.delete, path, token: token).code == "reauthentication-required")
            }
            for ends in [true, false] {
                let options = try await client.send(.post, "/v1/session/reauthentication/passkey-options", token: token)
                let renewed = try await client.send(
                    .post, "/v1/session/reauthentication/passkey", token: token,
                    json: ["credential": try passkey.answer(to: options)])
                #expect(renewed.status == .ok && (renewed.json["endedRecovery"] != nil) == ends)
                token = try renewed.text("session", "token")
            }
            #expect(try await client.send(.get, "/v1/account/recovery", token: token).json["waitsUntil"] == .null)
            let again = try await client.send(.post, "/v1/recovery/wait", json: ["recovery": recovery])
            #expect(again.code == "recovery-expired")
            await bench.system.sendMail()
            #expect(mailbox.messages.count { $0.content.subject == "Account recovery cancelled" } == 1)
            let events = try await client.send(.get, "/v1/account/events", token: token).json["events"]?.array ?? []
            #expect(events.count { $0["kind"]?.string == "recovery-cancelled" } == 1)
        }
    }

    @Test("while a recovery waits, a session without the second factor does not end all sessions, and one with it ends the wait")
    func endedWithSessions() async throws {
        try await bench.run { client in
            let token = try await anna(client)
            let other = try await client.signIn().text("session", "token")
            let authenticator = try await client.turnOn(token, bench.clock)
            try await beginWait(client)
            let denied = try await client.send(.delete, "/v1/sessions", token: other)
            #expect(denied.code == "additional_authentication_required")
            #expect(try await client.send(.delete, "/v1/sessions", token: authenticator.token).json["ended"] == 2)
            await bench.system.sendMail()
            #expect(mailbox.messages.count { $0.content.subject == "Account recovery cancelled" } == 1)
        }
    }

    @Test("without mail, recovery says so, and its other routes do not exist")
    func off() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.post, "/v1/recovery", json: ["account": "anna.k"])
            #expect(answer.status == .notFound && answer.code == "recovery-unavailable")
            #expect(try await client.send(.post, "/v1/recovery/session", json: [:]).code == "not-found")
        }
    }
}

extension Mailbox {
    /// The code of the last message for a recovery.
    func recoveryCode() throws -> String { try code(below: "Reset your password") }

    /// The code in the body of the last message with this subject.
    func code(below subject: String) throws -> String {
        let text = try #require(messages.last { $0.content.subject == subject }).content.text
        let match = try #require(text.firstMatch(of: /[A-Z2-7]{4}-[A-Z2-7]{4}/))
        return String(match.0)
    }
}
