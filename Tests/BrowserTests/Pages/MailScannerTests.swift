import AccountServer
import Chromium
import Mail
import Synchronization
import TestKit
import Testing

extension InBrowser {
    /// Mail scanners open the links of a message. Some do so in a browser, and press the buttons of the page.
    @Suite("A mail scanner with a browser")
    struct MailScannerTests {
        @Test("a scanner that opens the links of a mail and the pages of its code, and presses every button, uses nothing up")
        func scanner() async throws {
            let outbox = Outbox()
            let mail = MailConfiguration(from: try MailAddress("a@example.com"), destination: .custom(outbox))
            try await Scene.run(host: "localhost", adjust: { $0.mail = mail }) { scene in
                let anna = try await scene.newVisitor()
                try await anna.signUpWithPassword(as: "anna.k")
                try await anna.open("/account/addresses/new")
                try await anna.page.fill("#email", "anna@example.org")
                try await anna.submit()
                try await scene.scan(outbox, codes: 1)
                try await anna.enter(code: outbox.code)
                #expect(try await anna.path == "/account?notice=address-verified")

                let other = try await scene.newVisitor()
                try await other.open("/recovery")
                try await other.page.fill("#username", "anna@example.org")
                try await other.submit()
                #expect(try await other.path == "/recovery/code")
                try await scene.scan(outbox, codes: 2)
                let code = try outbox.code
                try await other.enter(code: code)
                #expect(try await other.path == "/recovery/password")
                try await scene.scan(outbox, codes: 2)
                #expect(try outbox.code == code, "no press sent another code to the owner")
                try await anna.open("/account")
                #expect(try await anna.path == "/account", "still signed in")

                try await other.page.fill("#new-password", .secondPassword)
                try await other.submit()
                #expect(try await other.path == "/new-password-set")
            }
        }

        @Test("a scanner that reads the notices of a waiting recovery and a removed address ends neither the wait nor the code")
        func notices() async throws {
            let outbox = Outbox()
            let mail = MailConfiguration(from: try MailAddress("a@example.com"), destination: .custom(outbox))
            try await Scene.run(host: "localhost", adjust: { $0.mail = mail }) { scene in
                let anna = try await scene.newVisitor()
                try await anna.signUpWithPassword(as: "anna.k")
                try await anna.open("/account/addresses/new")
                try await anna.page.fill("#email", "anna@example.org")
                try await anna.submit()
                await scene.receive(1, from: outbox)
                try await anna.enter(code: outbox.code)
                try await anna.turnOnAuthenticatorApp(scene.site.clock)

                let other = try await scene.newVisitor()
                try await other.open("/recovery")
                try await other.page.fill("#username", "anna@example.org")
                try await other.submit()
                await scene.receive(2, from: outbox)
                try await other.enter(code: outbox.code)
                try await other.follow("form[action='/recovery/wait'] button")
                try await scene.scan(outbox, codes: 3)
                #expect(outbox.subjects.contains("Account recovery begun"))
                try await anna.open("/account")
                #expect(try await anna.codes.contains("recovery-waits"), "still waiting, and still signed in")
                try await anna.follow("form[action='/account/recovery/cancel'] button")

                try await anna.follow("form[action^='/account/addresses/'][action$='/remove'] button")
                #expect(try await anna.path == "/account?notice=address-removed")
                try await scene.scan(outbox, codes: 4)
                try await anna.open("/account")
                #expect(try await anna.path == "/account", "still signed in")
                try await other.open("/address-undo")
                try await other.enter(code: outbox.code)
                #expect(try await other.path == "/address-restored")
            }
        }
    }
}

extension Scene {
    /// Waits until the mail has this number of codes.
    fileprivate func receive(_ codes: Int, from outbox: Outbox) async {
        await poll {
            await site.system.sendMail()
            return outbox.codes.count >= codes
        }
    }

    /// Opens every link in the mail so far and every page of a mailed code, each in a new browser, and presses each button there. It types into every
    /// field, so that the forms are sent.
    ///
    /// - Parameter codes: the number of codes that are in the mail first.
    fileprivate func scan(_ outbox: Outbox, codes: Int) async throws {
        await receive(codes, from: outbox)
        let links = outbox.texts.flatMap { text in
            text.split(whereSeparator: \.isWhitespace).filter { $0.hasPrefix(site.origin) }.map {
                String($0.dropFirst(site.origin.count))
            }
        }
        let pages = [
            "/recovery", "/recovery/code", "/recovery/second-factor", "/recovery/password", "/recovery/passkey",
            "/account/addresses/code",
            "/account/not-me", "/address-undo", "/recovery/cancel",
        ]
        for path in Set(links + pages).sorted() {
            let scanner = try await newVisitor(script: false)
            var next = 0
            var count = 1
            while next < count {
                try await scanner.open(path)
                count = try await scanner.prepareToPress()
                guard next < count else { break }
                try await scanner.follow("[data-scanned='\(next)']")
                next += 1
            }
            #expect(count > 0, "\(path)")
        }
    }
}

extension Visitor {
    fileprivate func enter(code: String) async throws {
        try await page.fill("#code", code)
        try await submit()
    }

    /// Fills in all fields, and returns the number of buttons. Each has its number in an attribute.
    fileprivate func prepareToPress() async throws -> Int {
        try await page.evaluate(
            """
            (() => {
                for (const form of document.forms) form.noValidate = true
                for (const field of document.querySelectorAll('form input:not([type=hidden], [type=checkbox], [type=radio])'))
                    field.value ||= 'scanner@example.net'
                const buttons = [...document.querySelectorAll('form button')].filter(button => button.type == 'submit' && button.offsetParent)
                for (const [number, button] of buttons.entries()) button.dataset.scanned = number
            })()
            """)
        return try await page.count("[data-scanned]")
    }
}

/// Keeps every message.
private final class Outbox: MailTransport {
    private let messages = Mutex<[MailMessage]>([])

    func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        for (index, message) in messages.enumerated() {
            self.messages.withLock { $0.append(message) }
            await report(index, .delivered)
        }
    }

    var texts: [String] { messages.withLock { $0.map(\.content.text) } }

    var subjects: [String] { messages.withLock { $0.map(\.content.subject) } }

    var codes: [String] { messages.withLock { $0.compactMap(\.content.codeText) } }

    /// The newest code.
    var code: String {
        get throws { try #require(codes.last) }
    }
}
