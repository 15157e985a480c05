import Foundation
import Mail
import Markup
import OneTimeCodes
import Secrets
import Testing

/// A valid message, of which each test changes one part.
enum Sample {
    static func site() throws -> WebOrigin { try #require(WebOrigin("https://accounts.example.com")) }

    static func language() throws -> MailLanguage { try #require(MailLanguage("en")) }

    static func code(_ exposure: MailCode.Exposure) throws -> MailCode { try #require(MailCode("418293", exposure: exposure)) }

    static func content(code: MailCode, _ blocks: [MailContent.Block]? = nil) throws -> MailContent {
        let facts: [(label: MailLine, value: MailText)] = [
            ("When", "3 May, 14:05"), ("Device", "“\(PersonalText("Ada’s iPhone"))”"),
        ]
        return try MailContent(
            site: site(), language: language(), subject: "is your Example code", code: code,
            blocks ?? [
                .paragraph("Use this code to sign in to Example."), .facts(facts),
                .link(label: "If this wasn’t you, review your devices", "/account/devices"),
            ])
    }

    static func message(
        from: String = "accounts@example.com", name: MailLine? = "Example", to: String = "ada@example.net",
        bounces: String? = "bounces@example.com", subject: MailLine = "is your Example code", code: MailCode? = nil,
        text: MailText = "Use this code to sign in to Example.", date: Date = Date(timeIntervalSince1970: 1_772_374_059)
    ) throws -> MailMessage {
        MailMessage(
            from: MailSender(try MailAddress(from), name: name), to: try MailAddress(to),
            bounces: try bounces.map { try MailAddress($0) },
            content: try MailContent(
                site: site(), language: language(), subject: subject, code: code ?? Self.code(.subject), [.paragraph(text)]),
            id: MailMessageID(domain: try MailDomain("example.com"), random: PredictableRandomBytes(seed: 27)),
            date: date)
    }

    static func text(_ mail: EncodedMail) -> String { String(decoding: mail.bytes, as: UTF8.self) }
}
