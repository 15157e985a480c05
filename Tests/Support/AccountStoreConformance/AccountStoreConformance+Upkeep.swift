@testable import Accounts
import Testing

extension AccountStoreConformance {
    /// ``StoreMaintenance``.
    package static let maintenance: [ConformanceCase] = [
        ConformanceCase("a store reports that it is ready") { scene in
            #expect(await scene.stores.isReady())
        },
        ConformanceCase("unexpired rows are kept") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.add(scene.signingKey("one"), ifNewestIs: nil))
            let charge = try scene.charge()
            #expect(try await scene.stores.charge([charge], now: scene.start) == .admitted)
            #expect(try await scene.removeExpired(at: scene.start) == 0)

            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
            #expect(try await scene.stores.signingKeys(now: scene.start).count == 1)
            #expect(try await scene.stores.charge([charge], now: scene.start) != .admitted)
        },
        ConformanceCase("expired sessions are deleted, and their accounts and devices stay") { scene in
            let anna = try await scene.register("anna")
            let end = anna.opening.session.expiry.end
            #expect(try await scene.removeExpired(at: end - .millisecond) == 0)
            #expect(try await scene.opens(anna.opening.digest, at: end - .millisecond))
            #expect(try await scene.removeExpired(at: end) == 1)
            #expect(!(try await scene.opens(anna.opening.digest)))
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.stores.account(anna.account.id) == anna.account)
            #expect(try await scene.stores.credential(of: anna.account.id) != nil)
        },
        ConformanceCase("a session in use stays when one that was opened with it expires") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let now = scene.start + .days(13)
            try await scene.stores.recordUse(
                of: other.session.id, at: now, idleExpiry: now + .days(14), address: .elsewhere)
            #expect(try await scene.removeExpired(at: scene.start + .days(14)) == 1)
            #expect(try await scene.opens(other.digest, at: scene.start + .days(14)))
        },
        ConformanceCase("buckets are deleted when they have drained") { scene in
            let charge = try scene.charge()
            #expect(try await scene.stores.charge([charge], now: scene.start) == .admitted)
            #expect(try await scene.removeExpired(at: scene.start + .minutes(1) - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: scene.start + .minutes(1)) == 1)
            #expect(try await scene.removeExpired(at: scene.start + .minutes(1)) == 0)
        },
        ConformanceCase("devices are deleted when they were unused for their lifetime") { scene in
            let anna = try await scene.register("anna")
            let end = scene.start + Device.lifetime
            while try await scene.removeExpired(at: end) > 0 {}
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.removeExpired(at: end + .millisecond) == 1)
            #expect(!(try await scene.knows(anna.opening.device)))
        },
        ConformanceCase("signing keys are deleted when all their tokens have expired") { scene async throws in
            let (old, new) = (scene.signingKey("old"), scene.signingKey("new", createdAt: scene.start + .days(20)))
            #expect(try await scene.stores.add(old, ifNewestIs: nil))
            #expect(try await scene.stores.add(new, ifNewestIs: "old"))
            #expect(try await scene.removeExpired(at: old.verifiesUntil - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: old.verifiesUntil) == 1)
            #expect(try await scene.stores.signingKeys(now: old.verifiesUntil) == [new])
        },
        ConformanceCase("events without an account are deleted after their own retention, and no others with them") { scene in
            let anna = try await scene.register("anna")
            try await scene.stores.record(scene.event(.signInFailed, nil))
            try await scene.stores.record(scene.event(.signInFailed, anna.account.id))
            try await scene.stores.record(scene.event(.signInFailed, nil, at: scene.start + .millisecond))
            var retention = Retention()
            retention.eventsWithoutAccount = .days(2)
            let end = scene.start + .days(2)
            #expect(try await scene.stores.removeExpired(now: end, retention: retention, limit: 100) == 0)
            #expect(try await scene.stores.removeExpired(now: end + .millisecond, retention: retention, limit: 100) == 1)
            #expect(try await scene.stores.removeExpired(now: end + .days(1), retention: retention, limit: 100) == 1)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.signInFailed, .accountCreated])
        },
        ConformanceCase("events are deleted after their retention, including those without an account") { scene in
            let anna = try await scene.register("anna")
            try await scene.stores.record(scene.event(.signInFailed, nil))
            try await scene.stores.record(scene.event(.signInFailed, anna.account.id, at: scene.start + .millisecond))
            var retention = Retention()
            retention.events = .days(7)
            retention.eventsWithoutAccount = .days(30)
            let end = scene.start + .days(7)
            #expect(try await scene.stores.removeExpired(now: end, retention: retention, limit: 100) == 0)
            #expect(try await scene.stores.removeExpired(now: end + .millisecond, retention: retention, limit: 100) == 2)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.signInFailed])
        },
        ConformanceCase("records of operators are deleted after their own retention, not after that of events") { scene in
            let anna = try await scene.operating("anna", as: .auditor)
            let viewed = OperatorRecord(
                id: OperatorRecordID(random: scene.random), .viewed(by: anna.account.id), at: scene.start + .millisecond,
                account: anna.account.id, client: .telephone)
            try await scene.stores.record(viewed)
            var retention = Retention()
            retention.events = .days(1)
            retention.operatorRecords = .days(40)
            let end = scene.start + .days(40)
            while try await scene.stores.removeExpired(now: end, retention: retention, limit: 100) > 0 {}
            #expect(try await scene.trail(of: anna) == ["viewed", "role-granted auditor"])
            #expect(try await scene.stores.removeExpired(now: end + .millisecond, retention: retention, limit: 100) == 1)
            #expect(try await scene.stores.operatorRecords(of: nil, before: nil, limit: 10) == [viewed])
        },
        ConformanceCase("each call deletes a limited number of rows of each kind, and repeated calls delete all") { scene in
            let anna = try await scene.register("anna")
            for _ in 1..<7 { try await scene.signIn(anna) }
            let now = scene.start + .days(1_000)
            var counts: [Int] = []
            while true {
                let count = try await scene.stores.removeExpired(now: now, retention: Retention(), limit: 3)
                if count == 0 { break }
                counts.append(count)
            }
            // Seven sessions, devices and events, three of each at a time.
            #expect(counts == [9, 9, 3])
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start) == [])
            #expect(try await scene.eventKinds(of: anna.account.id) == [])
            #expect(try await scene.stores.account(anna.account.id) == anna.account)
        },
    ]
}

extension ConformanceScene {
    func removeExpired(at now: Timestamp) async throws -> Int {
        try await stores.removeExpired(now: now, retention: Retention(), limit: 1_000)
    }

    /// Returns a charge to a bucket for one attempt a minute.
    fileprivate func charge() throws -> ThrottleCharge {
        ThrottleCharge(key: budgetKey(), budget: try #require(Budget(burst: 1, refill: 1, per: .minutes(1))))
    }
}
