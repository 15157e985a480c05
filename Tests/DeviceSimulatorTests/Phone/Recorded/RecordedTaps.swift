import DeviceSimulator
import Testing

@Test("press unlock")
func recordedTaps() async throws {
    let phone = try Phone(name: "Anna’s iPhone")
    // The emulator of `latchkey dev` also requires its bearer token; one that a test starts does not.
    try phone.device.signIn(toAppleAccount: "anna", service: "http://127.0.0.1:9")
    try await phone.launch(RecordedApp.self, as: "ABCDE12345.com.example.app", name: "Recorded", settings: ["title": "Locked"])
    try await phone.tap("unlock")
    try await phone.enterPasscode("2468")
    await phone.isSettled()
    #expect(phone.screen != nil)
}
