import DeviceSimulator
import Markup

/// A prompt of the system: for biometry or the passcode of the owner, or for the password that protects an item of the app.
struct PresencePrompt {
    let prompt: PhoneView.PromptView
    let pagePhone: PagePhone

    @HTMLBuilder var html: HTML {
        switch prompt.way {
        case .biometry: biometry
        case .passcode: passcode
        case .faceConsent: faceConsent
        case .applicationPassword: appPassword("Password")
        case .newApplicationPassword: appPassword("New Password")
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
            title("Apple Watch")
            p(.id(pagePhone.id("prompt"))) { bdi { prompt.reason } }
            div(.class("presence-ways")) {
                confirmation
                actionButton(.cancelPrompt, class: "plain") { bdi { prompt.cancelTitle } }
            }
        }
    }

    @HTMLBuilder private var confirmation: HTML {
        if prompt.takesWatch { actionButton(.confirmOnWatch, class: "plain") { "Confirm on Apple Watch" } }
    }

    private var biometry: HTML {
        div(
            .class("presence", prompt.isRepeated ? "repeated" : "first"), .role(.dialog), .aria(.modal, "true"),
            .aria(.labelledby, pagePhone.id("prompt"))
        ) {
            span(.class("scan"), .aria(.hidden, "true")) {
                glyph.html
                span(.class("ring")) {}
            }
            title(prompt.isRepeated ? "\(name) Not Recognised" : name)
            p(.id(pagePhone.id("prompt"))) { bdi { prompt.reason } }
            div(.class("presence-people")) {
                actionButton(.present(isOwner: true), class: "person", .data("present", "owner")) {
                    Glyph.person.html
                    span { pagePhone.view.biometry == .touchID ? "Your finger" : "Your face" }
                }
                actionButton(.present(isOwner: false), class: "person", .data("present", "stranger")) {
                    Glyph.otherPerson.html
                    span { "Someone else" }
                }
            }
            div(.class("presence-ways")) {
                confirmation
                if let fallback = prompt.fallbackTitle, !fallback.isEmpty {
                    actionButton(.choosePasscodeInstead, class: "plain") { bdi { fallback } }
                }
                actionButton(.cancelPrompt, class: "plain") { bdi { prompt.cancelTitle } }
            }
        }
    }

    private var passcode: HTML {
        div(.class("passcode-prompt"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("prompt"))) {
            span(.class("padlock"), .aria(.hidden, "true")) { Glyph.lock.html }
            title(prompt.isRepeated ? "Wrong Passcode" : "Enter Passcode")
            p(.id(pagePhone.id("prompt"))) { bdi { prompt.reason } }
            PasscodeEntry(pagePhone: pagePhone, label: "Passcode").html
            confirmation
            actionButton(.cancelPrompt, class: "plain") { bdi { prompt.cancelTitle } }
        }
    }

    private var faceConsent: HTML {
        div(.class("alert"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("prompt"))) {
            h3(.id(pagePhone.id("prompt"))) {
                "Do you want to allow “"
                bdi { prompt.app }
                "” to use Face ID?"
            }
            p { bdi { prompt.reason } }
            div(.class("alert-buttons")) {
                actionButton(.cancelPrompt, class: "alert-button") { bdi { prompt.cancelTitle } }
                actionButton(.allowFaceID, class: "alert-button") { "OK" }
            }
        }
    }

    private func appPassword(_ what: String) -> HTML {
        div(.class("presence app-password"), .role(.dialog), .aria(.modal, "true"), .aria(.labelledby, pagePhone.id("prompt"))) {
            title(what)
            p(.id(pagePhone.id("prompt"))) { bdi { prompt.reason } }
            div(.class("cells")) {
                div(.class("cell entry")) {
                    label(.for(pagePhone.id(PageField.appPassword.rawValue)), .class("visually-hidden")) { what }
                    input(
                        .type(.text), .id(pagePhone.id(PageField.appPassword.rawValue)), .name(PageField.appPassword.rawValue),
                        .class("secure"), .autocomplete(.off), .autocapitalizeNone, .spellcheckOff,
                        .data("submits", Composition.appPassword.rawValue))
                }
            }
            div(.class("presence-ways")) {
                actionButton(.cancelPrompt, class: "plain") { bdi { prompt.cancelTitle } }
                composingButton(.appPassword, class: "plain") { "OK" }
            }
        }
    }

    /// The title, with the system's name for the app. The app cannot choose this name.
    private func title(_ text: String) -> HTML {
        h3 {
            "\(text) for “"
            bdi { prompt.app }
            "”"
        }
    }

    private var glyph: Glyph {
        switch pagePhone.view.biometry {
        case .touchID: .touchID
        case .opticID: .eye
        case .none, .faceID: .faceID
        }
    }

    private var name: String {
        switch pagePhone.view.biometry {
        case .touchID: "Touch ID"
        case .opticID: "Optic ID"
        case .none, .faceID: "Face ID"
        }
    }
}

/// The entry of the passcode: a field and, with the script, a pad of digits.
struct PasscodeEntry {
    let pagePhone: PagePhone
    let label: String

    var html: HTML {
        div(.class("passcode")) {
            div(.class("passcode-line")) {
                Markup.label(.class("visually-hidden"), .for(pagePhone.id("passcode"))) { label }
                input(
                    .type(.text), .id(pagePhone.id("passcode")), .name(PageField.passcode.rawValue), .class("secure"),
                    .inputmode(.numeric), .autocomplete(.off), .autocapitalizeNone, .spellcheckOff,
                    .data("submits", Composition.passcode.rawValue))
                composingButton(.passcode, class: "enter", spoken: "Enter the passcode") { Glyph.check.html }
            }
            // The pad is for a pointer; the field accepts a keyboard.
            div(.class("pad", "for-script"), .aria(.hidden, "true")) {
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
            if let passcode = pagePhone.passcode { p(.class("whisper")) { "The passcode is \(passcode)." } }
        }
    }
}
