import AccountPages
import Markup

extension PageSample {
    /// The mailbox of development, with and without mail, and the templates.
    static let mailbox: [PageSample] = [
        PageSample("mailbox-empty", MailboxPage(.sent, [])),
        PageSample("mailbox", MailboxPage(.sent, [code, notice])),
        PageSample("mail-templates", MailboxPage(.templates, [template])),
    ]

    private static let code = MailboxMessage(
        id: "2", subject: "K7QM-2XPA is your Latchkey code", from: "accounts@example.com", to: "anna@example.org",
        time: DisplayTime(seconds: 1_772_366_400), code: "K7QM-2XPA",
        text: "Enter this code.\n\n    K7QM-2XPA\n", html: "/dev/mail/messages/2/html")

    private static let notice = MailboxMessage(
        id: "1", subject: "E-mail address added", from: "accounts@example.com", to: "anna@example.org",
        time: DisplayTime(seconds: 1_772_366_340), code: nil, text: "An address.\n",
        html: "/dev/mail/messages/1/html")

    private static let template = MailboxMessage(
        id: "address-added", subject: "E-mail address added", from: "accounts@example.com", to: "anna@example.org",
        template: "address-added", code: nil, text: "An address.\n", html: "/dev/mail/templates/address-added/html")
}

extension HostileField {
    private static func message(
        subject: String = "s", from: String = "f", to: String = "t", template: String? = nil, time: DisplayTime? = nil,
        code: String? = nil, text: String = "x"
    ) -> MailboxPage {
        MailboxPage(
            .sent,
            [
                MailboxMessage(
                    id: "1", subject: subject, from: from, to: to, template: template, time: time, code: code, text: text,
                    html: "/dev/mail/messages/1/html")
            ])
    }

    static let mailbox: [HostileField] = [
        HostileField("mail subject", message(subject: text)), HostileField("mail sender", message(from: text)),
        HostileField("mail recipient", message(to: text)), HostileField("mail template", message(template: text)),
        HostileField("mail code", message(code: text)), HostileField("mail text", message(text: text)),
    ]
}
