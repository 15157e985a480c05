import DeviceScreens
@testable import DeviceServices
@testable import DeviceSimulator
import Testing

@Suite("The list behind the key of the bar", .timeLimit(.minutes(20))) struct PasskeyListTests {
    @Test("has the passkeys for which the bar has no room, and choosing one signs in")
    func fourPasskeys() async throws {
        let phone = try Phone()
        try phone.device.signIn(toAppleAccount: "jane", service: "http://127.0.0.1:9")
        try phone.device.put(SimulatedSite(.file(ShopApp.associationFile)), at: "example.com")
        phone.device.savePassword("correct horse", user: "bob", site: "example.com", for: ShopApp.identifier)
        for (number, user) in zip(UInt8(1)..., ["jane", "kim", "lea", "mia"]) {
            try phone.device.services.passkeys.put(
                PasskeyRecord(
                    passkey: Passkey(relyingParty: "example.com", userName: user, credentialID: [number]),
                    userHandle: Array(user.utf8), privateKey: [UInt8](repeating: number, count: 32)))
        }
        try await phone.launch(BarApp.self, as: ShopApp.identifier, name: "Shop", associatedDomains: ShopApp.domains)
        try await phone.focus("User Name")
        try await phone.wait { $0.keyboard?.suggestions.count == 3 && $0.keyboard?.hasKey == true }
        try await phone.tap("Passwords")
        guard case .passwordList(let list)? = phone.view.overlays.last else {
            Issue.record("\(phone.view.overlays)")
            return
        }
        #expect(list.entries.map(\.user) == ["jane", "kim", "lea", "mia", "bob"])
        #expect(list.entries.map(\.isPasskey) == [true, true, true, true, false])
        try await phone.tap("Passkey of mia for example.com")
        try await phone.showFace()
        try await phone.screen(titled: "Signed in as mia")
    }
}
