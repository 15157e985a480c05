import Accounts
import Testing

extension AccountStoreConformance {
    static let renewals: [ConformanceCase] = [
        ConformanceCase("a renewed session opens with its new token only, and keeps its end") { scene in
            let anna = try await scene.register("anna")
            let renewal = try scene.renewal(of: anna.opening.session.id, at: scene.start + .minutes(7))
            let event = scene.event(.reauthenticated, anna.account.id)
            #expect(try await scene.stores.renew(renewal, passwordVersion: 1, event: event))
            #expect(!(try await scene.opens(anna.opening.digest)))
            let session = try #require(try await scene.session(renewal)).session
            #expect(session.id == anna.opening.session.id)
            #expect(session.authenticatedAt == scene.start + .minutes(7))
            #expect(session.expiry == anna.opening.session.expiry)
            #expect(session.lastUsedAt == anna.opening.session.lastUsedAt)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.reauthenticated, .accountCreated])
        },
        ConformanceCase("a renewal keeps the time of the password, unless the password was verified") { scene in
            let anna = try await scene.register("anna")
            let session = anna.opening.session.id
            for (shownAt, expected) in [(nil, nil), (scene.start, scene.start), (nil, scene.start)] as [(Timestamp?, Timestamp?)] {
                let renewal = SessionRenewal(
                    session: session, digest: try scene.digest(), authenticatedAt: scene.start, passwordAuthenticatedAt: shownAt)
                let event = scene.event(.reauthenticated, anna.account.id)
                #expect(try await scene.stores.renew(renewal, passwordVersion: 1, event: event))
                #expect(try await scene.session(renewal)?.session.passwordAuthenticatedAt == expected)
            }
        },
        ConformanceCase("renewing one session leaves the others unchanged") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let event = scene.event(.reauthenticated, anna.account.id)
            #expect(try await scene.stores.renew(scene.renewal(of: anna.opening.session.id), passwordVersion: 1, event: event))
            #expect(try await scene.stores.session(other.digest, now: scene.start)?.session == other.session)
        },
        ConformanceCase("a deleted session is not renewed, and no event is written") { scene in
            let anna = try await scene.register("anna")
            let revoked = scene.event(.signedOut, anna.account.id)
            #expect(try await scene.stores.revoke(anna.opening.session.id, of: anna.account.id, device: .forgotten, event: revoked))
            let renewal = try scene.renewal(of: anna.opening.session.id)
            #expect(
                !(try await scene.stores.renew(renewal, passwordVersion: 1, event: scene.event(.reauthenticated, anna.account.id))))
            #expect(!(try await scene.opens(renewal)))
            #expect(try await scene.eventKinds(of: anna.account.id) == [.signedOut, .accountCreated])
        },
        ConformanceCase("a session is renewed until its expiry") { scene in
            let anna = try await scene.register("anna")
            let end = anna.opening.session.expiry.end
            let event = scene.event(.reauthenticated, anna.account.id)
            let late = try scene.renewal(of: anna.opening.session.id, at: end)
            #expect(!(try await scene.stores.renew(late, passwordVersion: 1, event: event)))
            #expect(try await scene.opens(anna.opening.digest))
            let early = try scene.renewal(of: anna.opening.session.id, at: end - .millisecond)
            #expect(try await scene.stores.renew(early, passwordVersion: 1, event: event))
        },
    ]

    static let revocation: [ConformanceCase] = [
        ConformanceCase("the sessions of an account are listed most recently used first") { scene in
            let anna = try await scene.register("anna")
            let second = try await scene.signIn(anna, at: scene.start + .minutes(1))
            let third = try await scene.signIn(anna, at: scene.start + .minutes(2))
            try await scene.register("berta")
            let now = scene.start + .minutes(3)
            try await scene.stores.recordUse(
                of: anna.opening.session.id, at: now, idleExpiry: now + .days(14), address: .elsewhere)
            let sessions = try await scene.stores.sessions(of: anna.account.id, now: now)
            #expect(sessions.map(\.id) == [anna.opening.session.id, third.session.id, second.session.id])
            #expect(sessions.last == second.session)
            #expect(try await scene.stores.sessions(of: AccountID(random: scene.random), now: now) == [])
        },
        ConformanceCase("revoking a session ends it with one event, and deletes only its device") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let event = scene.event(.sessionRevoked, anna.account.id)
            #expect(try await scene.stores.revoke(other.session.id, of: anna.account.id, device: .forgotten, event: event))
            #expect(!(try await scene.opens(other.digest)))
            #expect(try await scene.opens(anna.opening.digest))
            #expect(!(try await scene.knows(other.device)))
            #expect(try await scene.knows(anna.opening.device))
            let again = scene.event(.sessionRevoked, anna.account.id)
            #expect(!(try await scene.stores.revoke(other.session.id, of: anna.account.id, device: .forgotten, event: again)))
            #expect(try await scene.eventKinds(of: anna.account.id) == [.sessionRevoked, .signedIn, .accountCreated])
        },
        ConformanceCase("a session that its user ends leaves the device known") { scene in
            let anna = try await scene.register("anna")
            let event = scene.event(.signedOut, anna.account.id)
            #expect(try await scene.stores.revoke(anna.opening.session.id, of: anna.account.id, device: .kept, event: event))
            #expect(try await scene.knows(anna.opening.device))
        },
        ConformanceCase("a renewal with an outdated password does nothing") { scene in
            let anna = try await scene.register("anna")
            let renewal = try scene.renewal(of: anna.opening.session.id)
            let event = scene.event(.reauthenticated, anna.account.id)
            #expect(!(try await scene.stores.renew(renewal, passwordVersion: anna.version + 1, event: event)))
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
        },
        ConformanceCase("a session of another account is not revoked") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            let event = scene.event(.sessionRevoked, berta.account.id)
            #expect(
                !(try await scene.stores.revoke(anna.opening.session.id, of: berta.account.id, device: .forgotten, event: event)))
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.eventKinds(of: berta.account.id) == [.accountCreated])
        },
        ConformanceCase("an expired session has ended and cannot be revoked") { scene in
            let anna = try await scene.register("anna")
            let (id, end) = (anna.opening.session.id, anna.opening.session.expiry.end)
            let late = scene.event(.sessionRevoked, anna.account.id, at: end)
            #expect(!(try await scene.stores.revoke(id, of: anna.account.id, device: .forgotten, event: late)))
            #expect(try await scene.stores.revokeAll(of: anna.account.id, except: nil, event: late) == 0)
            let early = scene.event(.sessionRevoked, anna.account.id, at: end - .millisecond)
            #expect(try await scene.stores.revoke(id, of: anna.account.id, device: .forgotten, event: early))
        },
        ConformanceCase("revoking all other sessions ends them with one event") { scene in
            let anna = try await scene.register("anna")
            let others = [try await scene.signIn(anna), try await scene.signIn(anna)]
            let berta = try await scene.register("berta")
            let event = scene.event(.otherSessionsRevoked, anna.account.id)
            let count = try await scene.stores.revokeAll(
                of: anna.account.id, except: anna.opening.session.id, event: event)
            #expect(count == 2)
            for other in others {
                #expect(!(try await scene.opens(other.digest)))
                #expect(!(try await scene.knows(other.device)))
            }
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.opens(berta.opening.digest))
            #expect(try await scene.eventKinds(of: anna.account.id).prefix(2) == [.otherSessionsRevoked, .signedIn])
        },
        ConformanceCase("revoking all sessions ends and counts them") { scene in
            let anna = try await scene.register("anna")
            try await scene.signIn(anna)
            let berta = try await scene.register("berta")
            let first = scene.event(.allSessionsRevoked, anna.account.id)
            #expect(try await scene.stores.revokeAll(of: anna.account.id, except: nil, event: first) == 2)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start) == [])
            let second = scene.event(.allSessionsRevoked, anna.account.id)
            #expect(try await scene.stores.revokeAll(of: anna.account.id, except: nil, event: second) == 0)
            #expect(try await scene.eventKinds(of: anna.account.id).count { $0 == .allSessionsRevoked } == 1)
            #expect(try await scene.opens(berta.opening.digest))
        },
        ConformanceCase("a session of another account does not exempt itself") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            let event = scene.event(.otherSessionsRevoked, anna.account.id)
            let count = try await scene.stores.revokeAll(
                of: anna.account.id, except: berta.opening.session.id, event: event)
            #expect(count == 1)
            #expect(try await scene.opens(berta.opening.digest))
        },
        ConformanceCase("a deleted account has no sessions to revoke") { scene in
            let unknown = AccountID(random: scene.random)
            let event = scene.event(.allSessionsRevoked, unknown)
            let count = try await scene.stores.revokeAll(of: unknown, except: nil, event: event)
            #expect(count == 0)
            #expect(
                !(try await scene.stores.revoke(SessionID(random: scene.random), of: unknown, device: .forgotten, event: event)))
        },
    ]
}
