import Accounts
import Testing

extension AccountStoreConformance {
    /// ``SessionStore``, without devices.
    package static let sessions: [ConformanceCase] = opening + expiry + uses + renewals + revocation

    private static let opening: [ConformanceCase] = [
        ConformanceCase("an opened session is found with all its values") { scene in
            let anna = try await scene.register("anna")
            let opening = try await scene.signIn(anna, at: scene.start + .minutes(3))
            let stored = try #require(try await scene.stores.session(opening.digest, now: scene.start + .minutes(3)))
            #expect(stored.session == opening.session)
            #expect(stored.account == anna.account)
            #expect(try await scene.knows(opening.device))
            #expect(try await scene.eventKinds(of: anna.account.id) == [.signedIn, .accountCreated])
        },
        ConformanceCase("an unknown token opens nothing") { scene in
            try await scene.register("anna")
            #expect(!(try await scene.opens(scene.digest())))
        },
        ConformanceCase("a sign-in with another version of the password writes nothing") { scene in
            let anna = try await scene.register("anna")
            for version in [anna.version - 1, anna.version + 1] {
                let opening = try scene.opening(of: anna.account.id, replacing: anna.opening.device.digest)
                #expect(try await scene.stores.open(opening, passwordVersion: version) == .superseded)
                #expect(!(try await scene.opens(opening.digest)))
                #expect(!(try await scene.knows(opening.device)))
            }
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start) == [anna.opening.session])
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
        },
        ConformanceCase("a sign-in that was verified before a password change does not survive it") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced)
            let late = try scene.opening(of: anna.account.id)
            #expect(try await scene.stores.open(late, passwordVersion: anna.version) == .superseded)
            #expect(!(try await scene.opens(late.digest)))
        },
        ConformanceCase("a sign-in to a deleted account is superseded") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            let opening = try scene.opening(of: anna.account.id)
            #expect(try await scene.stores.open(opening, passwordVersion: anna.version) == .superseded)
        },
        ConformanceCase("an opening with one failing part leaves nothing") { scene in
            let anna = try await scene.register("anna")
            let good = try scene.opening(of: anna.account.id, replacing: anna.opening.device.digest)
            // Another account's device already has this digest.
            let berta = try await scene.register("berta")
            let device = Device(account: anna.account.id, digest: berta.opening.device.digest, lastUsedAt: scene.start)
            let bad = SessionOpening(
                session: good.session, digest: good.digest, device: device, replacedDevice: good.replacedDevice,
                event: good.event)
            await #expect(throws: StoreError.self) {
                try await scene.stores.open(bad, passwordVersion: anna.version)
            }
            #expect(!(try await scene.opens(good.digest)))
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
            #expect(try await scene.stores.open(good, passwordVersion: anna.version) == .opened)
        },
        ConformanceCase("addresses of both families and names in all scripts are stored") { scene in
            let anna = try await scene.register("anna")
            let plain = try scene.opening(of: anna.account.id)
            let session = Session(
                id: plain.session.id, account: anna.account.id, createdAt: scene.start, lastUsedAt: scene.start,
                authenticatedAt: scene.start, expiry: plain.session.expiry,
                client: Client(address: .version6, deviceName: "アンナの電話 🦊"), lastAddress: .elsewhere)
            let opening = SessionOpening(
                session: session, digest: plain.digest, device: plain.device, replacedDevice: nil, event: plain.event)
            #expect(try await scene.stores.open(opening, passwordVersion: anna.version) == .opened)
            #expect(try await scene.stores.session(plain.digest, now: scene.start)?.session == session)
        },
    ]

    private static let expiry: [ConformanceCase] = [
        ConformanceCase("a session is valid until its idle expiry") { scene in
            let anna = try await scene.register("anna")
            let end = anna.opening.session.expiry.idle
            #expect(try await scene.opens(anna.opening.digest, at: end - .millisecond))
            #expect(!(try await scene.opens(anna.opening.digest, at: end)))
            #expect(try await scene.stores.sessions(of: anna.account.id, now: end - .millisecond).count == 1)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: end).isEmpty)
        },
        ConformanceCase("use never extends a session beyond its absolute expiry") { scene in
            let anna = try await scene.register("anna")
            let (id, end) = (anna.opening.session.id, anna.opening.session.expiry.absolute)
            for day in stride(from: 10, through: 80, by: 10) {
                let now = scene.start + .days(day)
                try await scene.stores.recordUse(of: id, at: now, idleExpiry: now + .days(14), address: .elsewhere)
            }
            #expect(try await scene.opens(anna.opening.digest, at: end - .millisecond))
            #expect(!(try await scene.opens(anna.opening.digest, at: end)))
            let stored = try await scene.stores.session(anna.opening.digest, now: end - .millisecond)
            #expect(stored?.session.expiry == SessionExpiry(idle: end, absolute: end))
        },
    ]

    private static let uses: [ConformanceCase] = [
        ConformanceCase("a use changes only last use, idle expiry and address") { scene in
            let anna = try await scene.register("anna")
            let (opened, now) = (anna.opening.session, scene.start + .minutes(5))
            try await scene.stores.recordUse(of: opened.id, at: now, idleExpiry: now + .days(14), address: .version6)
            let used = try #require(try await scene.stores.session(anna.opening.digest, now: now)).session
            #expect(used.lastUsedAt == now)
            #expect(used.lastAddress == .version6)
            #expect(used.expiry == SessionExpiry(idle: now + .days(14), absolute: opened.expiry.absolute))
            #expect(used.createdAt == opened.createdAt)
            #expect(used.authenticatedAt == opened.authenticatedAt)
            #expect(used.client == opened.client)
        },
        ConformanceCase("a use that is stored late does not revive an ended session") { scene in
            let anna = try await scene.register("anna")
            let end = anna.opening.session.expiry.idle
            try await scene.stores.recordUse(
                of: anna.opening.session.id, at: end, idleExpiry: end + .days(14), address: .elsewhere)
            #expect(!(try await scene.opens(anna.opening.digest, at: end)))
            try await scene.stores.recordUse(
                of: anna.opening.session.id, at: end - .millisecond, idleExpiry: end + .days(14), address: .elsewhere)
            #expect(try await scene.opens(anna.opening.digest, at: end))
        },
        ConformanceCase("of uses that arrive out of order, the latest applies") { scene in
            let anna = try await scene.register("anna")
            let (id, late, early) = (anna.opening.session.id, scene.start + .minutes(9), scene.start + .minutes(4))
            try await scene.stores.recordUse(of: id, at: late, idleExpiry: late + .days(14), address: .elsewhere)
            try await scene.stores.recordUse(of: id, at: early, idleExpiry: early + .days(14), address: .version6)
            let session = try #require(try await scene.stores.session(anna.opening.digest, now: late)).session
            #expect(session.lastUsedAt == late)
            #expect(session.expiry.idle == late + .days(14))
            #expect(session.lastAddress == .elsewhere)
        },
        ConformanceCase("shorter lifetimes apply at the next use") { scene in
            let anna = try await scene.register("anna")
            let now = scene.start + .minutes(1)
            try await scene.stores.recordUse(
                of: anna.opening.session.id, at: now, idleExpiry: now + .minutes(30), address: .elsewhere)
            #expect(!(try await scene.opens(anna.opening.digest, at: now + .minutes(30))))
        },
        ConformanceCase("the use of a deleted session is ignored") { scene in
            let anna = try await scene.register("anna")
            let event = scene.event(.signedOut, anna.account.id)
            #expect(try await scene.stores.revoke(anna.opening.session.id, of: anna.account.id, device: .forgotten, event: event))
            try await scene.stores.recordUse(
                of: anna.opening.session.id, at: scene.start, idleExpiry: scene.start + .days(14), address: .elsewhere)
            #expect(!(try await scene.opens(anna.opening.digest)))
        },
        ConformanceCase("above the limit, the session with the oldest use ends") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            var openings = [anna.opening]
            for minute in 1..<Session.limit { openings.append(try await scene.signIn(anna, at: scene.start + .minutes(minute))) }
            let now = scene.start + .minutes(Session.limit)
            try await scene.stores.recordUse(
                of: openings[0].session.id, at: now, idleExpiry: now + .days(14), address: .elsewhere)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: now).count == Session.limit)
            let gone = openings.remove(at: 1)
            #expect(try await scene.opens(gone.digest, at: now))

            openings.append(try await scene.signIn(anna, at: now))
            #expect(!(try await scene.opens(gone.digest, at: now)))
            for opening in openings { #expect(try await scene.opens(opening.digest, at: now)) }
            #expect(try await scene.opens(berta.opening.digest, at: now))
        },
        ConformanceCase("a session that opens after the clock was set back stays") { scene in
            let anna = try await scene.register("anna", at: scene.start + .days(1))
            for minute in 0..<Session.limit { try await scene.signIn(anna, at: scene.start + .days(1) + .minutes(minute)) }
            let early = try await scene.signIn(anna, at: scene.start)
            #expect(try await scene.opens(early.digest))
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).count == Session.limit)
        },
    ]
}
