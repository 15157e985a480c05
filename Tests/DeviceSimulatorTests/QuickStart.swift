import DeviceScreens
import DeviceSimulator
import OpenLocalAuthentication
import Testing

// The quick starts of DeviceScreens.docc and DeviceSimulator.docc, and code of docs/guide.md.

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

    @Test("the code of the guide authorizes a right with one prompt")
    func authorizes() async throws {
        // In docs/guide.md and docs/guide.zh-Hans.md
        let device = try DeviceSimulator(biometry: .faceID)
        device.person.will(.match)
        try await device.run { try await LARight().authorize(localizedReason: "to sign in") }
        #expect(device.person.promptCount == 1)
        // End
    }
}
