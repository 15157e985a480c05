import Markup

/// The mail that the relay forwarded to a user. The page shows text only: it renders no HTML of a message and loads nothing.
struct MailPage {
    let account: AppleAccount
    /// The messages, newest first.
    let messages: [RelayedMail]

    var document: HTMLDocument {
        PageFrame(title: "Mail of \(account.fullName)", width: .wide, place: .account).document {
            h1 { "Mail" }
            p(.class("lead")) {
                "Forwarded to "
                bdi { account.fullName }
                " by the private e-mail relay. Only text is shown. "
                a(.href(.local(PagePath.Account.choose))) { "Settings of this account" }
            }
            ul(.class("rows")) {
                if messages.isEmpty {
                    li(.class("empty")) { "No mail. Apps can write to the relay addresses of users who hide theirs." }
                }
                for message in messages { li { row(message) } }
            }
        }
    }

    private func row(_ message: RelayedMail) -> HTML {
        article(.class("what letter")) {
            h2 { bdi { message.subject.isEmpty ? "No subject" : message.subject } }
            p(.class("detail")) {
                "From "
                if !message.fromName.isEmpty {
                    bdi { message.fromName }
                    " "
                }
                bdi { message.from }
                ", "
                DateText(message.receivedAt).html
            }
            p(.class("detail")) {
                "To "
                bdi { message.to }
                if let ownAddress = message.forwardedTo {
                    ", forwarded to "
                    bdi { ownAddress }
                }
            }
            pre { bdi { message.text.isEmpty ? "This message has no text." : message.text } }
        }
    }
}
