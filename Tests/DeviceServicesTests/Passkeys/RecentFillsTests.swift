import AssociatedDomains
import Foundation
import Synchronization
import Testing

@testable import DeviceServices

@Suite("Passwords that were just filled in") struct RecentFillsTests {
    private final class Clock: Sendable {
        let seconds = Mutex(0.0)
        var now: Date { Date(timeIntervalSince1970: seconds.withLock { $0 }) }
    }

    private let clock = Clock()
    private let password = SavedPassword(user: "jane", site: "example.com")
    private let app = "ABCDE12345.com.example.app"

    private func fills() -> RecentFills {
        RecentFills(now: { [clock] in clock.now })
    }

    @Test("count once, for their app, user and site")
    func claims() {
        let fills = fills()
        fills.add(password, for: app)
        #expect(!fills.claim(password, for: "ABCDE12345.com.example.other"))
        #expect(!fills.claim(SavedPassword(user: "joe", site: "example.com"), for: app))
        #expect(!fills.claim(SavedPassword(user: "jane", site: "www.example.com"), for: app))
        #expect(fills.claim(password, for: app) && !fills.claim(password, for: app))
        fills.add(password, for: app)
        fills.add(password, for: app)
        #expect(fills.claim(password, for: app) && !fills.claim(password, for: app))
    }

    @Test("count for five minutes, and not after the clock was set back", arguments: [(299.0, true), (300, false), (-1, false)])
    func time(seconds: Double, counts: Bool) {
        let fills = fills()
        clock.seconds.withLock { $0 = 1_000 }
        fills.add(password, for: app)
        clock.seconds.withLock { $0 += seconds }
        #expect(fills.claim(password, for: app) == counts)
    }

    @Test("of a provider count once, for their app, user and sites, and are no passwords of the device")
    func provided() throws {
        let fills = fills()
        let vault = try AppIdentifier("ABCDE12345.com.example.vault")
        func claim(_ user: String = "jane", _ site: String = "example.com", _ app: String? = nil) -> AppIdentifier? {
            fills.claimProvided(user: user, at: site, for: app ?? self.app)
        }
        fills.add(user: "jane", sites: ["example.net", "www.example.com"], for: app, from: vault)
        #expect(!fills.claim(SavedPassword(user: "jane", site: "www.example.com"), for: app))
        #expect(claim("joe") == nil && claim("jane", "example.org") == nil)
        #expect(claim("jane", "example.com", "ABCDE12345.com.example.other") == nil)
        #expect(claim() == vault && claim() == nil)
        fills.add(password, for: app)
        #expect(claim() == nil && fills.claim(password, for: app))
        clock.seconds.withLock { $0 = 1_000 }
        fills.add(user: "jane", sites: ["example.com"], for: app, from: vault)
        clock.seconds.withLock { $0 += 300 }
        #expect(claim() == nil)
    }

    @Test("are limited in number: the oldest is forgotten")
    func capacity() {
        let fills = fills()
        let all = (0...RecentFills.capacity).map { SavedPassword(user: "\($0)", site: "example.com") }
        for password in all { fills.add(password, for: app) }
        #expect(all.map { fills.claim($0, for: app) } == [false] + [Bool](repeating: true, count: RecentFills.capacity))
    }

    @Test(
        "belong to a relying party if their site is its domain or below it",
        arguments: [
            ("example.com", true), ("accounts.example.com", true), ("badexample.com", false), ("com", false),
            ("example.com.evil.example", false), ("example.org", false),
        ])
    func sites(site: String, belongs: Bool) {
        #expect(SavedPassword(user: "jane", site: site).belongs(to: "example.com") == belongs)
    }
}
