import DeviceSimulator
import Markup
import Texts

/// A prompt of the system: for biometry or the passcode of the owner, or for the password that protects an item of the app.
struct PresencePrompt {
    let prompt: PhoneView.PromptView
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }
    private var app: String { prompt.asker(in: reader) }

    @HTMLBuilder var html: HTML {
        switch prompt.way {
        case .biometry: biometry
        case .passcode: passcode
        case .faceConsent: faceConsent
        case .applicationPassword: appPassword(.password, .promptPassword(app: app))
        case .newApplicationPassword: appPassword(.newPassword, .promptNewPassword(app: app))
        case .watch: watch
        }
    }

    /// A prompt that only the Apple Watch can confirm.
    private var watch: HTML {
        div(.class("presence first"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("prompt"))) {
            span(.class("scan"), .aria(.hidden, "true")) {
                Glyph.watch.html
                span(.class("ring")) {}
            }
            h3 { reader.html(.promptFor(method: reader.text(.appleWatch), app: app)) }
            p(.id(pagePhone.id("prompt"))) { reader.html(prompt.why) }
            div(.class("presence-ways")) {
                confirmation
                actionButton(.cancelPrompt, class: "plain", leaves: true) { reader.html(prompt.cancel) }
            }
        }
    }

    @HTMLBuilder private var confirmation: HTML {
        if prompt.takesWatch { actionButton(.confirmOnWatch, class: "plain") { reader.text(.confirmOnWatch) } }
    }

    private var biometry: HTML {
        div(
            .class("presence", prompt.isRepeated ? "repeated" : "first"), .role(.dialog), .aria(.modal, "true"),
            .aria(.labelledby, pagePhone.id("prompt")), describedByCredential
        ) {
            span(.class("scan"), .aria(.hidden, "true")) {
                glyph.html
                span(.class("ring")) {}
            }
            h3 {
                reader.html(
                    prompt.isRepeated ? .promptNotRecognized(method: name, app: app) : .promptFor(method: name, app: app))
            }
            p(.id(pagePhone.id("prompt"))) { reader.html(prompt.why) }
            credential
            div(.class("presence-people")) {
                actionButton(.present(isOwner: true), class: "person", .data("present", "owner")) {
                    Glyph.person.html
                    span { reader.text(pagePhone.view.biometry == .touchID ? .yourFinger : .yourFace) }
                }
                actionButton(.present(isOwner: false), class: "person", .data("present", "stranger")) {
                    Glyph.otherPerson.html
                    span { reader.text(.someoneElse) }
                }
            }
            div(.class("presence-ways")) {
                confirmation
                if let fallback = prompt.fallback {
                    actionButton(.choosePasscodeInstead, class: "plain") { reader.html(fallback) }
                }
                actionButton(.cancelPrompt, class: "plain", leaves: true) { reader.html(prompt.cancel) }
            }
        }
    }

    private var passcode: HTML {
        div(
            .class("passcode-prompt"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("prompt")),
            describedByCredential
        ) {
            span(.class("padlock"), .aria(.hidden, "true")) { Glyph.lock.html }
            h3 { reader.html(prompt.isRepeated ? .promptWrongPasscode(app: app) : .promptEnterPasscode(app: app)) }
            p(.id(pagePhone.id("prompt"))) { reader.html(prompt.why) }
            credential
            PasscodeEntry(pagePhone: pagePhone).html
            confirmation
            actionButton(.cancelPrompt, class: "plain", leaves: true) { reader.html(prompt.cancel) }
        }
    }

    /// The saved password of the prompt, with labels of the system: an app may have chosen the user name. The site is first, so that no
    /// user name moves it.
    @HTMLBuilder private var credential: HTML {
        if let credential = prompt.credential {
            dl(.id(pagePhone.id("prompt-credential")), .class("credential")) {
                dt { reader.text(.website) }
                dd { bdi { credential.site } }
                dt { reader.text(.userName) }
                dd { bdi { credential.user } }
            }
        }
    }

    private var describedByCredential: HTMLAttribute? {
        prompt.credential == nil ? nil : .aria(.describedby, pagePhone.id("prompt-credential"))
    }

    private var faceConsent: HTML {
        div(.class("alert"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("prompt"))) {
            h3(.id(pagePhone.id("prompt"))) { reader.html(.faceConsent(app: app)) }
            p { bdi { prompt.reason } }
            div(.class("alert-buttons")) {
                actionButton(.cancelPrompt, class: "alert-button", leaves: true) { reader.html(prompt.cancel) }
                actionButton(.allowFaceID, class: "alert-button") { reader.text(.ok) }
            }
        }
    }

    private func appPassword(_ what: PhoneText, _ heading: PhoneMessage) -> HTML {
        div(.class("presence app-password"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("prompt"))) {
            h3 { reader.html(heading) }
            p(.id(pagePhone.id("prompt"))) { reader.html(prompt.why) }
            div(.class("cells")) {
                div(.class("cell entry")) {
                    label(.for(pagePhone.id(PageField.appPassword.rawValue)), .class("visually-hidden")) { reader.text(what) }
                    input(
                        .type(.text), .id(pagePhone.id(PageField.appPassword.rawValue)), .name(PageField.appPassword.rawValue),
                        .class("secure"), .autocomplete(.off), .autocapitalizeNone, .spellcheckOff,
                        .data("submits", Composition.appPassword.rawValue))
                }
            }
            div(.class("presence-ways")) {
                actionButton(.cancelPrompt, class: "plain", leaves: true) { reader.html(prompt.cancel) }
                composingButton(.appPassword, class: "plain") { reader.text(.ok) }
            }
        }
    }

    private var glyph: Glyph {
        switch pagePhone.view.biometry {
        case .touchID: .touchID
        case .opticID: .eye
        case .none, .faceID: .faceID
        }
    }

    /// The name that Apple gives the sensor.
    private var name: String {
        switch pagePhone.view.biometry {
        case .touchID: reader.text(.touchID)
        case .opticID: reader.text(.opticID)
        case .none, .faceID: reader.text(.faceID)
        }
    }
}

/// The entry of the passcode: a field and, with the script, a pad of digits.
struct PasscodeEntry {
    let pagePhone: PagePhone
    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        div(.class("passcode")) {
            div(.class("passcode-line")) {
                label(.class("visually-hidden"), .for(pagePhone.id("passcode"))) { reader.text(.passcode) }
                input(
                    .type(.text), .id(pagePhone.id("passcode")), .name(PageField.passcode.rawValue), .class("secure"),
                    .inputmode(.numeric), .autocomplete(.off), .autocapitalizeNone, .spellcheckOff,
                    .data("submits", Composition.passcode.rawValue))
                composingButton(.passcode, class: "enter", spoken: reader.text(.enterThePasscode)) { Glyph.check.html }
            }
            // The pad is for a pointer; the field accepts a keyboard.
            div(.class("pad", "for-script"), .dir(.leftToRight), .aria(.hidden, "true")) {
                for digit in ["1", "2", "3", "4", "5", "6", "7", "8", "9", "", "0", "erase"] {
                    switch digit {
                    case "": span {}
                    case "erase":
                        span(.class("pad-key", "erase"), .data("key-of", pagePhone.id("passcode")), .data("types", "erase")) {
                            Glyph.erase.html
                        }
                    default: span(.class("pad-key"), .data("key-of", pagePhone.id("passcode")), .data("types", digit)) { digit }
                    }
                }
            }
            if let passcode = pagePhone.passcode { p(.class("whisper")) { reader.html(.passcodeIs(code: passcode)) } }
        }
    }
}
