import AccountServer
import AppleIdentityEmulator
import Chromium
import JuiceApp
import ReservedPorts
import Testing
import WebAuthn

@testable import DeviceServices
@testable import DeviceSimulator

/// Two phones of Anna in a browser, with Juice and her weak password, and its account server on this machine, as in `latchkey dev`.
struct PasskeyPhones: Sendable {
    static let user = "anna.k"
    static let site = "localhost"

    let phones: [Phone]
    let apple: AppleScene
    /// The origin of the page with the phones.
    let origin: String

    static func run(_ body: @escaping @Sendable (PasskeyPhones) async throws -> Void) async throws {
        try await AppleScene.run(host: site, adjust: { admitApps(to: &$0) }) { apple in
            try await apple.scene.importAccount(user)
            let app = "\(apple.team.rawValue).com.example.shop"
            let file = #"{"webcredentials":{"apps":["\#(app)"]}}"#
            let phones = try ["Anna’s iPhone", "Anna’s other iPhone"].map { name in
                let device = try DeviceSimulator(biometry: .faceID, passcode: "2468")
                try device.put(SimulatedSite(.file(file), certificate: .untrusted), at: site)
                try device.signIn(toAppleAccount: apple.person.rawValue, service: apple.emulator.baseURL)
                return try Phone(device, name: name)
            }
            phones[0].device.shareKeychain(with: phones[1].device)
            for phone in phones {
                await phone.device.setDeveloperMode(true)
                try await phone.install(
                    PhoneApp(
                        app, name: "Juice", associatedDomains: ["webcredentials:\(site)?mode=developer"],
                        settings: ["server": apple.scene.site.origin, "site": site], program: ScreenAppProgram(JuiceApp.self)))
            }
            phones[0].device.savePassword(.weakPassword, user: user, site: site, for: app)
            let port = try ReservedPort()
            let scene = PasskeyPhones(phones: phones, apple: apple, origin: "http://127.0.0.1:\(port.number)")
            try await PhoneServing.serve(phones, on: port) { try await body(scene) }
        }
    }

    /// Adds the origin of Juice, which has no port.
    private static func admitApps(to server: inout ServerConfiguration) {
        guard let own = server.passkeys?.relyingParty, let juice = try? WebAuthn.Origin("https://\(site)"),
            let both = try? WebAuthn.RelyingParty(id: own.id, origins: own.origins + [juice])
        else {
            Issue.record("the server has no passkeys")
            return
        }
        server.passkeys?.relyingParty = both
    }

    /// A user who looks at the phones.
    func newVisitor(size: PageSize = PhoneVisitor.standardSize) async throws -> PhoneVisitor {
        try await PhoneVisitor.visit(PhoneServing.newAddress(at: origin), size: size)
    }

    /// Gives a browser's authenticator the passkey of the second phone, as if it belonged to the same Apple Account.
    func synchronize(to authenticator: VirtualAuthenticator) async throws {
        let record = try #require(try phones[1].device.services.passkeys.records(of: Self.site).first)
        try await authenticator.add(
            id: record.passkey.credentialID, relyingParty: Self.site, userName: record.passkey.userName,
            userHandle: record.userHandle, privateKey: Self.beginningOfKey + record.privateKey)
    }

    /// The part of a P-256 key in the form PKCS #8 before the private key (RFC 5915, section 3). The optional public key is omitted.
    private static let beginningOfKey: [UInt8] = [
        0x30, 0x41, 0x02, 0x01, 0x00, 0x30, 0x13,
        0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x03, 0x01, 0x07,
        0x04, 0x27, 0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20,
    ]
}

extension PhoneVisitor {
    /// Signs in to Juice on the first phone with the saved password from the system's sheet, and waits for the passkey.
    func signInToJuice(as user: String) async throws {
        try await tap("Juice")
        try await tap(user)
        try await tap("Your face")
        try await tap("Sign In")
        try await sees("You can sign in with a passkey now.")
    }

    /// Waits for the notification that the phone saved a passkey, and closes it, because it covers the icons of apps.
    func dismissSavedPasskey() async throws {
        try await sees("Passkey Saved")
        try await tap("Dismiss the notification")
        try await seesNoMore("Passkey Saved")
    }

    /// Opens the list of passwords and passkeys in Settings.
    func openPasswords(on phone: Int) async throws {
        try await tap("Home", on: phone)
        try await tap("Passwords", on: phone)
        try await tap("Your face", on: phone)
    }
}
