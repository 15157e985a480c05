import DeviceSimulator
import Markup
import Texts

/// The Mail app: the list of mails, or an open mail as plain text. Markup of a mail is text, its links are not links, and nothing is
/// loaded.
struct MailContent {
    let mail: PhoneView.MailView
    let reader: ReaderFormat

    var html: HTML {
        div(.class("mail")) {
            if let open = mail.open {
                actionButton(.openMail, class: "back") {
                    Glyph.back.html
                    span { reader.text(.mail) }
                }
                letter(open)
            } else {
                h3(.class("large-title")) { reader.text(.mail) }
                list
            }
        }
    }

    @HTMLBuilder private var list: HTML {
        if mail.account == nil {
            p(.class("empty")) { reader.text(.mailNeedsAccount) }
            div(.class("cells")) {
                actionButton(.openSettings(.account), class: "cell centred") { reader.text(.settings) }
            }
        } else if mail.mails.isEmpty {
            p(.class("empty")) { reader.text(.noMail) }
        } else {
            ul(.role(.list)) {
                for entry in mail.mails {
                    li(.data("key", "mail \(entry.id)")) {
                        actionButton(.readMail(id: entry.id), class: "mail-row") {
                            span(.class("sender")) {
                                strong { bdi { entry.sender } }
                                " "
                                time(.datetime(entry.received.machine)) { reader.date(entry.received.seconds, .clock) }
                            }
                            span(.class("subject")) { subject(of: entry) }
                            span(.class("preview")) { bdi { entry.preview } }
                        }
                    }
                }
            }
        }
    }

    @HTMLBuilder private func letter(_ open: PhoneView.OpenMail) -> HTML {
        h3(.class("mail-subject")) { subject(of: open.mail) }
        p(.class("sender")) {
            strong { bdi { open.mail.sender } }
            " "
            time(.datetime(open.mail.received.machine)) { reader.date(open.mail.received.seconds, .moment) }
        }
        // A sender chooses the name, but not the address.
        p(.class("mail-address")) { bdi { open.from } }
        p(.class("mail-address")) { reader.html(.mailTo(address: open.to)) }
        if open.text.isEmpty {
            p(.class("empty")) { reader.text(.mailWithoutText) }
        } else {
            p(.class("mail-text")) { bdi { TextWithCode(text: open.text, code: open.code).html } }
        }
        if let code = open.code { CopyCodeButton(code: code, reader: reader).html }
    }

    @HTMLBuilder private func subject(of entry: PhoneView.Mail) -> HTML {
        if entry.subject.isEmpty { reader.text(.noSubject) } else { bdi { entry.subject } }
    }
}
