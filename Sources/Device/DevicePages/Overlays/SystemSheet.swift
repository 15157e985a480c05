import DeviceSimulator
import Markup
import Texts

/// A sheet of the system: Sign in with Apple, and other requests of an app.
struct SystemSheet {
    let sheet: PhoneView.SheetView
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        div(
            .class("sheet"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("sheet-title")),
            .data("sheet", String(sheet.number))
        ) {
            input(.type(.hidden), .name(PageField.sheet.rawValue), .value(String(sheet.number)))
            if hasCancel { answer(.cancel, class: "corner", role: .cancel) }
            AppTile(id: sheet.app).html
            h3(.id(pagePhone.id("sheet-title"))) { reader.html(sheet.heading) }
            p(.class("message")) { reader.html(sheet.lead) }
            for part in sheet.parts { html(part) }
            div(.class("sheet-buttons")) {
                for button in sheet.buttons where button.role != .cancel { html(button) }
            }
        }
    }

    private var hasCancel: Bool { sheet.buttons.contains { $0.role == .cancel } }

    private func answer(_ answer: PhoneAction.SheetAction, class names: String, role: PhoneView.SheetView.Button.Role) -> HTML {
        actionButton(.answerSheet(number: sheet.number, answer), class: names, leaves: role == .cancel) {
            reader.text(sheet.title(of: role))
        }
    }

    @HTMLBuilder private func html(_ button: PhoneView.SheetView.Button) -> HTML {
        switch button.role {
        case .proceed: composingButton(.sheet, class: "app-button prominent") { reader.text(sheet.title(of: .proceed)) }
        case .openSettings: answer(.openSettings, class: "app-button prominent", role: .openSettings)
        case .tryAgain: answer(.tryAgain, class: "app-button prominent", role: .tryAgain)
        case .cancel: .empty
        }
    }

    @HTMLBuilder private func html(_ part: PhoneView.SheetView.Part) -> HTML {
        switch part {
        case .text(let text): p(.class("message")) { bdi { text } }
        case .name(let given, let family): names(given, family)
        case .email(let shared, let isHidden, let others): emails(shared, others, isHidden: isHidden)
        case .contact(let known, let kinds): contacts(known, kinds)
        case .passwordManagers(let names): passkeyPlaces(names)
        case .candidate(let index, let title, let detail, let kind): candidate(index, title, detail, kind)
        case .password(let isRepeated): password(.password, isRepeated, .incorrectPassword)
        case .pin(let isRepeated, let attempts):
            password(.pin, isRepeated, .incorrectPIN)
            if let attempts { p(.class("message")) { reader.text(.attemptsLeft(count: attempts)) } }
        }
    }

    private func names(_ given: String, _ family: String) -> HTML {
        fieldset(.class("cells")) {
            legend(.class("cells-title")) { reader.text(.name) }
            if !reader.language.startsWithFamilyName { textCell(.givenName, label: .firstName, value: given) }
            textCell(.familyName, label: .lastName, value: family)
            if reader.language.startsWithFamilyName { textCell(.givenName, label: .firstName, value: given) }
        }
    }

    @HTMLBuilder private func emails(_ shared: String, _ others: [String], isHidden: Bool) -> HTML {
        fieldset(.class("cells")) {
            legend(.class("cells-title")) { reader.text(.email) }
            choice(
                .share, isChosen: !isHidden, label: .shareEmail, detail: others.isEmpty ? .ofApp(shared) : .text(.addressBelow))
            choice(
                .hide, isChosen: isHidden, label: .hideEmail,
                detail: others.isEmpty ? .message(.forwardTo(address: shared)) : .text(.forwardBelow))
        }
        if !others.isEmpty {
            fieldset(.class("cells")) {
                legend(.class("cells-title")) { reader.text(.address) }
                for address in [shared] + others {
                    option(address, of: .accountAddress, isChosen: address == shared) { bdi { address } }
                }
            }
        }
    }

    private func option(_ value: String, of field: PageField, isChosen: Bool, @HTMLBuilder title: () -> HTML) -> HTML {
        label(.class("cell choice")) {
            span(.class("what"), content: title)
            input(.type(.radio), .name(field.rawValue), .value(value), isChosen ? .checked : nil)
        }
    }

    /// The user's contacts, and a field for another one.
    private func contacts(_ known: [String], _ kinds: [PhoneView.SheetView.ContactKind]) -> HTML {
        let title: PhoneText =
            if kinds == [.email] { .email } else if kinds == [.phoneNumber] { .phoneNumber } else { .emailOrPhoneNumber }
        return fieldset(.class("cells")) {
            legend(.class("cells-title")) { reader.text(title) }
            for contact in known {
                option(contact, of: .contact, isChosen: contact == known.first) { bdi { contact } }
            }
            textCell(.otherContact, label: known.isEmpty ? title : .otherContact, value: "")
        }
    }

    /// The device, which is selected, and the apps that can save the passkey instead.
    private func passkeyPlaces(_ managers: [String]) -> HTML {
        fieldset(.class("cells")) {
            legend(.class("cells-title")) { reader.text(.passkeyPlace) }
            option("", of: .passkeyPlace, isChosen: true) { reader.text(.thisDevice) }
            for (index, name) in managers.enumerated() {
                option(String(index), of: .passkeyPlace, isChosen: false) { bdi { name } }
            }
        }
    }

    private func choice(_ choice: EmailChoice, isChosen: Bool, label text: PhoneText, detail: Sentence) -> HTML {
        label(.class("cell choice")) {
            span(.class("what")) {
                span { reader.text(text) }
                small { reader.html(detail) }
            }
            input(
                .type(.radio), .name(PageField.emailChoice.rawValue), .value(choice.rawValue), isChosen ? .checked : nil,
                .data("choice", choice.rawValue))
        }
    }

    private func detail(_ words: String, _ kind: PhoneView.SheetView.CandidateKind) -> Sentence {
        switch kind {
        case .appleAccount: .text(.appleAccount)
        case .password, .securityKey: .ofApp(words)
        case .passwordManager: .text(.saveInApp)
        case .listOfPasswordManager: .text(.chooseInApp)
        case .passkey(let site): .message(.passkeyFor(site: site))
        }
    }

    private func candidate(
        _ index: Int, _ title: String, _ words: String, _ kind: PhoneView.SheetView.CandidateKind
    ) -> HTML {
        div(.class("cells"), .data("key", "candidate \(index)")) {
            actionButton(
                .answerSheet(number: sheet.number, .choose(index)), class: "cell", .data("candidate", String(index))
            ) {
                span(.class("face"), .aria(.hidden, "true")) { Glyph.person.html }
                span(.class("what")) {
                    strong {
                        if kind == .securityKey { reader.text(.securityKeyTitle) } else { bdi { title } }
                    }
                    small { reader.html(detail(words, kind)) }
                }
                Glyph.forward.html
            }
        }
    }

    @HTMLBuilder private func password(_ label: PhoneText, _ isRepeated: Bool, _ error: PhoneText) -> HTML {
        if isRepeated { p(.class("text error"), .role(.alert)) { reader.text(error) } }
        div(.class("cells")) {
            textCell(.password, label: label, value: "", isSecure: true)
        }
    }

    private func textCell(_ field: PageField, label text: PhoneText, value: String, isSecure: Bool = false) -> HTML {
        div(.class("cell entry")) {
            label(.for(pagePhone.id(field.rawValue))) { reader.text(text) }
            input(
                .type(.text), .id(pagePhone.id(field.rawValue)), .name(field.rawValue), .value(value), .autocomplete(.off),
                .spellcheckOff, isSecure ? .class("secure") : nil, isSecure ? .autocapitalizeNone : nil,
                .data("submits", Composition.sheet.rawValue))
        }
    }
}

