import AppleIdentityEmulator
import DeviceScreens
import DeviceSimulator
import JuiceApp

/// Apple's sample app "Juice". Launched by a device, it is the app. Started from a terminal, it narrates a story on a simulated
/// device with the emulated service: a user signs in with a hidden address, launches the app again, stops using it in Settings,
/// signs in again, signs out, and uses a saved password.
@main
@MainActor
struct Juice {
    static func main() async throws {
        if ScreenDevice.isThere { JuiceApp.main() }

        let apple = try await AppleIdentityEmulator.start(.allowingLoopback)
        let team = try apple.service.addTeam(name: "Juice").id
        guard let bundle = ClientID("com.example.apple-samplecode.juice") else { return }
        _ = try apple.service.addAppID(bundle, team: team, name: "Juice")
        _ = try apple.service.addPerson(
            AppleAccountDraft(id: PersonIdentifier("jane"), givenName: "Jane", familyName: "Appleseed", email: "jane@example.com"))

        let device = try DeviceSimulator(app: "\(team.rawValue).com.example.apple-samplecode.juice")
        try device.signIn(toAppleAccount: "jane", service: apple.baseURL)
        try await Story(device: device).tell()
        await apple.stop()
    }
}
