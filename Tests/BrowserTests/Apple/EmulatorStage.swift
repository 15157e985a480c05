import AppleIdentityEmulator
import Chromium
import Foundation
import Testing

/// An emulator with a shop and an account, and a visitor of its pages.
enum EmulatorStage {
    /// Runs `body`. The browser must not report any problem.
    static func run(
        _ appearance: Appearance = Appearance(), _ body: (AppleIdentityEmulator, Visitor) async throws -> Void
    ) async throws {
        try await serve { emulator in
            let browser = try #require(SharedBrowser.current)
            let page = try await browser.newPage(appearance)
            let visitor = Visitor(page: page, origin: emulator.baseURL)
            try await body(emulator, visitor)
            #expect(try await visitor.remarks == [])
            try await page.close()
        }
    }

    /// Runs `body` with the emulator alone, for another browser.
    static func serve(_ body: (AppleIdentityEmulator) async throws -> Void) async throws {
        var settings = EmulatorConfiguration.allowingLoopback
        settings.clock = EmulatedClock(stoppedAt: Date(timeIntervalSince1970: 1_772_366_400))
        settings.securePort = nil
        try await withAppleIdentityEmulator(settings) { emulator in
            _ = try emulator.service.addRelyingParty(
                named: "Shop", bundleID: "com.example.shop", returnURLs: ["https://shop.example.com/callback"])
            _ = try emulator.service.addPerson(
                AppleAccountDraft(id: .init("anna"), givenName: "Anna", familyName: "Lindqvist", email: "anna@example.com"))
            try await body(emulator)
        }
    }

    /// The pages of the console, with requests in the log, and those of an account.
    static func paths(of emulator: AppleIdentityEmulator) async throws -> [String] {
        _ = emulator.service.keySet()
        let team = try #require(emulator.service.teams.first).id
        return ["/", "/console", "/console/team/\(team)", "/console/log", "/console/service-state", "/people", "/people/anna"]
    }
}
