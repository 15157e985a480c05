import DeviceProtocol
import PasswordManager
import Testing

@testable import DeviceServices

/// Two devices of one Apple Account that upgrade one credential at the same time.
@Suite("Two devices of one account") struct TwoDeviceUpgradeTests {
    @Test("upgrade it once: one wins, the other receives the result, and both have a valid credential", arguments: [true, false])
    func contest(isAnnouncing: Bool) throws {
        var number = 0
        while true {
            let server = ModelServer(password: ModelDevice.old, preferring: isAnnouncing ? "the server's own" : nil)
            let one = try ModelDevice(server, name: "one")
            let other = try ModelDevice(server, name: "other")
            try one.disk.synchronize(with: other.disk)
            let failurePlan = FailurePlan()
            let outcomes = Outcomes()
            failurePlan.visit(at: number) {
                outcomes.add(other.coordinator(ModelExtension(server)).upgrade(other.id, to: .strongPassword))
            }
            outcomes.add(
                one.coordinator(ModelExtension(server, failurePlan), failurePlan: failurePlan).upgrade(one.id, to: .strongPassword))
            if failurePlan.passed <= number { break }
            #expect(outcomes.done == 1 && outcomes.count == 2, "at \(number)")
            try agree(one, other, "at \(number)")
            number += 1
        }
        #expect(number > 6)
    }

    @Test("agree on a valid credential, with any failure on one of them", arguments: FailurePlan.PlannedFailure.allCases)
    func brokenContest(plannedFailure: FailurePlan.PlannedFailure) throws {
        for place in 0..<12 {
            for number in 0..<12 {
                let server = ModelServer(password: ModelDevice.old)
                let one = try ModelDevice(server, name: "one")
                let other = try ModelDevice(server, name: "other")
                try one.disk.synchronize(with: other.disk)
                let failurePlan = FailurePlan(plannedFailure, at: number)
                failurePlan.visit(at: place) {
                    _ = other.coordinator(ModelExtension(server)).upgrade(other.id, to: .strongPassword)
                }
                _ = one.coordinator(ModelExtension(server, failurePlan), failurePlan: failurePlan).upgrade(
                    one.id, to: .strongPassword)
                try agree(one, other, "\(plannedFailure) at \(number), the other at \(place)")
            }
        }
    }

    @Test("one converts and the other changes the password: whichever wins, both can sign in")
    func mixed() throws {
        var number = 0
        while true {
            let server = ModelServer(password: ModelDevice.old)
            let one = try ModelDevice(server, name: "one")
            let other = try ModelDevice(server, name: "other")
            try one.disk.synchronize(with: other.disk)
            let failurePlan = FailurePlan()
            let outcomes = Outcomes()
            failurePlan.visit(at: number) {
                outcomes.add(other.coordinator(ModelExtension(server)).upgrade(other.id, to: .strongPassword))
            }
            outcomes.add(
                one.coordinator(ModelExtension(server, failurePlan), failurePlan: failurePlan).upgrade(one.id, to: .signInWithApple)
            )
            if failurePlan.passed <= number { break }
            #expect(outcomes.done == 1, "at \(number)")
            for _ in 0..<2 {
                server.wait(1_000)
                for device in [one, other] { device.settle() }
                try one.disk.synchronize(with: other.disk)
            }
            if server.usesApple {
                #expect(one.saved == nil && other.saved == nil, "at \(number)")
            } else {
                #expect(one.saved?.password == other.saved?.password)
                #expect(one.canSignIn && other.canSignIn, "at \(number)")
            }
            number += 1
        }
    }

    /// Both resolve upgrades, exchange, and resolve again, as online devices do.
    private func agree(_ one: ModelDevice, _ other: ModelDevice, _ words: Comment) throws {
        for _ in 0..<2 {
            one.server.wait(1_000)
            for device in [one, other] { device.settle() }
            try one.disk.synchronize(with: other.disk)
        }
        #expect(one.saved?.password == other.saved?.password, words)
        #expect(one.canSignIn && other.canSignIn, words)
        #expect(one.saved?.pendingUpgrade == nil && other.saved?.pendingUpgrade == nil, words)
    }
}
