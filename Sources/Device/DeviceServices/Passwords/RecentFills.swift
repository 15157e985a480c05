package import AssociatedDomains
package import FoundationEssentials
import Synchronization

/// The passwords that the device, or a credential provider, filled in for apps in the last minutes. Each permits one passkey without a
/// sheet.
///
/// They are only in memory, so a restart and the fills of the account's other devices permit nothing.
package final class RecentFills: Sendable {
    /// The time for which a fill counts, in seconds: as long as a server remembers that the user entered the password.
    package static let lifetime: TimeInterval = 5 * 60
    /// The maximum number of fills.
    static let capacity = 32

    private struct Fill {
        let user: String
        /// The domains of the password.
        let sites: [String]
        /// The identifier of the app.
        let app: String
        /// The provider that has the password; nil for the device.
        let provider: AppIdentifier?
        let time: Date
    }

    private let fills = Mutex<[Fill]>([])
    private let now: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Records that the password was filled in for the app, or that the app received it.
    package func add(_ password: SavedPassword, for app: String) {
        add(Fill(user: password.user, sites: [password.site], app: app, provider: nil, time: now()))
    }

    /// Records that a password of a provider was filled in for the app.
    ///
    /// - Parameter sites: The domains that the password is for, or that the provider received with the request.
    package func add(user: String, sites: [String], for app: String, from provider: AppIdentifier) {
        add(Fill(user: user, sites: sites, app: app, provider: provider, time: now()))
    }

    private func add(_ fill: Fill) {
        fills.withLock { fills in
            fills.removeAll {
                $0.user == fill.user && $0.sites == fill.sites && $0.app == fill.app && $0.provider == fill.provider
            }
            fills = fills.suffix(Self.capacity - 1) + [fill]
        }
    }

    /// Returns whether the password was just filled in for the app, and forgets it.
    func claim(_ password: SavedPassword, for app: String) -> Bool {
        claim { $0.provider == nil && $0.user == password.user && $0.sites == [password.site] && $0.app == app } != nil
    }

    /// Returns the provider whose password of the user was just filled in for the app, and forgets that it was. Nil without
    /// such a fill.
    func claimProvided(user: String, at relyingParty: String, for app: String) -> AppIdentifier? {
        claim { fill in
            fill.provider != nil && fill.user == user && fill.app == app
                && fill.sites.contains { SavedPassword(user: user, site: $0).belongs(to: relyingParty) }
        }?.provider
    }

    /// Removes the first fill with the property, and returns it if it still counts.
    private func claim(_ isMeant: (Fill) -> Bool) -> Fill? {
        let now = now()
        return fills.withLock { fills in
            guard let index = fills.firstIndex(where: isMeant) else { return nil }
            let fill = fills.remove(at: index)
            return (0..<Self.lifetime).contains(now.timeIntervalSince(fill.time)) ? fill : nil
        }
    }
}
