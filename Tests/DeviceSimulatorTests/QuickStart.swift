import DeviceScreens
import DeviceSimulator
import OpenLocalAuthentication
import Testing

// The quick starts of DeviceScreens.docc and DeviceSimulator.docc.

// In Sources/Device/DeviceScreens/DeviceScreens.docc/DeviceScreens.md
final class Counter: ScreenApp {
    var screenChanged: @MainActor @Sendable () -> Void = {}
    private var count = 0 { didSet { screenChanged() } }

    init(launch: AppLaunch) {}

    var screen: AppScreen {
        AppScreen(title: "Counter", elements: [.text(AppText("\(count)")), .button(AppButton("more", title: "One More"))])
    }

    func receive(_ event: AppEvent) {
        if event == .pressed(button: "more") { count += 1 }
    }
}
// End

@Suite("Quick start of DeviceSimulator", .timeLimit(.minutes(20)))
struct QuickStartTests {
    // In Sources/Device/DeviceSimulator/DeviceSimulator.docc/DeviceSimulator.md
    @Test func notesOpenWithAFace() async throws {
        let device = try DeviceSimulator()
        device.person.will(.match)
        let isOpen = try await device.run {
            try await LAContext().evaluatePolicy(.deviceOwnerAuthentication, localizedReason: "Open your notes")
        }
        #expect(isOpen)
        #expect(device.person.prompts.map(\.reason) == ["Open your notes"])
    }
    // End

    @Test("the app of DeviceScreens runs on a phone and counts taps")
    func counts() async throws {
        // In Sources/Device/DeviceScreens/DeviceScreens.docc/DeviceScreens.md
        let phone = try Phone()
        try await phone.launch(Counter.self)
        try await phone.tap("One More")
        let screen = try await phone.screen { $0.elements.contains(.text(AppText("1"))) }
        // End
        #expect(screen.title == "Counter")
    }
}
