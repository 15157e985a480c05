import AccountServer
import Chromium
import Mail
import Testing

/// The mail that a site under test sends, one message after the other.
final class SiteMailbox: MailTransport {
    private let messages: AsyncStream<MailMessage>
    private let arrivals: AsyncStream<MailMessage>.Continuation

    init() {
        (messages, arrivals) = AsyncStream<MailMessage>.makeStream()
    }

    func deliver(_ messages: [MailMessage], report: @Sendable (Int, MailOutcome) async -> Void) async {
        for (index, message) in messages.enumerated() {
            arrivals.yield(message)
            await report(index, .delivered)
        }
    }

    /// The mailbox never reached the message that a test waits for.
    struct Ended: Error {}

    /// Waits for the next message with a code, and returns the code. Skips notices.
    func nextCode(of scene: Scene) async throws -> String {
        await scene.site.system.sendMail()
        for await message in messages {
            if let code = message.content.codeText { return code }
        }
        throw Ended()
    }
}

extension Scene {
    /// Runs a scene whose site sends mail.
    ///
    /// - Parameter signInCodes: whether a mailed code signs in.
    static func runWithMail(
        host: String = "127.0.0.1", signInCodes: Bool = false,
        _ body: @escaping @Sendable (Scene, SiteMailbox) async throws -> Void
    ) async throws {
        let mailbox = SiteMailbox()
        let sender = try MailAddress("accounts@example.com")
        try await run(
            host: host,
            adjust: { configuration in
                configuration.mail = MailConfiguration(from: sender, destination: .custom(mailbox))
                configuration.mail?.signInCodes = signInCodes
            }
        ) { scene in
            try await body(scene, mailbox)
        }
    }
}

extension Visitor {
    /// Adds `anna@example.org` to the account of this visitor, and verifies it with the mailed code.
    func addAddress(in scene: Scene, _ mailbox: SiteMailbox) async throws {
        try await open("/account/addresses/new")
        try await page.fill("#email", "anna@example.org")
        try await submit()
        try await enterCode(try await mailbox.nextCode(of: scene))
        #expect(try await codes.contains("address-verified"))
    }

    /// Requests a code on the page that asks for the account.
    func requestCode(for account: String = "anna@example.org") async throws {
        try await page.fill("#username", account)
        try await submit()
        #expect(try await heading == "Enter the code from the e-mail")
    }

    func enterCode(_ code: String) async throws {
        try await page.fill("#code", code)
        try await submit()
    }
}
