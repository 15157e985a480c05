import Accounts
import HTTPTypes
import JSONText
import Mail
import Synchronization
import Testing

@testable import AccountServer

@Suite("E-mail addresses in the API")
struct AddressAPITests {
    @Test("an address is entered, verified by the code from its mail, listed and removed")
    func life() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            let token = try await client.register()
            let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": " Anna@example.org "])
            #expect(claim.status == .created)
            #expect(try claim.text("address", "email") == "Anna@example.org")
            #expect(claim.json["address"]?["verifiedAt"] == .null)
            #expect(try claim.text("expiresAt") == (ServerBench.start + .seconds(600)).description)

            await bench.system.sendMail()
            let mail = try #require(mailbox.messages.first)
            let code = try mailbox.code()
            #expect(mail.to.text == "Anna@example.org" && mail.content.subject == "\(code) is your Latchkey code")
            #expect(mail.content.text.split(separator: "\n").last == "@accounts.example.com #\(code)")

            let verified = try await client.verify(claim, code: code, token: token)
            #expect(verified.status == .ok)
            #expect(try verified.text("address", "verifiedAt") == ServerBench.start.description)
            let list = try await client.send(.get, "/v1/account/addresses", token: token)
            #expect(list.json["addresses"] == .array([try #require(verified.json["address"])]))

            let path = "/v1/account/addresses/\(try claim.text("address", "id"))"
            #expect(try await client.send(.delete, path, token: token).status == .noContent)
            #expect(try await client.send(.delete, path, token: token).status == .notFound)
            #expect(try await client.send(.get, "/v1/account/addresses", token: token).json["addresses"] == [])
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject == "E-mail address removed")
            #expect(mailbox.messages.count == 2)
        }
    }

    @Test("a wrong code, a code with another secret and a used code are rejected alike, with the attempts that are left")
    func codes() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            let token = try await client.register()
            let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
            await bench.system.sendMail()
            let code = try mailbox.code()
            let wrong = try await client.verify(claim, code: "AAAA-AAAA", token: token)
            #expect(wrong.status == .unprocessableContent && wrong.code == "email-code-rejected")
            #expect(wrong.json["detail"] == "Attempts left: 4.")
            for body: JSONValue in [
                ["secret": "dGhpcy1pcy1hbi1leGFtcGxlLXRva2VuLTMyLWJ5dGU", "emailCode": .string(code)],
                ["secret": .string(try claim.text("secret")), "emailCode": "12345678"],
                ["secret": "x", "emailCode": .string(code)],
            ] {
                let answer = try await client.send(.post, "/v1/account/address-verification", token: token, json: body)
                #expect(answer.code == "email-code-rejected", "\(body)")
            }
            let lowerCase = code.lowercased().replacing("-", with: " ")
            #expect(try await client.verify(claim, code: lowerCase, token: token).status == .ok)
            let again = try await client.verify(claim, code: code, token: token)
            #expect(again.code == "email-code-rejected" && again.json["detail"] == "Request another code.")
        }
    }

    @Test(
        "an address that cannot be one is rejected",
        arguments: ["", "anna", "anna@localhost", "a@b.example\r\nBcc: c@d.example", "a@[192.0.2.1]"])
    func malformed(_ text: String) async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            let token = try await client.register()
            let answer = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": .string(text)])
            #expect(answer.status == .unprocessableContent && answer.code == "email-address-malformed")
            await bench.system.sendMail()
            #expect(mailbox.messages.isEmpty)
        }
    }

    @Test("a verified address is rejected for another account once its code is returned there")
    func taken() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            for (name, status) in [("anna.k", HTTPResponse.Status.ok), ("berta", .conflict)] {
                let token = try await client.register(name)
                let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
                await bench.system.sendMail()
                let answer = try await client.verify(claim, code: try mailbox.code(), token: token)
                #expect(answer.status == status)
                #expect(name == "anna.k" || answer.code == "email-address-taken")
            }
        }
    }

    @Test("entering and removing an address require recent authentication")
    func freshness() async throws {
        let bench = try ServerBench(mail: Mailbox())
        try await bench.run { client in
            let token = try await client.register()
            let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
            bench.clock.advance(by: .seconds(601))
            for (method, path, body) in [
                (HTTPRequest.Method.post, "/v1/account/addresses", ["email": "b@example.org"] as JSONValue?),
                (.delete, "/v1/account/addresses/\(try claim.text("address", "id"))", nil),
            ] {
                let answer = try await client.send(method, path, token: token, json: body)
                #expect(answer.code == "reauthentication-required", "\(path)")
            }
        }
    }

    /// Registers an account, verifies `anna@example.org` and removes it. Returns the session's token and the code of the mail.
    private func removed(
        _ bench: ServerBench, _ mailbox: Mailbox, _ client: ServerClient
    ) async throws -> (token: String, code: String) {
        let token = try await client.register()
        let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
        await bench.system.sendMail()
        _ = try await client.verify(claim, code: try mailbox.code(), token: token)
        let path = "/v1/account/addresses/\(try claim.text("address", "id"))"
        try #require(try await client.send(.delete, path, token: token).status == .noContent)
        await bench.system.sendMail()
        let text = try #require(mailbox.messages.last).content.text
        return (token, String(try #require(text.firstMatch(of: /([a-z2-7]{4}-){5}[a-z2-7]{4}/)).0))
    }

    private func undo(_ client: ServerClient, _ code: String) async throws -> ServerAnswer {
        try await client.send(.post, "/v1/address-undo", json: ["undoCode": .string(code)])
    }

    @Test("the code from the mail restores a removed address once, ends all sessions and grants none")
    func undoneRemoval() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            let (token, code) = try await removed(bench, mailbox, client)
            // A link that a program opens uses nothing up, and neither does a code of another kind.
            for method in [HTTPRequest.Method.head, .get] {
                #expect(try await client.send(method, "/v1/address-undo?undoCode=\(code)").status == .methodNotAllowed)
            }
            for wrong in ["aaaa-aaaa-aaaa-aaaa-aaaa-aaaa", "K7QM-2XPA", ""] {
                let rejected = try await undo(client, wrong)
                #expect(rejected.status == .unprocessableContent && rejected.code == "email-code-rejected", "\(wrong)")
            }
            #expect(try await client.send(.get, "/v1/session", token: token).status == .ok)

            let restored = try await undo(client, code.uppercased().replacing("-", with: " "))
            #expect(restored.status == .noContent && restored.text.isEmpty && restored.headers[values: .setCookie].isEmpty)
            #expect(try await client.send(.get, "/v1/session", token: token).status == .unauthorized)
            #expect(try await undo(client, code).code == "email-code-rejected")
            let own = try await client.signIn().text("session", "token")
            let listed = try await client.send(.get, "/v1/account/addresses", token: own)
            #expect(listed.json["addresses"]?.array?.first?["verifiedAt"]?.string == ServerBench.start.description)
            await bench.system.sendMail()
            #expect(mailbox.messages.contains { $0.content.subject == "E-mail address restored" })
        }
    }

    @Test("attempts to restore an address are charged to the network until they are throttled, on the page as well")
    func undoBudget() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            let (_, code) = try await removed(bench, mailbox, client)
            var answer = try await undo(client, "wrong")
            for _ in 0..<100 where answer.status == .unprocessableContent { answer = try await undo(client, "wrong") }
            #expect(answer.status == .tooManyRequests && answer.code == "too-many-requests")
            #expect(try await undo(client, code).status == .tooManyRequests)
            var browser = Browser(client)
            let page = try await browser.submit(try await browser.open("/address-undo"), to: "/address-undo", ["code": code])
            #expect(page.status == 429)
        }
    }

    @Test("without mail, accounts have no addresses, and the description has none either")
    func off() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            #expect(try await client.send(.get, "/v1/account/addresses", token: token).status == .notFound)
            #expect(try await client.send(.post, "/v1/address-undo", json: ["undoCode": "x"]).status == .notFound)
            let without = try await client.send(.get, "/openapi.json").json
            #expect(without["components"]?["schemas"]?["EmailAddress"] == nil)
        }
        try await ServerBench(mail: Mailbox()).run { client in
            let with = try await client.send(.get, "/openapi.json").json
            #expect(with["components"]?["schemas"]?["EmailAddress"] != nil)
            let paths = with["paths"]?.object?.members.map(\.name).filter { $0.contains("address") } ?? []
            #expect(
                Set(paths) == [
                    "/v1/account/addresses", "/v1/account/addresses/{id}", "/v1/account/address-verification", "/v1/address-undo",
                ])
        }
    }

    @Test("an event reports each change to the owner")
    func events() async throws {
        let mailbox = Mailbox()
        let bench = try ServerBench(mail: mailbox)
        try await bench.run { client in
            let token = try await client.register()
            let claim = try await client.send(.post, "/v1/account/addresses", token: token, json: ["email": "anna@example.org"])
            await bench.system.sendMail()
            _ = try await client.verify(claim, code: try mailbox.code(), token: token)
            let events = try await client.send(.get, "/v1/account/events", token: token)
            let kinds = events.json["events"]?.array?.compactMap { $0["kind"]?.string } ?? []
            #expect(kinds == ["email-address-verified", "email-address-claimed", "account-created"], "\(events.text)")
            #expect(!events.text.contains("example.org"))
        }
    }
}

