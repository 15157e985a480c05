import Markup
import Texts

/// The mail that the relay forwarded to a user. The page shows text only: it renders no HTML of a message and loads nothing.
struct MailPage {
    let account: AppleAccount
    /// The messages, newest first.
    let messages: [RelayedMail]
    let reader: ReaderFormat

    var document: HTMLDocument {
        PageFrame(title: reader.text(.mailOf(name: account.fullName)), width: .wide, place: .account, reader: reader).document {
            h1 { reader.text(.mail) }
            p(.class("lead")) {
                reader.html(.mailLead(name: account.fullName))
                " "
                a(.href(.local(PagePath.settings(of: account.id)))) { reader.text(.settingsLink) }
            }
            ul(.class("rows")) {
                if messages.isEmpty { li(.class("empty")) { reader.text(.mailEmpty) } }
                for message in messages { li { row(message) } }
            }
        }
    }

    private func row(_ message: RelayedMail) -> HTML {
        article(.class("what letter")) {
            h2 { bdi { message.subject.isEmpty ? reader.text(.noSubject) : message.subject } }
            p(.class("detail")) {
                reader.html(
                    message.fromName.isEmpty
                        ? .mailFrom(message.from, at: message.receivedAt)
                        : .mailFromName(message.fromName, sender: message.from, at: message.receivedAt))
            }
            p(.class("detail")) {
                if let own = message.forwardedTo {
                    reader.html(.mailToOwn(message.to, own: own))
                } else {
                    reader.html(.mailTo(message.to))
                }
            }
            pre { bdi { message.text.isEmpty ? reader.text(.noText) : message.text } }
        }
    }
}
