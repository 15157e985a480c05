import AppleIdentityEmulator
import Foundation

/// A strict emulator with a registered shop whose backend is a library in another language.
struct ShopScene {
    let apple: AppleIdentityEmulator
    let party: RelyingPartyProgram
    let shop: RelyingParty
    let anna: AppleAccount
    private let authority: URL

    static func run(_ party: RelyingPartyProgram, _ body: (ShopScene) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "relying-party-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withAppleIdentityEmulator { apple in
            let authority = folder.appending(path: "ca.pem")
            try Data(apple.certificateAuthority.utf8).write(to: authority)
            try await body(
                ShopScene(
                    apple: apple, party: party,
                    shop: apple.service.addRelyingParty(
                        named: "Shop", bundleID: "com.example.shop", returnURLs: [party.callback]),
                    anna: apple.service.addPerson(
                        AppleAccountDraft(givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com")),
                    authority: authority))
        }
    }

    /// Runs the shop for these visits, in order, in one browser.
    ///
    /// - Parameter key: the key that the shop uses; nil for the valid one.
    func visit(_ visits: [Visit], key: DeveloperKeyFile? = nil) async throws -> [VisitOutcome] {
        let securePort = apple.secureBaseURL.flatMap(URL.init(string:))?.port
        let task = VisitTask(
            emulator: .init(baseURL: apple.baseURL, securePort: securePort ?? 0),
            client: .init(
                id: shop.website?.rawValue ?? "", team: shop.team.rawValue, keyID: shop.keyID.rawValue, key: (key ?? shop.key).pem),
            visits: visits)
        return try await party.run(task, trusting: authority)
    }

    /// The emulator's responses at `/auth/token`, in order.
    var tokenRequests: [RequestRecord] {
        apple.service.requests().filter { $0.endpoint == .token }
    }
}
