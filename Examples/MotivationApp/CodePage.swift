import DeviceScreens

/// The page for the code from a message.
final class CodePage: Page {
    override var title: String { "Security Code" }
    override var primaryButton: String? { Button.verify }
    override var isComplete: Bool { has(Field.code) }
    override var thanks: String { "Your code was verified." }

    override var elements: [AppElement] {
        [
            .text(AppText("Enter the code from the message that was sent to you.")),
            field(Field.code, "Code", "one-time-code", keyboard: .numberPad),
            button(Button.verify, "Verify"), button(Button.cancel, "Cancel"),
        ]
    }
}
