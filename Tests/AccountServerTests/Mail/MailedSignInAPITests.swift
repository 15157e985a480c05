import Accounts
import HTTPTypes
import JSONText
import Mail
import TestKit
import Testing

@testable import AccountServer

@Suite("Sign-in by a mailed code in the API")
struct MailedSignInAPITests {
    private let mailbox: Mailbox
    private let bench: ServerBench

    init() throws {
        mailbox = Mailbox()
        bench = try ServerBench(mail: mailbox) { $0.mail?.signInCodes = true }
    }

    /// Registers an account with the verified address `anna@example.org`, and returns the token of its session.
    private func anna(_ client: ServerClient) async throws -> String {
        let token = try await client.register()
        let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
        await bench.system.sendMail()
        try #require(try await client.verify(claim, code: try mailbox.code(), token: token).status == .ok)
        return token
    }

    private func begin(_ client: ServerClient, _ account: String = "anna.k") async throws -> ServerAnswer {
        let begun = try await client.send(.post, "/v1/sessions/email-code", json: ["account": .string(account)])
        await bench.system.sendMail()
        return begun
    }

    private func signIn(
        _ client: ServerClient, _ secret: String, _ code: String, device: String? = nil
    ) async throws -> ServerAnswer {
        var members: [(String, JSONValue)] = [("secret", .string(secret)), ("emailCode", .string(code))]
        if let device { members.append(("deviceName", .string(device))) }
        return try await client.send(.post, "/v1/sessions/email", json: .object(JSONObject(members)))
    }

    /// Requests a code and signs in with it.
    private func signIn(_ client: ServerClient, _ account: String = "anna.k") async throws -> ServerAnswer {
        let secret = try await begin(client, account).text("secret")
        return try await signIn(client, secret, try mailbox.signInCode())
    }

