import Accounts
import HTTPTypes
import JSONText
import Mail
import TestKit
import Testing

@testable import AccountServer

@Suite("Cancelling a recovery by the code from its notice, on the page and in the API")
struct RecoveryCancellationTests {
    private static let path = "/recovery/cancel"
    private static let endpoint = "/v1/recovery/cancellation"

    private let mailbox: Mailbox
    private let bench: ServerBench

    init() throws {
        mailbox = Mailbox()
        bench = try ServerBench(mail: mailbox)
    }

    /// Begins the waiting time of an account with a second factor, and returns the browser of its owner and the code of the notice.
    private func waiting(_ client: ServerClient) async throws -> (owner: Browser, code: String) {
        var owner = try await bench.anna(client, mailbox)
        _ = try await owner.turnOnAuthenticator(at: bench.clock.now)
        var browser = Browser(client)
        let page = try await browser.submit(try await browser.open("/recovery"), to: "/recovery", ["username": "anna.k"])
        await bench.system.sendMail()
        let form = try await browser.submit(page, to: "/recovery/code", ["code": try mailbox.recoveryCode()])
        _ = try await browser.submit(form, to: "/recovery/wait")
        await bench.system.sendMail()
        let mail = try #require(mailbox.messages.last).content
        #expect(mail.subject == "Account recovery begun" && mail.text.contains("https://accounts.example.com\(Self.path)\n"))
        let code = String(try #require(mail.text.firstMatch(of: /([a-z2-7]{4}-){5}[a-z2-7]{4}/)).0)
        #expect(!mail.subject.contains(code) && !mail.text.prefix(200).contains(code))
        return (owner, code)
    }

    private func cancel(_ client: ServerClient, _ code: String) async throws -> ServerAnswer {
        try await client.send(.post, Self.endpoint, json: ["undoCode": .string(code)])
    }

    @Test("typing the code on the page cancels the recovery in any browser, and opens and ends no session")
    func page() async throws {
        try await bench.run { client in
            let (signedIn, code) = try await waiting(client)
            var owner = signedIn
            var browser = Browser(client)
            // Opening the page, and a form without its token, use nothing up.
            for _ in 0..<3 { _ = try await browser.open("\(Self.path)?code=\(code)") }
            #expect(try await client.send(.head, Self.path).status == .ok)
            #expect(try await browser.post(Self.path, [("code", code)]).status == .forbidden)
            let wrong = try await browser.submit(
                try await browser.open(Self.path), to: Self.path, ["code": "aaaa-aaaa-aaaa-aaaa-aaaa-aaaa"])
            #expect(wrong.status == 403 && wrong.errorCodes == ["email-code-rejected"])
            #expect(try await owner.open("/account").errorCodes.contains("recovery-waits"))
            #expect(try await browser.submit(wrong, to: Self.path, ["code": code]).path == "/recovery-cancelled")
            #expect(browser.cookie("__Host-latchkey-session") == nil)
            let account = try await owner.open("/account")
            #expect(account.path == "/account" && !account.errorCodes.contains("recovery-waits"))
            #expect(try await browser.submit(try await browser.open(Self.path), to: Self.path, ["code": code]).status == 403)
            // The browser of a signed-in user stays signed in.
            #expect(try await owner.submit(try await owner.open(Self.path), to: Self.path, ["code": code]).status == 403)
            #expect(try await owner.isSignedIn())
            await bench.system.sendMail()
            #expect(mailbox.messages.last?.content.subject == "Account recovery cancelled")
        }
    }

    @Test("a user who is signed in stays signed in when the code cancels the recovery")
    func signedIn() async throws {
        try await bench.run { client in
            let (signedIn, code) = try await waiting(client)
            var owner = signedIn
            let page = try await owner.submit(try await owner.open(Self.path), to: Self.path, ["code": code])
            #expect(page.path == "/recovery-cancelled")
            #expect(try await owner.isSignedIn())
        }
    }

    @Test("an app cancels the recovery by the code once, without a session; any other code gets the same response")
    func api() async throws {
        try await bench.run { client in
            let (signedIn, code) = try await waiting(client)
            var owner = signedIn
            for method in [HTTPRequest.Method.head, .get] {
                #expect(try await client.send(method, "\(Self.endpoint)?undoCode=\(code)").status == .methodNotAllowed)
            }
            // An unknown code, one of another kind, and a malformed one.
            for wrong in ["aaaa-aaaa-aaaa-aaaa-aaaa-aaaa", "K7QM-2XPA", ""] {
                let rejected = try await cancel(client, wrong)
                #expect(rejected.status == .unprocessableContent && rejected.code == "email-code-rejected", "\(wrong)")
            }
            let elsewhere = try await client.send(.post, "/v1/address-undo", json: ["undoCode": .string(code)])
            #expect(elsewhere.code == "email-code-rejected")
            let cancelled = try await cancel(client, code.uppercased().replacing("-", with: " "))
            #expect(cancelled.status == .noContent && cancelled.text.isEmpty && cancelled.headers[values: .setCookie].isEmpty)
            #expect(try await !owner.open("/account").errorCodes.contains("recovery-waits"))
            let again = try await cancel(client, code)
            #expect(again.status == .unprocessableContent && again.code == "email-code-rejected")
        }
    }

    @Test("attempts are charged to the network until they are throttled, on the page as well")
    func budget() async throws {
        try await bench.run { client in
            let (_, code) = try await waiting(client)
            var answer = try await cancel(client, "wrong")
            for _ in 0..<100 where answer.status == .unprocessableContent { answer = try await cancel(client, "wrong") }
            #expect(answer.status == .tooManyRequests && answer.code == "too-many-requests")
            #expect(try await cancel(client, code).status == .tooManyRequests)
            var browser = Browser(client)
            let page = try await browser.submit(try await browser.open(Self.path), to: Self.path, ["code": code])
            #expect(page.status == 429)
        }
    }

    @Test("without mail, neither the page nor the request exists")
    func off() async throws {
        try await ServerBench().run { client async throws in
            #expect(try await client.send(.post, Self.endpoint, json: ["undoCode": "x"]).status == .notFound)
            #expect(try await client.send(.get, Self.path).status == .notFound)
        }
    }
}
