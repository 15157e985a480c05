import AssociatedDomains
import FoundationEssentials
import Testing

@Suite("Following the daemon's log")
struct DaemonLogFollowerTests {
    /// The log of a daemon with these events, one a second.
    private func log(_ count: Int, keeping most: Int = 500, seed: Double = 0) -> [DaemonLogEntry] {
        var daemon = AssociationDaemon(policy: DaemonPolicy(maximumLogEntries: most))
        for number in 0..<count {
            _ = daemon.handle(.developerMode(number % 2 == 0), now: Date(timeIntervalSince1970: seed + Double(number)))
        }
        return daemon.log
    }

    @Test("only added lines are reported, once")
    func added() {
        var follower = DaemonLogFollower(log(3))
        #expect(follower.news(in: log(3)).isEmpty)
        #expect(follower.news(in: log(5)) == Array(log(5).dropFirst(3)))
        #expect(follower.news(in: log(5)).isEmpty)
        var fresh = DaemonLogFollower()
        #expect(fresh.news(in: log(2)) == log(2))
    }

    @Test("a log that keeps only its last lines reports the new ones that remain")
    func rotating() {
        var follower = DaemonLogFollower(log(4, keeping: 4))
        #expect(follower.news(in: log(6, keeping: 4)) == Array(log(6).suffix(2)))
        #expect(follower.news(in: log(10, keeping: 4)) == Array(log(10).suffix(4)))
    }

    @Test("another log is reported completely, and a removed one reports nothing")
    func replaced() {
        var follower = DaemonLogFollower(log(3))
        #expect(follower.news(in: log(2, seed: 1_000)) == log(2, seed: 1_000))
        #expect(follower.news(in: []).isEmpty)
        #expect(follower.news(in: log(1)) == log(1))
    }

    @Test("lines survive a round trip through storage")
    func stored() throws {
        var daemon = AssociationDaemon()
        for number in 0..<50 {
            _ = daemon.handle(
                .developerMode(number % 2 == 0), now: Date(timeIntervalSince1970: 1_700_000_000.123 + Double(number) / 7))
        }
        var follower = DaemonLogFollower(daemon.log)
        #expect(follower.news(in: try AssociationDaemon(stored: try daemon.stored()).log).isEmpty)
    }
}
