import AccountPages
package import Accounts
import Foundation
package import Mail
import Markup
package import OneTimeCodes
import Secrets

/// Writes the messages of the domain: their words in text and HTML, with the sender and the site of the service.
package struct MailComposer: Sendable {
    private let from: MailSender
    private let service: MailLine
    private let codeSubject: MailLine
    private let language: MailLanguage
    private let site: WebOrigin

    /// - Parameter name: the name of the service. Nil is returned for one that cannot be in a subject.
    package init?(from address: MailAddress, serviceName name: String, site: WebOrigin) {
        guard let service = MailLine(name), let codeSubject = MailLine("is your \(name) code"), let language = MailLanguage("en")
        else {
            return nil
        }
        from = MailSender(address, name: service)
        self.service = service
        self.codeSubject = codeSubject
        self.language = language
        self.site = site
    }

    /// Returns nil if the mail library rejects the address or a text.
    package func message(for mail: OutgoingMail) -> MailMessage? {
        guard let to = try? MailAddress(mail.to.text), let content = content(of: mail.content),
            let id = MailMessageID(unique: Base64URL.encode(mail.id.bytes), domain: from.address.domain)
        else { return nil }
        return MailMessage(from: from, to: to, bounces: from.address, content: content, id: id, date: Date(mail.queuedAt))
    }

    /// Returns the message of `latchkey mail test`.
    package func testMessage(to address: MailAddress, id: MailMessageID, at now: Timestamp) throws -> MailMessage {
        let content = try MailContent(
            site: site, language: language, subject: "Test message",
            [.paragraph("\(service) can send mail to this address. No action is required.")])
        return MailMessage(from: from, to: address, bounces: from.address, content: content, id: id, date: Date(now))
    }

    private func content(of mail: AccountMail) -> MailContent? {
        switch mail {
        case .addressCode(let code):
            guard let code = MailCode(code.reveal(), exposure: .subject) else { return nil }
            return try? MailContent(
                site: site, language: language, subject: codeSubject, code: code,
                [
                    .paragraph(
                        "Enter this code on the page or in the app that asked for it. It verifies this e-mail address for \(service)."
                    ),
                    .paragraph("The code is valid for ten minutes, only once, and only there."),
                    .paragraph(
                        "If you did not ask for it, ignore this message. Without the code, the address is not added to an account."),
                ])
        case .addressAdded(let address, let moment, let deviceName):
            return notice(
                "E-mail address added", "An e-mail address was added to your \(service) account.", address, moment, deviceName)
        case .addressRemoved(let address, let moment, let deviceName):
            return notice(
                "E-mail address removed", "An e-mail address was removed from your \(service) account.", address, moment, deviceName
            )
        case .recoveryCode(let code): return recovery(code)
        case .passwordRecovered(let moment, let deviceName):
            return notice(
                "Password reset",
                [
                    "The password of your \(service) account was reset with a code from a mail. All devices were signed out.",
                    "If this was not you, reset the password again at once, and secure your mailbox.",
                    "Passkeys and Apple Accounts that sign in to the account were kept. Review them.",
                    "Unless a second factor was proved, e-mail addresses that are newer than the one with the code were removed.",
                ], "Time", moment, deviceName)
        case .recoveryWaits(let moment, let deviceName):
            return notice(
                "Account recovery begun",
                [
                    "A recovery of your \(service) account without its second factor has begun. From the time below, a code from a mail resets the password.",
                    "If this was not you, sign in with your second factor, which cancels the recovery. Then secure your mailbox.",
                ], "Possible from", moment, deviceName)
        case .recoveryCancelled(let moment, let deviceName):
            return notice(
                "Account recovery cancelled",
                [
                    "The recovery of your \(service) account was cancelled.",
                    "If this was not you, sign in, end the other sessions and change your password.",
                ], "Time", moment, deviceName)
        case .notice(let notice): return self.notice(of: notice)
        }
    }

    private func notice(of notice: AccountNotice) -> MailContent? {
        let (subject, text) = words(of: notice.kind)
        guard notice.kind != .accountDeleted else {
            // No account is left that could end its sessions.
            return self.notice(
                subject, [text, "If this was not you, contact \(service)."], "Time", notice.at, notice.deviceName, link: nil)
        }
        let advice: MailText = "If this was not you, end all sessions with the link below. Then change your password."
        return self.notice(subject, [text, advice], "Time", notice.at, notice.deviceName)
    }

    private func words(of kind: AccountNotice.Kind) -> (subject: MailLine, text: MailText) {
        switch kind {
        case .newDevice: ("New sign-in", "A new device signed in to your \(service) account.")
        case .passwordChanged: ("Password changed", "The password of your \(service) account was changed.")
        case .passwordSet: ("Password set", "A password was set for your \(service) account.")
        case .passwordRemoved: ("Password removed", "The password of your \(service) account was removed.")
        case .passwordReplacedByApple:
            ("Password replaced", "Sign in with Apple has replaced the password of your \(service) account.")
        case .passkeyAdded: ("Passkey added", "A passkey was added to your \(service) account.")
        case .passkeyRemoved: ("Passkey removed", "A passkey was removed from your \(service) account.")
        case .secondFactorAdded: ("Second factor added", "A second factor was added to your \(service) account.")
        case .secondFactorRemoved: ("Second factor removed", "A second factor was removed from your \(service) account.")
        case .recoveryCodesMade:
            ("New recovery codes", "Recovery codes were generated for your \(service) account. Earlier codes are no longer valid.")
        case .recoveryCodeUsed: ("Recovery code used", "A recovery code of your \(service) account was used.")
        case .appleLinked: ("Apple Account linked", "An Apple Account was linked to your \(service) account.")
        case .appleUnlinked: ("Apple Account unlinked", "An Apple Account was unlinked from your \(service) account.")
        case .accountDeleted: ("Account deleted", "Your \(service) account was deleted.")
        }
    }

    /// The text before the code is longer than the preview of a message, because locked phones show previews.
    private func recovery(_ code: MailedCode) -> MailContent? {
        guard let code = MailCode(code.reveal(), exposure: .bodyOnly) else { return nil }
        return try? MailContent(
            site: site, language: language, subject: "Reset your password", code: code,
            [
                .paragraph(
                    "This message answers a request for a new password for your \(service) account. If you sent the request, enter the code at the end of this message where you sent it."
                ),
                .paragraph("The code is valid for ten minutes, only once, and only there. Do not tell it to anyone."),
                .paragraph("If you did not ask for it, ignore this message. Your password stays as it is."),
            ])
    }

    private func notice(
        _ subject: MailLine, _ texts: [MailText], _ timeLabel: MailLine, _ moment: Timestamp, _ deviceName: String,
        link: MailContent.Block? = wasNotMe
    ) -> MailContent? {
        let time = PersonalText(moment.inWords)
        let facts: [(label: MailLine, value: MailText)] = [(timeLabel, "\(time)"), ("Device", "\(PersonalText(deviceName))")]
        var blocks = texts.map(MailContent.Block.paragraph)
        blocks.insert(.facts(facts), at: 1)
        return try? MailContent(site: site, language: language, subject: subject, blocks + [link].compactMap(\.self))
    }

    private func notice(
        _ subject: MailLine, _ text: MailText, _ address: EmailAddress, _ moment: Timestamp, _ deviceName: String
    ) -> MailContent? {
        let time = PersonalText(moment.inWords)
        return try? MailContent(
            site: site, language: language, subject: subject,
            [
                .paragraph(text),
                .facts([
                    ("Address", "\(PersonalText(address.text))"), ("Time", "\(time)"), ("Device", "\(PersonalText(deviceName))"),
                ]),
                .paragraph("If this was not you, end all sessions with the link below. Then change your password."),
                Self.wasNotMe,
            ])
    }

    /// The page ends the sessions only after a sign-in and a press of its button, so programs that open the link change nothing.
    private static let wasNotMe = MailContent.Block.link(label: "This wasn't me", PagePath.notMe)
}

extension Timestamp {
    /// The time in English, in UTC, because the server does not know the reader's time zone: `1 March 2026, 12:00 UTC`.
    fileprivate var inWords: String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute], from: Date(self))
        let month = Self.months[((parts.month ?? 1) - 1) % 12]
        let time = [parts.hour, parts.minute].map { text in String("0\(text ?? 0)".suffix(2)) }.joined(separator: ":")
        return "\(parts.day ?? 0) \(month) \(parts.year ?? 0), \(time) UTC"
    }

    private static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
    ]
}