/// A transport that keeps the messages, with the outcome that a test chooses.
final class Mailbox: MailTransport {
    private let state = Mutex<(messages: [MailMessage], outcome: MailOutcome)>(([], .delivered))

    var messages: [MailMessage] { state.withLock { $0.messages } }

    func answer(_ outcome: MailOutcome) { state.withLock { $0.outcome = outcome } }

    func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        for (index, message) in messages.enumerated() {
            let outcome = state.withLock {
                $0.messages.append(message)
                return $0.outcome
            }
            await report(index, outcome)
        }
    }

    /// The code in the subject of the last message.
    func code() throws -> String {
        String(try #require(messages.last?.content.subject.prefix(9)))
    }
}

extension ServerBench {
    init(
        mail: any MailTransport, developmentMail: DevelopmentMail? = nil,
        adjust: (inout ServerConfiguration) throws -> Void = { _ in }
    ) throws {
        try self.init(developmentMail: developmentMail) { configuration in
            configuration.mail = MailConfiguration(from: try MailAddress("accounts@example.com"), destination: .custom(mail))
            try adjust(&configuration)
        }
    }
}

extension ServerClient {
    func verify(_ claim: ServerAnswer, code: String, token: String) async throws -> ServerAnswer {
        let secret = try claim.text("secret")
        return try await send(
            .post, "/v1/account/address-verification", token: token, json: ["secret": .string(secret), "emailCode": .string(code)])
    }
}
