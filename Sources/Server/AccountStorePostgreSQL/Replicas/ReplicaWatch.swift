#if PostgreSQL
import AccountStore
import Accounts
import Foundation

/// A thread that finds out, several times within the bound, up to which moment the standby has everything: it notes the time, asks the
/// primary how far its log is on the disk, and waits until the standby has replayed as much. Whatever had been acknowledged by the time
/// noted is in the log before that place.
final class ReplicaWatch {
    private let primary: ConnectionAddress
    private let replica: Replica
    private let timeouts: Timeouts
    private var primaryConnection: Connection?
    private var standbyConnection: Connection?

    private init(primary: ConnectionAddress, replica: Replica, timeouts: Timeouts) {
        self.primary = primary
        self.replica = replica
        self.timeouts = timeouts
    }

    /// Watches until the replica's pool is closed.
    static func start(_ replica: Replica, of primary: ConnectionAddress, timeouts: Timeouts) {
        let thread = Thread {
            let watch = ReplicaWatch(primary: primary, replica: replica, timeouts: timeouts)
            while !replica.pool.isClosed {
                if (try? watch.look()) == nil { watch.disconnect() }
                Thread.sleep(forTimeInterval: watch.pause)
            }
        }
        thread.name = "latchkey-pg-replica"
        thread.start()
    }

    private func look() throws {
        let primary = try connection(&primaryConnection, to: primary)
        let standby = try connection(&standbyConnection, to: replica.pool.address)
        let place = try LogPlace(of: primary)
        let proof = place.proof
        while place.moment.duration(to: .now) < replica.bound.staleness {
            let answer = try standby.answers(to: [proof])[0].get()
            if try answer.first({ try $0.nextIfPresent(as: Bool.self) }) == true { return replica.confirm(place) }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    private func connection(_ kept: inout Connection?, to address: ConnectionAddress) throws -> Connection {
        if let kept, kept.isUsable { return kept }
        let made = try Connection.open(to: address, timeouts: timeouts)
        kept = made
        return made
    }

    private func disconnect() {
        primaryConnection = nil
        standbyConnection = nil
    }

    private var pause: Double {
        let (seconds, attoseconds) = (replica.bound.staleness / 8).components
        return Double(seconds) + Double(attoseconds) / 1e18
    }
}
#endif
