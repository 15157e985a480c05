import DeviceScreens
@testable import DeviceSimulator
import Foundation

/// The Mail app, and what arrives from it elsewhere.
extension PhoneSample {
    static let mail: [PhoneSample] = [
        PhoneSample(name: "mail", view: .sample(.mail(.init(account: "mira", mails: [.code, .bare], open: nil)))),
        PhoneSample(name: "mail-open", view: .sample(.mail(.init(account: "mira", mails: [.code, .bare], open: .code)))),
        PhoneSample(name: "mail-open-bare", view: .sample(.mail(.init(account: "mira", mails: [.code, .bare], open: .bare)))),
        PhoneSample(name: "mail-empty", view: .sample(.mail(.init(account: "mira", mails: [], open: nil)))),
        PhoneSample(name: "mail-signed-out", view: .sample(.mail(.init(account: nil, mails: [], open: nil)))),
        PhoneSample(
            name: "mailed-code",
            view: .sample(
                .app(.quotes, .code),
                keyboard: .init(
                    field: "code",
                    suggestions: [.mailedCode("K7QM-2XPA", site: "quotes.example.com"), .mailedCode("481516", site: nil)],
                    hasKey: false),
                mailBanner: .init(id: 2, sender: "Quotes <b>", subject: "K7QM-2XPA is your code"))),
        PhoneSample(
            name: "mail-banner-locked",
            view: .sample(
                .locked(.init(takesBiometry: true, takesPasscode: true)), mailBanner: .init(id: 1, sender: "Ben", subject: ""))),
    ]
}

extension PhoneView.Mail {
    static let code = PhoneView.Mail(
        id: 2, sender: "Quotes <b>", subject: "K7QM-2XPA is your code & more",
        preview: "Your code is K7QM-2XPA. <img src=\"https://evil.example/\"> https://quotes.example.com/account",
        received: Date(timeIntervalSince1970: 1_778_319_600))
    static let bare = PhoneView.Mail(
        id: 1, sender: "ben_at_example_org_x7k2p9q4ft@privaterelay.appleid.com", subject: "", preview: "",
        received: Date(timeIntervalSince1970: 1_778_315_000))
}

extension PhoneView.OpenMail {
    static let code = PhoneView.OpenMail(
        mail: .code, from: "help_at_quotes_example_com_x7k2p9q4ft@privaterelay.appleid.com",
        to: "x7k2p9q4ft@privaterelay.appleid.com",
        text: "Your code is K7QM-2XPA.\n\n<img src=\"https://evil.example/\">\nhttps://quotes.example.com/account\n\n"
            + "@quotes.example.com #K7QM-2XPA",
        code: .init(text: "K7QM-2XPA", range: 13..<22))
    static let bare = PhoneView.OpenMail(
        mail: .bare, from: "ben_at_example_org_x7k2p9q4ft@privaterelay.appleid.com", to: "x7k2p9q4ft@privaterelay.appleid.com",
        text: "")
}
