import AccountPages
import Accounts
import Foundation
import HTTPTypes
import JSONText
import LocalAccess
import Mail
import OneTimeCodes
import Secrets
import Testing

@testable import AccountServer

@Suite("The mailbox of development")
struct MailboxToolTests {
    private let mailbox = DevelopmentMailbox()
    private let bench: ServerBench
    private let mail: DevelopmentMail

    init() throws {
        let mail = DevelopmentMail(
            mailbox,
            access: LocalAccess(port: 8_080, bearer: OpaqueToken(random: SystemRandomBytes()), random: SystemRandomBytes()) {
                .now
            },
            command: "latchkey dev")
        self.mail = mail
        bench = try ServerBench(mail: mailbox, developmentMail: mail)
    }

    /// Returns the cookie of a browser that opened the printed address.
    private func cookie(_ client: ServerClient) async throws -> HTTPFields {
        let answer = try await client.send(.get, mail.newAddress(at: ""))
        #expect(answer.status == .seeOther && answer.headers[.location] == "/dev/mail")
        return [.cookie: String(try #require(answer.headers[.setCookie]).prefix { $0 != ";" })]
    }

    @Test(
        "a visitor without the printed address reads nothing",
        arguments: [
            "/dev/mail", "/dev/mail?token=AAAA", "/dev/mail#fragment", "/dev/mail/templates",
            "/dev/mail/templates/address-code/html",
            "/dev/mail/messages/1/html", "/dev/mail/unknown", DevelopmentMail.tokenPath,
        ])
    func strangers(path: String) async throws {
        try await bench.run { client in
            for headers in [HTTPFields(), [.cookie: "latchkey-8080=\(OpaqueToken(random: SystemRandomBytes()).reveal())"]] {
                let answer = try await client.send(.get, path, headers: headers)
                #expect(answer.status == .unauthorized && !answer.text.contains("iframe"))
            }
            #expect(try await client.send(.get, "/sign-in").status == .ok)
        }
    }

    @Test("a claimed address shows its code in the mailbox, newest first, and the HTML part is sandboxed without remote content")
    func claims() async throws {
        try await bench.run { client in
            let cookie = try await cookie(client)
            #expect(try await client.send(.get, "/dev/mail", headers: cookie).text.contains("No mail yet."))
            let token = try await client.register()
            for local in ["first", "second"] {
                let claim = try await client.send(
                    .post, "/v1/account/addresses", token: token, json: ["email": .string("\(local)@example.org")])
                #expect(claim.status == .created)
            }
            await bench.system.sendMail()
            let list = try await client.send(.get, "/dev/mail", headers: cookie)
            let page = list.text
            #expect(page.contains("2 messages"))
            let (second, first) = (page.firstRange(of: "second@example.org"), page.firstRange(of: "first@example.org"))
            #expect(try #require(second).lowerBound < #require(first).lowerBound)
            #expect(list.headers[.contentSecurityPolicy] == "\(ContentSecurityPolicy.pageWithScript); frame-src 'self'")
            let code = try #require(mailbox.messages.first?.message.content.codeText)
            #expect(page.contains("<code id=\"code-2\">\(code)</code>"))

            let html = try await client.send(.get, "/dev/mail/messages/2/html", headers: cookie)
            let policy = try #require(html.headers[.contentSecurityPolicy])
            for rule in ["default-src 'none'", "sandbox;", "form-action 'none'", "frame-ancestors 'self'"] {
                #expect(policy.contains(rule))
            }
            #expect(!policy.contains("script-src") && !policy.contains("img-src") && !policy.contains("allow-"))
            #expect(html.text.contains(code))
            for path in ["/dev/mail/messages/3/html", "/dev/mail/messages/x/html", "/dev/mail/templates/none/html"] {
                #expect(try await client.send(.get, path, headers: cookie).status == .notFound)
            }
        }
    }

    @Test("every template and every kind of notice is shown with sample values, as text and HTML")
    func templates() async throws {
        try await bench.run { client in
            let cookie = try await cookie(client)
            let page = try await client.send(.get, "/dev/mail/templates", headers: cookie).text
            let templates = MailTemplate.allCases.map(\.name).filter { $0 != "notice" }
            let notices = AccountNotice.Kind.allCases.map { "notice-\($0.rawValue)" }
            #expect(notices.contains("notice-password-changed"))
            var parts: Set<String> = []
            for name in templates + notices {
                #expect(page.contains("<code>\(name)</code>"))
                let html = try await client.send(.get, "/dev/mail/templates/\(name)/html", headers: cookie)
                #expect(html.status == .ok && html.text.hasPrefix("<!DOCTYPE html>"))
                parts.insert(html.text)
            }
            #expect(parts.count == templates.count + notices.count, "each has its own text")
            #expect(try await client.send(.get, "/dev/mail/templates/notice/html", headers: cookie).status == .notFound)
            #expect(page.contains("@accounts.example.com #K7QM-2XPA") && page.contains("K7QM-2XPA is your"))
        }
    }

    @Test("the templates are in the language that the picker of the pages selects")
    func language() async throws {
        try await bench.run { client in
            var headers = try await cookie(client)
            headers[.cookie]? += "; __Host-latchkey-language=ar"
            #expect(try await client.send(.get, "/dev/mail/templates", headers: headers).text.contains("تسجيل دخول جديد"))
            let html = try await client.send(.get, "/dev/mail/templates/notice-new-device/html", headers: headers).text
            #expect(html.contains("<html lang=\"ar\" dir=\"rtl\">"))
        }
    }

    @Test("the mailbox keeps a limited number and size of messages, the newest ones")
    func limits() async throws {
        let site = try #require(WebOrigin("https://accounts.example.com"))
        let composer = try #require(
            MailComposer(from: MailAddress("accounts@example.com"), serviceName: "Example", site: site))
        func deliver(_ count: Int, to mailbox: DevelopmentMailbox) async throws {
            for _ in 0..<count {
                let id = MailMessageID(domain: try MailDomain("example.com"), random: SystemRandomBytes())
                let message = try composer.testMessage(to: MailAddress("anna@example.org"), id: id, at: ServerBench.start)
                #expect(await mailbox.deliver(message) == .delivered)
            }
        }
        let few = DevelopmentMailbox(count: 3)
        try await deliver(5, to: few)
        #expect(few.messages.map(\.number) == [5, 4, 3])
        let content = try #require(few.messages.first?.message.content)
        let size = content.text.utf8.count + content.html.utf8.count
        let small = DevelopmentMailbox(bytes: 2 * size)
        try await deliver(3, to: small)
        #expect(small.messages.map(\.number) == [3, 2])
        let tiny = DevelopmentMailbox(bytes: 1)
        try await deliver(2, to: tiny)
        #expect(tiny.messages.map(\.number) == [2])
    }

    @Test("a server without the mailbox has no such pages")
    func production() async throws {
        try await ServerBench(mail: mailbox).run { client async throws in
            for path in ["/dev/mail", "/dev/mail/templates"] {
                #expect(try await client.send(.get, path).status == .notFound)
            }
        }
    }
}
