package import FoundationEssentials
import Synchronization

/// The saved passwords that the device filled in for its apps in the last minutes. Each permits one passkey without a sheet.
///
/// They are only in memory, so a restart and the fills of the account's other devices permit nothing.
package final class RecentFills: Sendable {
    /// The time for which a fill counts, in seconds: as long as a server remembers that the user entered the password.
    package static let lifetime: TimeInterval = 5 * 60
    /// The maximum number of fills.
    static let capacity = 32

    private struct Fill {
        let password: SavedPassword
        /// The identifier of the app.
        let app: String
        let time: Date
    }

    private let fills = Mutex<[Fill]>([])
    private let now: @Sendable () -> Date

    package init(now: @escaping @Sendable () -> Date) {
        self.now = now
    }

    /// Records that the password was filled in for the app, or that the app received it.
    package func add(_ password: SavedPassword, for app: String) {
        let fill = Fill(password: password, app: app, time: now())
        fills.withLock { fills in
            fills.removeAll { $0.password == password && $0.app == app }
            fills = fills.suffix(Self.capacity - 1) + [fill]
        }
    }

    /// Returns whether the password was just filled in for the app, and forgets it.
    func claim(_ password: SavedPassword, for app: String) -> Bool {
        let now = now()
        return fills.withLock { fills in
            guard let index = fills.firstIndex(where: { $0.password == password && $0.app == app }) else { return false }
            return (0..<Self.lifetime).contains(now.timeIntervalSince(fills.remove(at: index).time))
        }
    }
}
