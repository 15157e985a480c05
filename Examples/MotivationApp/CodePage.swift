import DeviceScreens

/// The page for the code from a message.
final class CodePage: Page {
    override var title: String { texts(.securityCode) }
    override var primaryButton: String? { Button.verify }
    override var isComplete: Bool { has(Field.code) }
    override var thanks: String { texts(.codeVerified) }

    override var elements: [AppElement] {
        [
            .text(AppText(texts(.codeLead))),
            field(Field.code, .code, "one-time-code", keyboard: .numberPad),
            button(Button.verify, .verify), button(Button.cancel, .cancel),
        ]
    }
}
