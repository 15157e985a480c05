import Foundation
import Mail
import Markup
import OneTimeCodes
import Secrets

/// The quick start of Mail.docc.
enum QuickStart {
    static func send(
        _ code: String, to recipient: String, site: WebOrigin, through server: SMTPServer, clock: any Clock<Duration>, now: Date
    ) async throws -> MailOutcome? {
        guard let english = MailLanguage("en"), let mailCode = MailCode(code, exposure: .subject) else { return nil }
        // In Sources/Server/Mail/Mail.docc/Mail.md
        let domain = try MailDomain("example.com")
        let content = try MailContent(
            site: site, language: english, subject: "is your Example code", code: mailCode,
            [
                .paragraph("Use this code to sign in to Example. It is valid for ten minutes."),
                .link(label: "If this wasn’t you, review your devices", "/account/devices"),
            ])
        let message = MailMessage(
            from: MailSender(try MailAddress("accounts@example.com"), name: "Example"), to: try MailAddress(recipient),
            bounces: nil, content: content, id: MailMessageID(domain: domain, random: SystemRandomBytes()), date: now)

        let transport = SMTPTransport(to: server, clientName: domain, clock: clock)
        let outcome = await transport.deliver(message)
        // End
        return outcome
    }
}
