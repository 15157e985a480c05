import DeviceScreens

/// Asks for the code of a message.
final class CodePage: Page {
    override var title: String { "Security Code" }
    override var primaryButton: String? { Button.verify }
    override var isComplete: Bool { has(Field.code) }
    override var thanks: String { "The code was right." }

    override var elements: [AppElement] {
        [
            .text(AppText("A message with a code is on its way.")),
            field(Field.code, "Code", "one-time-code", keyboard: .numberPad),
            button(Button.verify, "Verify"), button(Button.cancel, "Cancel"),
        ]
    }
}