    @Test("a code from a mail opens a session once; the code is in the body only, and a notice says how the device signed in")
    func opens() async throws {
        try await bench.run { client in
            _ = try await anna(client)
            let begun = try await begin(client)
            #expect(begun.status == .created)
            #expect(try begun.text("expiresAt") == (ServerBench.start + .seconds(600)).description)
            let code = try mailbox.signInCode()
            let mail = try #require(mailbox.messages.last)
            #expect(mail.to.text == "anna@example.org")
            #expect(!mail.content.subject.contains(code) && !mail.content.text.prefix(200).contains(code))

            let signedIn = try await signIn(client, try begun.text("secret"), code, device: "Telephone")
            #expect(signedIn.status == .created)
            let token = try signedIn.text("session", "token")
            let session = try await client.send(.get, "/v1/session", token: token)
            #expect(session.status == .ok && session.text.contains("Telephone"))
            let again = try await signIn(client, try begun.text("secret"), code)
            #expect(again.status == .unprocessableContent && again.code == "email-code-rejected")
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject == "Signed in with a code from an e-mail")
            let events = try await client.send(.get, "/v1/account/events", token: token).json["events"]?.array ?? []
            #expect(events.first?["kind"] == "signed-in-by-mail")
        }
    }

    @Test("the session changes nothing sensitive before it reauthenticates with the password")
    func weakest() async throws {
        try await bench.run { client in
            _ = try await anna(client)
            let token = try await signIn(client).text("session", "token")
            let (verifier, moment) = (try await client.verifier(), ServerBench.start.seconds)
            #expect(try verifier.claims(of: try await client.accessToken(token), at: moment).authTime == 0)
            let change: JSONValue = ["email": "second@example.org"]
            let rejected = try await client.send(.post, "/v1/account/addresses", token: token, json: change)
            #expect(rejected.code == "reauthentication-required")
            for (method, path) in [
                (HTTPRequest.Method.post, "/v1/account/totp"), (.post, "/v1/account/passkey-options"), (.delete, "/v1/account"),
                (.delete, "/v1/sessions"),
            ] {
                let answer = try await client.send(method, path, token: token)
                #expect(answer.code == "reauthentication-required", "\(path): \(answer.text)")
            }
            let renewed = try await client.send(
                .post, "/v1/session/reauthentication", token: token, json: ["password": .string(ServerBench.password)])
            let own = try renewed.text("session", "token")
            #expect(try verifier.claims(of: try await client.accessToken(own), at: moment).authTime == moment)
            #expect(try await client.send(.post, "/v1/account/addresses", token: own, json: change).status == .created)
        }
    }

    @Test("an account with a second factor still needs it")
    func secondFactor() async throws {
        try await bench.run { client in
            let token = try await anna(client)
            let codes = try await client.turnOn(token, bench.clock).recoveryCodes
            let required = try await signIn(client)
            #expect(required.status == .unauthorized && required.code == "additional_authentication_required")
            let signedIn = try await client.answer(try required.text("challenge"), [("recoveryCode", .string(codes[0]))])
            #expect(signedIn.status == .created)
            let own = try signedIn.text("session", "token")
            let options = try await client.send(.post, "/v1/account/passkey-options", token: own)
            #expect(options.code == "reauthentication-required")
        }
    }

    @Test("the answers for names with and without a verified address are the same, down to wrong codes")
    func enumeration() async throws {
        try await bench.run { client in
            _ = try await anna(client)
            try await mailbox.expectSameAnswers(
                begin: { try await begin(client, $0) }, enter: { try await signIn(client, $0, $1) })
        }
    }

    @Test("a code of a recovery signs in nowhere, and a sign-in code recovers nothing")
    func purposes() async throws {
        try await bench.run { client in
            _ = try await anna(client)
            let recovery = try await client.send(.post, "/v1/recovery", json: ["account": "anna.k"])
            await bench.system.sendMail()
            let wrong = try await signIn(client, try recovery.text("secret"), try mailbox.recoveryCode())
            #expect(wrong.code == "email-code-rejected")
            let begun = try await begin(client)
            let entry: JSONValue = ["secret": .string(try begun.text("secret")), "emailCode": .string(try mailbox.signInCode())]
            #expect(try await client.send(.post, "/v1/recovery/session", json: entry).code == "email-code-rejected")
        }
    }

    @Test(
        "line ends in the account or in the device name reach no header of a message",
        arguments: ["anna@example.org\r\nBcc: eve@example.com", "anna.k\r\nSubject: x", "\r\n"])
    func lineEnds(_ text: String) async throws {
        try await bench.run { client in
            _ = try await anna(client)
            let sent = mailbox.messages.count
            #expect(try await begin(client, text).status == .created)
            #expect(mailbox.messages.count == sent)

            let secret = try await begin(client).text("secret")
            #expect(try await signIn(client, secret, try mailbox.signInCode(), device: text).status == .created)
            await bench.system.sendMail()
            let notice = try #require(mailbox.messages.last)
            #expect(notice.content.subject == "Signed in with a code from an e-mail")
            let head = String(decoding: try notice.encoded().bytes, as: UTF8.self).split(separator: "\r\n\r\n").first ?? ""
            #expect(!head.contains("\r\nBcc:") && !head.contains("\r\nSubject: x"))
        }
    }

    @Test("of 64 uses of one code, one opens a session")
    func race() async throws {
        try await bench.run { client in
            _ = try await anna(client)
            let secret = try await begin(client).text("secret")
            let code = try mailbox.signInCode()
            let opened = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<64 { group.addTask { try await signIn(client, secret, code).status == .created } }
                return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(opened == 1)
        }
    }

    @Test("by default, no code signs in: the routes do not exist")
    func off() async throws {
        let mail = MailConfiguration(from: try MailAddress("accounts@example.com"), destination: .custom(Mailbox()))
        #expect(!mail.signInCodes)
        try await ServerBench(mail: Mailbox()).run { client in
            for path in ["/v1/sessions/email-code", "/v1/sessions/email"] {
                // Other methods on these paths match another route: ending the session with this name.
                #expect(try await client.send(.post, path, json: [:]).status == .methodNotAllowed, "\(path)")
            }
            let document = try await client.send(.get, "/openapi.json")
            #expect(!document.text.contains("email-code\"") && !document.text.contains("EmailSignIn"))
        }
    }
}

extension Mailbox {
    /// The code of the last message for a sign-in.
    func signInCode() throws -> String { try code(below: "Sign in with a code") }

    /// Expects the same answers for names with and without a verified address, down to wrong codes.
    ///
    /// - Parameters:
    ///   - begin: requests a code for a name and sends the mail.
    ///   - enter: uses a secret with a code.
    func expectSameAnswers(
        begin: (String) async throws -> ServerAnswer, enter: (String, String) async throws -> ServerAnswer
    ) async throws {
        for name in ["anna.k", "anna@example.org", "berta", "berta@example.org"] {
            let sent = messages.count
            let begun = try await begin(name)
            #expect(begun.status == .created)
            #expect(begun.json.object?.members.map(\.name) == ["secret", "expiresAt"])
            #expect(messages.count == sent + (name.hasPrefix("anna") ? 1 : 0))
            for left in [4, 3, 2, 1] {
                let wrong = try await enter(try begun.text("secret"), "AAAA-AAAA")
                #expect(wrong.code == "email-code-rejected" && wrong.json["detail"] == .string("Attempts left: \(left)."))
            }
            for _ in 0..<2 {
                let wrong = try await enter(try begun.text("secret"), "AAAA-AAAA")
                #expect(wrong.json["detail"] == "Request another code.")
            }
        }
    }
}
