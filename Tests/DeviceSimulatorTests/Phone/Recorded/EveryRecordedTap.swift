import DeviceSimulator
import Testing

private func everyTap() async throws {
    let phone = try Phone(name: "iPhone")
    // Import the module of the app, and write its type in place of YourApp.
    try await phone.launch(YourApp.self, as: "A\u{202e}\"\\(x)", name: "Your App")
    try await phone.tap("go")
    // Type the texts of the form first: phone.type(_:into:).
    try await phone.pressReturn(in: "password")
    try await phone.perform(.answerAlert(button: 1))
    try await phone.perform(.chooseSuggestion(2))
    try await phone.perform(.chooseFromList(3))
    try await phone.answerSheet(.proceed)
    try await phone.answerSheet(.details(givenName: "Anna", familyName: "Lind", hidesEmail: true))
    try await phone.answerSheet(.account(givenName: "Anna", familyName: "Lind"))
    try await phone.answerSheet(.choose(0))
    try await phone.answerSheet(.choose(2))
    try await phone.answerSheet(.password("password"))
    try await phone.answerSheet(.openSettings)
    try await phone.answerSheet(.tryAgain)
    try await phone.answerSheet(.cancel)
    try await phone.showFace(isOwner: true)
    try await phone.showFace(isOwner: false)
    try await phone.enterPasscode("2468")
    try await phone.enterAppPassword("password")
    try await phone.wait { !$0.overlays.isEmpty }
    try await phone.perform(.allowFaceID)
    try await phone.wait { !$0.overlays.isEmpty }
    try await phone.perform(.confirmOnWatch)
    try await phone.wait { !$0.overlays.isEmpty }
    try await phone.perform(.cancelPrompt)
    try await phone.wait { !$0.overlays.isEmpty }
    try await phone.perform(.choosePasscodeInstead)
    await phone.isSettled()
    #expect(phone.screen != nil)
}
