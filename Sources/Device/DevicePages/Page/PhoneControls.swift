import DeviceSimulator
import Markup
import Texts

/// The controls beside a phone. They simulate its surroundings: the user, the network, time, and incoming messages.
struct PhoneControls {
    let pagePhone: PagePhone

    private var view: PhoneView { pagePhone.view }
    private var reader: ReaderFormat { pagePhone.reader }

    var html: HTML {
        div(.class("surroundings"), .role(.group), .aria(.label, reader.text(.aroundDevice(device: view.device)))) {
            div(.class("doings")) {
                if view.biometry != .none {
                    outside(
                        .present(isOwner: true), view.biometry == .touchID ? .yourFinger : .yourFace, .person, .owner,
                        isEnabled: isLookedFor)
                    outside(.present(isOwner: false), .someoneElse, .otherPerson, .someoneElse, isEnabled: isLookedFor)
                }
                outside(.lock, .lockDevice, .lock, .lock, isEnabled: !isLocked)
                network
            }
            timeForm
            messageForm
            SecurityKeyPanel(pagePhone: pagePhone, isEnabled: !isLocked).html
            remarks
            if pagePhone.tour != nil {
                ResetControl(
                    action: PagePath.erasing(pagePhone.number), title: .erasePhone, lead: .erasePhoneLead,
                    confirmation: .erasePhoneNow, reader: reader
                ).html
            }
        }
    }

    @HTMLBuilder private var remarks: HTML {
        if !view.remarks.isEmpty {
            div(.class("remarks"), .role(.group), .aria(.label, reader.text(.forDeveloper))) {
                p(.class("remarks-title")) {
                    Glyph.warning.html
                    span { reader.text(.forDeveloper) }
                }
                ul(.role(.list), .lang("en")) { for remark in view.remarks { li { bdi { remark } } } }
            }
        }
    }

    /// Whether the sensor is active. Otherwise it ignores faces and fingers.
    private var isLookedFor: Bool {
        if case .locked(let lock) = view.content { return lock.takesBiometry }
        if case .prompt(let prompt) = view.overlays.last { return prompt.way == .biometry }
        return false
    }

    private var isLocked: Bool {
        if case .locked = view.content { true } else { false }
    }

    /// Returns a control outside the element of the phone's form, but part of that form.
    private func outside(
        _ action: PhoneAction, _ label: PhoneText, _ glyph: Glyph, _ shortcut: PhoneShortcut, isEnabled: Bool = true
    ) -> HTML {
        actionButton(action, class: "doing", isEnabled: isEnabled, shortcut: shortcut, .form(pagePhone.id("form"))) {
            glyph.html
            span { reader.text(label) }
        }
    }

    private var network: HTML {
        form(.method(.post), .action(PagePath.network(pagePhone.number))) {
            input(.type(.hidden), .name(PageField.isOnline.rawValue), .value(view.isOnline ? "no" : "yes"))
            button(
                .type(.submit), .class("doing"), .role(.switch), .aria(.checked, view.isOnline ? "true" : "false"),
                .aria(.label, reader.text(.network)), .aria(.keyshortcuts, PhoneShortcut.network.keys)
            ) {
                (view.isOnline ? Glyph.wireless : .noNetwork).html
                span { reader.text(view.isOnline ? .online : .offline) }
            }
        }
    }

    private var timeForm: HTML {
        form(.class("times"), .method(.post), .action(PagePath.time(pagePhone.number))) {
            span(.class("times-label")) {
                Glyph.clock.html
                span { reader.text(.advanceBy) }
            }
            for (seconds, label) in Self.times {
                button(
                    .type(.submit), .class("chip"), .name(PageField.seconds.rawValue), .value(String(seconds))
                ) { reader.text(label) }
            }
        }
    }

    private static let times: [(Int, PhoneMessage)] = [
        (60, .minutes(count: 1)), (180, .minutes(count: 3)), (3_600, .hours(count: 1)), (86_400, .days(count: 1)),
    ]

    private var messageForm: HTML {
        form(.class("message-form"), .method(.post), .action(PagePath.messages(pagePhone.number)), .autocomplete(.off)) {
            label(.for(pagePhone.id("sender"))) { reader.text(.messageFrom) }
            input(
                .type(.text), .id(pagePhone.id("sender")), .name(PageField.sender.rawValue), .value("+1 555 0100"), .required,
                .maxlength(100), .autocomplete(.off), .spellcheckOff)
            label(.for(pagePhone.id("text"))) { reader.text(.messageText) }
            input(
                .type(.text), .id(pagePhone.id("text")), .name(PageField.text.rawValue), .value("Your code is 481516."), .required,
                .maxlength(1_000), .autocomplete(.off), .spellcheckOff)
            button(.type(.submit), .class("send")) {
                Glyph.message.html
                span { reader.text(.send) }
            }
        }
    }
}
