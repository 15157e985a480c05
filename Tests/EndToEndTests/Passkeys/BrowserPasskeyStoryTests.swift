import AppleIdentityEmulator
import DeviceScreens
import DeviceSimulator
import HTTPTypes
import JSONText
import TestKit
import Testing

@Suite("A passkey in the browser of a phone, at the account server", .serialized, .timeLimit(.minutes(20)))
struct BrowserPasskeyStoryTests {
    private static let site = "accounts.example.com"

    private static func phones(_ apple: AppleBench, _ client: AppleBenchClient) throws -> [Phone] {
        let phones = [try Phone(), try Phone()]
        for phone in phones {
            try phone.device.signIn(toAppleAccount: apple.person.rawValue, service: apple.emulator.baseURL)
            try phone.device.put(SimulatedSite(.server("http://127.0.0.1:\(client.port)")), at: site)
        }
        phones[0].device.shareKeychain(with: phones[1].device)
        return phones
    }

    private static func visit(_ path: String, on phone: Phone) async throws {
        try await phone.perform(.browse(address: site + path))
        await phone.isSettled()
        try await phone.screen { $0.page != nil && !$0.texts.contains("Loading…") }
    }

    private static func signIn(_ phone: Phone) async throws {
        try await visit("/sign-in", on: phone)
        try await phone.type("anna", into: "username")
        try await phone.type(AppleBenchClient.password, into: "password")
        try await phone.tap("Sign in")
        try await phone.screen { $0.texts.contains("Your account") }
        try await phone.wait { !$0.overlays.isEmpty }
        try await phone.perform(.answerSaveQuestion(.notNow))
    }

    private static func createPasskey(_ phone: Phone) async throws {
        try await visit("/account/passkeys/new", on: phone)
        try await phone.tap("Create passkey")
        try await phone.tap("Continue")
        try await phone.showFace()
        try await phone.screen { $0.texts.contains("Your account") }
    }

    @Test("signs up without a password")
    func signUp() async throws {
        try await AppleBench.run { apple, client in
            let phone = try Self.phones(apple, client)[0]
            try await Self.visit("/sign-up", on: phone)
            try await phone.type("anna", into: "username")
            try await phone.tap("Sign up with a passkey")
            try await phone.tap("Create passkey")
            try await phone.tap("Continue")
            try await phone.showFace()
            try await phone.screen { $0.texts.contains("Your account") }
            #expect(phone.device.savedPasskeys.map(\.user) == ["anna"])
        }
    }

    @Test("signs in on the other phone of the user, and its removal on the web removes it from both phones")
    func story() async throws {
        try await AppleBench.run { apple, client in
            let phones = try Self.phones(apple, client)
            let token = try await client.register("anna").text("session", "token")
            try await Self.signIn(phones[0])
            try await Self.createPasskey(phones[0])
            #expect(phones.map { $0.device.savedPasskeys.map(\.user) } == [["anna"], ["anna"]])

            // The bar offers it on the other phone.
            try await Self.visit("/sign-in", on: phones[1])
            try await phones[1].focus("username")
            try await phones[1].tap("anna")
            try await phones[1].showFace()
            try await phones[1].screen { $0.texts.contains("Your account") }

            let passkeys = try await client.send(.get, "/v1/account/passkeys", token: token)
            let id = try #require(passkeys.json["passkeys"]?[0]?["id"]?.string)
            try await Self.visit("/account/passkeys/\(id)", on: phones[1])
            try await phones[1].tap("Remove passkey")
            // The session that the passkey opened ends with it.
            try await phones[1].screen { $0.texts.contains { $0.hasPrefix("The passkey was removed") } }
            // The page of the account, in the other session, sends the list of its passkeys.
            try await Self.visit("/account", on: phones[0])
            for phone in phones { await poll { !phone.device.hiddenPasskeys.isEmpty } }
            try await Self.visit("/sign-in", on: phones[1])
            try await phones[1].tap("Sign in with a passkey")
            try await phones[1].screen { $0.texts.contains("No passkey for \(Self.site) was used.") }
        }
    }

    @Test("that the server never received is hidden by the next page of the account, and a new one replaces it")
    func lostRegistration() async throws {
        try await AppleBench.run { apple, client in
            let phone = try Self.phones(apple, client)[0]
            #expect(try await client.register("anna").status == 201)
            try await Self.signIn(phone)
            try await Self.visit("/account/passkeys/new", on: phone)
            try await phone.tap("Create passkey")
            try await phone.wait { !$0.overlays.isEmpty }
            phone.isOnline = false
            try await phone.tap("Continue")
            try await phone.showFace()
            try await phone.screen { $0.texts.contains("Could not connect to \(Self.site).") }
            #expect(phone.device.savedPasskeys.count == 1 && phone.device.hiddenPasskeys.isEmpty)

            phone.isOnline = true
            try await Self.visit("/account", on: phone)
            await poll { !phone.device.hiddenPasskeys.isEmpty }
            try await Self.createPasskey(phone)
            #expect(phone.device.savedPasskeys.count == 1 && phone.device.hiddenPasskeys.isEmpty)
        }
    }
}
