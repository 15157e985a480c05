import DeviceScreens
import DeviceSimulator
import JuiceApp

/// One user with one device, and what the user sees.
@MainActor
struct Story {
    let device: DeviceSimulator

    func tell() async throws {
        var app = await RunningJuice.launch(on: device, shows: "Sign In")
        print("launched for the first time: \(app.screen.title)")

        device.sheets.will(.proceed, .details(email: .hide))
        device.person.will(.match)
        app.press("Sign in with Apple")
        await app.shows { $0.title == "Juice" }
        let address = app.screen.texts.contains { $0.contains("@private") } ? "a relay address" : "no relay address"
        print("signed in: \(app.screen.texts.contains("Jane") ? "Jane" : "no name"), \(address)")

        app = await RunningJuice.launch(on: device, shows: "Juice")
        print("launched again: \(app.screen.title)")

        try await device.stopUsing("com.example.apple-samplecode.juice")
        await app.shows { $0.title == "Sign In" }
        print("stopped in Settings: \(app.screen.title)")

        device.sheets.will(.proceed, .proceed)
        device.person.will(.match)
        app.press("Sign in with Apple")
        await app.shows { $0.title == "Juice" }
        print("signed in again: \(app.screen.title)")

        device.savePassword("apple pie", user: "jane", site: "juice.example.com")
        device.sheets.will(.choose(1))
        device.person.will(.match)
        app.press("Sign Out")
        await app.shows { $0.alert != nil }
        print("signed out, with a saved password: \(app.screen.alert?.title ?? "nothing")")
        print("prompts: \(device.person.promptCount)")
    }
}