extension Language {
    /// Whether people write the family name first.
    fileprivate var startsWithFamilyName: Bool { [.simplifiedChinese, .traditionalChinese, .japanese, .korean].contains(self) }
}

/// The web page that an app opened for signing in. It opens in a separate tab: a page in a frame of another page must not be
/// trusted with a password.
struct WebSheet {
    let address: String
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        div(.class("sheet", "tall", "web"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("browser"))) {
            actionButton(.closeBrowser, class: "corner", leaves: true) { reader.text(.cancel) }
            h3(.id(pagePhone.id("browser"))) { reader.text(.webSheetTitle) }
            p(.class("address")) { bdi { address } }
            span(.class("padlock"), .aria(.hidden, "true")) { Glyph.compass.html }
            if let url = WebLink(address) {
                a(.class("app-button prominent"), .href(.web(url)), .rel(.elsewhere)) { reader.text(.openPage) }
            }
            // A browser cannot open the redirect to an app that is not on its machine. The user gives the redirect address to the
            // device here.
            p(.class("message")) { reader.text(.pasteAddress) }
            div(.class("cells")) {
                div(.class("cell entry")) {
                    label(.for(pagePhone.id(PageField.address.rawValue))) { reader.text(.address) }
                    input(
                        .type(.text), .id(pagePhone.id(PageField.address.rawValue)), .name(PageField.address.rawValue),
                        .autocomplete(.off), .autocapitalizeNone, .spellcheckOff, .placeholder("example-app://callback?…"),
                        .data("submits", Composition.page.rawValue))
                }
            }
            composingButton(.page, class: "app-button plain") { reader.text(.continueButton) }
        }
    }
}
