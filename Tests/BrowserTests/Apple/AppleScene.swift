import AccountServer
import Accounts
import AppleIdentity
import struct AppleIdentity.ClientID
import struct AppleIdentity.KeyID
import struct AppleIdentity.TeamID
import AppleIdentityEmulator
import Chromium
import Foundation
import Synchronization
import TestKit
import Testing

/// An account server with Sign in with Apple, and Apple's emulated service, with synchronized clocks.
///
/// The server is reached as 127.0.0.1 and Apple as localhost, which are two sites to a browser: cookies behave as they do between
/// a site and Apple.
struct AppleScene: Sendable {
    let scene: Scene
    let emulator: AppleIdentityEmulator
    let person: PersonIdentifier
    let team: DeveloperTeam.ID
    private let visitors = Visitors()

    var apple: AppleService { emulator.service }
    /// The origin of Apple's pages.
    var appleOrigin: String { Self.origin(of: emulator) }

    static func run(
        host: String = "127.0.0.1", adjust: @escaping @Sendable (inout ServerConfiguration) -> Void = { _ in },
        sourceLocation: SourceLocation = #_sourceLocation, _ body: @escaping @Sendable (AppleScene) async throws -> Void
    ) async throws {
        var settings = EmulatorConfiguration.allowingLoopback
        settings.clock = EmulatedClock(
            stoppedAt: Date(timeIntervalSince1970: TimeInterval(ManualClock().now.milliseconds / 1_000)))
        settings.securePort = nil
        try await withAppleIdentityEmulator(settings) { emulator in
            let team = try emulator.service.addTeam(name: "Shop").id
            let draft = AppleAccountDraft(id: .init("anna"), givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com")
            let person = try emulator.service.addPerson(draft).id
            try await Scene.run(
                host: host,
                adjust: { server in
                    do { server.apple = try configuration(for: server, emulator, team) } catch { Issue.record(error) }
                    adjust(&server)
                }, sourceLocation: sourceLocation
            ) { scene in
                let apple = AppleScene(scene: scene, emulator: emulator, person: person, team: team)
                try await body(apple)
                try await apple.checkRemarks(sourceLocation)
            }
        }
    }

    private init(scene: Scene, emulator: AppleIdentityEmulator, person: PersonIdentifier, team: DeveloperTeam.ID) {
        self.scene = scene
        self.emulator = emulator
        self.person = person
        self.team = team
    }

    /// A user with a separate browser profile. The browser must not report any problem on either site.
    func newVisitor(
        script: Bool = true, size: PageSize = .desktop, colorScheme: ColorScheme = .light
    ) async throws -> Visitor {
        try await newVisitor(Appearance(size: size, scheme: colorScheme, script: script))
    }

    /// A user whose browser shows pages in a certain way.
    func newVisitor(_ appearance: Appearance) async throws -> Visitor {
        let browser = try #require(SharedBrowser.current)
        let page = try await browser.newPage(appearance)
        let visitor = Visitor(page: page, origin: scene.site.origin)
        visitors.all.withLock { $0.append(visitor) }
        return visitor
    }

    private func checkRemarks(_ sourceLocation: SourceLocation) async throws {
        for visitor in visitors.all.withLock({ $0 }) {
            let remarks = try await visitor.remarks
            #expect(remarks == [], "problems that the browser reported", sourceLocation: sourceLocation)
            try await visitor.page.close()
        }
    }

    private final class Visitors: Sendable {
        let all = Mutex<[Visitor]>([])
    }

    /// Registers the server at Apple.
    private static func configuration(
        for server: ServerConfiguration, _ emulator: AppleIdentityEmulator, _ team: DeveloperTeam.ID
    ) throws -> AppleConfiguration {
        let origin = server.site.publicOrigin.description
        let callback = origin + AppleWebConfiguration.callbackPath
        let party = try emulator.service.addRelyingParty(
            named: "Shop", bundleID: "com.example.shop", returnURLs: [callback], notificationURL: origin + "/apple/notifications",
            team: team)
        let website = try #require(party.website)
        var apple = AppleConfiguration(
            team: try TeamID(party.team.rawValue),
            key: try ClientSecretKey(p8: party.key.pem, keyID: try KeyID(party.keyID.rawValue)),
            nativeClients: [try ClientID(party.app.rawValue)],
            web: AppleWebConfiguration(
                client: try ClientID(website.rawValue),
                redirectURI: try RedirectURI(callback, loopback: .allowedForDevelopment)))
        apple.endpoints = try AppleEndpoints(baseURL: Self.origin(of: emulator))
        return apple
    }

    private static func origin(of emulator: AppleIdentityEmulator) -> String {
        emulator.baseURL.replacing("127.0.0.1", with: "localhost")
    }

    /// The number of accounts on the server.
    var accounts: Int {
        get async throws { try await scene.site.system.service.stores.countAccounts() }
    }

    /// Advances both clocks.
    func advance(by seconds: Int) {
        scene.site.clock.advance(by: .seconds(seconds))
        apple.clock.advance(by: TimeInterval(seconds))
    }

    /// Waits until the server has processed all of Apple's notifications.
    func deliverNotifications() async throws {
        try await within(.seconds(300)) {
            // The emulator also delivers without a request, and a delivery may be in progress.
            await poll {
                await emulator.deliverNotifications()
                return !apple.notifications.isEmpty && apple.notifications.allSatisfy { $0.progress == .delivered }
            }
        }
    }

    private func within(_ limit: Duration, _ work: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Bool.self) { tasks in
            tasks.addTask {
                try await work()
                return true
            }
            tasks.addTask {
                try await Task.sleep(for: limit)
                return false
            }
            let isDone = try await tasks.next()
            tasks.cancelAll()
            try #require(isDone == true, "\(apple.notifications.map { "\($0.progress) \($0.lastOutcome ?? "")" })")
        }
    }
}
