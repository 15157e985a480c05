import DeviceSimulator
import Markup
import Texts

/// A destructive control. It asks first: the button is in a section that the user opens.
struct ResetControl {
    let action: LocalPath
    let title: PhoneText
    let lead: PhoneText
    let confirmation: PhoneText
    let reader: ReaderFormat
    /// The action of the button; nil if the address alone names what it does.
    var performs: PhoneAction?

    var html: HTML {
        details(.class("reset")) {
            summary { reader.text(title) }
            form(.method(.post), .action(action)) {
                p { reader.text(lead) }
                button(
                    .type(.submit), .class("reset-button"), performs.map { _ in .name(PageField.action.rawValue) },
                    performs.map { .value($0.json) }
                ) { reader.text(confirmation) }
            }
        }
    }
}
