import DeviceSimulator
import Markup

/// A sheet of the system: Sign in with Apple, and other requests of an app.
struct SystemSheet {
    let sheet: PhoneView.SheetView
    let pagePhone: PagePhone

    var html: HTML {
        div(
            .class("sheet"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("sheet-title")),
            .data("sheet", String(sheet.number))
        ) {
            input(.type(.hidden), .name(PageField.sheet.rawValue), .value(String(sheet.number)))
            if let cancel { answer(.cancel, class: "corner", title: cancel.title) }
            AppTile(id: sheet.app).html
            h3(.id(pagePhone.id("sheet-title"))) { bdi { sheet.title } }
            if !sheet.message.isEmpty { p(.class("message")) { bdi { sheet.message } } }
            for part in sheet.parts { html(part) }
            div(.class("sheet-buttons")) {
                for button in sheet.buttons where button.role != .cancel { html(button) }
            }
        }
    }

    private var cancel: PhoneView.SheetView.Button? { sheet.buttons.first { $0.role == .cancel } }

    private func answer(_ answer: PhoneAction.SheetAction, class names: String, title: String) -> HTML {
        actionButton(.answerSheet(number: sheet.number, answer), class: names) { bdi { title } }
    }

    @HTMLBuilder private func html(_ button: PhoneView.SheetView.Button) -> HTML {
        switch button.role {
        case .proceed: composingButton(.sheet, class: "app-button prominent") { bdi { button.title } }
        case .openSettings: answer(.openSettings, class: "app-button prominent", title: button.title)
        case .tryAgain: answer(.tryAgain, class: "app-button prominent", title: button.title)
        case .cancel: .empty
        }
    }

    @HTMLBuilder private func html(_ part: PhoneView.SheetView.Part) -> HTML {
        switch part {
        case .text(let text): p(.class("message")) { bdi { text } }
        case .name(let given, let family): names(given, family)
        case .email(let shared, let isHidden, let others): emails(shared, others, isHidden: isHidden)
        case .candidate(let index, let title, let detail): candidate(index, title, detail)
        case .password(let isRepeated): password(isRepeated)
        }
    }

    private func names(_ given: String, _ family: String) -> HTML {
        fieldset(.class("cells")) {
            legend(.class("cells-title")) { "Name" }
            textCell(.givenName, label: "First", value: given)
            textCell(.familyName, label: "Last", value: family)
        }
    }

    @HTMLBuilder private func emails(_ shared: String, _ others: [String], isHidden: Bool) -> HTML {
        fieldset(.class("cells")) {
            legend(.class("cells-title")) { "E-mail" }
            choice(.share, isChosen: !isHidden, label: "Share My Email", detail: others.isEmpty ? shared : "The address below")
            choice(
                .hide, isChosen: isHidden, label: "Hide My Email",
                detail: others.isEmpty ? "Forward to: \(shared)" : "Forward to the address below")
        }
        if !others.isEmpty {
            fieldset(.class("cells")) {
                legend(.class("cells-title")) { "Address" }
                for address in [shared] + others {
                    label(.class("cell choice")) {
                        span(.class("what")) { bdi { address } }
                        input(
                            .type(.radio), .name(PageField.accountAddress.rawValue), .value(address),
                            address == shared ? .checked : nil)
                    }
                }
            }
        }
    }

    private func choice(_ choice: EmailChoice, isChosen: Bool, label text: String, detail: String) -> HTML {
        label(.class("cell choice")) {
            span(.class("what")) {
                span { text }
                small { bdi { detail } }
            }
            input(
                .type(.radio), .name(PageField.emailChoice.rawValue), .value(choice.rawValue), isChosen ? .checked : nil,
                .data("choice", choice.rawValue))
        }
    }

    private func candidate(_ index: Int, _ title: String, _ detail: String) -> HTML {
        div(.class("cells"), .data("key", "candidate \(index)")) {
            actionButton(
                .answerSheet(number: sheet.number, .choose(index)), class: "cell", .data("candidate", String(index))
            ) {
                span(.class("face"), .aria(.hidden, "true")) { Glyph.person.html }
                span(.class("what")) {
                    strong { bdi { title } }
                    small { bdi { detail } }
                }
                Glyph.forward.html
            }
        }
    }

    @HTMLBuilder private func password(_ isRepeated: Bool) -> HTML {
        if isRepeated { p(.class("text error"), .role(.alert)) { "Incorrect password. Try again." } }
        div(.class("cells")) {
            textCell(.password, label: "Password", value: "", isSecure: true)
        }
    }

    private func textCell(_ field: PageField, label text: String, value: String, isSecure: Bool = false) -> HTML {
        div(.class("cell entry")) {
            label(.for(pagePhone.id(field.rawValue))) { text }
            input(
                .type(.text), .id(pagePhone.id(field.rawValue)), .name(field.rawValue), .value(value), .autocomplete(.off),
                .spellcheckOff, isSecure ? .class("secure") : nil, isSecure ? .autocapitalizeNone : nil,
                .data("submits", Composition.sheet.rawValue))
        }
    }
}

/// The web page that an app opened for signing in. It opens in a separate tab: a page in a frame of another page must not be
/// trusted with a password.
struct WebSheet {
    let address: String
    let pagePhone: PagePhone

    var html: HTML {
        div(.class("sheet", "tall", "web"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("browser"))) {
            actionButton(.closeBrowser, class: "corner") { "Cancel" }
            h3(.id(pagePhone.id("browser"))) { "Sign in on the web" }
            p(.class("address")) { bdi { address } }
            span(.class("padlock"), .aria(.hidden, "true")) { Glyph.compass.html }
            if let url = WebURL(address) {
                a(.class("app-button prominent"), .href(.web(url)), .rel(.elsewhere)) { "Open the page" }
            }
            // A browser cannot open the redirect to an app that is not on its machine. The user gives the redirect address to the
            // device here.
            p(.class("message")) { "The page ends at an address that your browser cannot open. Paste that address here." }
            div(.class("cells")) {
                div(.class("cell entry")) {
                    label(.for(pagePhone.id(PageField.address.rawValue))) { "Address" }
                    input(
                        .type(.text), .id(pagePhone.id(PageField.address.rawValue)), .name(PageField.address.rawValue),
                        .autocomplete(.off), .autocapitalizeNone, .spellcheckOff, .placeholder("example-app://callback?…"),
                        .data("submits", Composition.page.rawValue))
                }
            }
            composingButton(.page, class: "app-button plain") { "Continue" }
        }
    }
}
