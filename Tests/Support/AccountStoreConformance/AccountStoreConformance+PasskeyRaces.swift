@testable import Accounts
import Testing
import Secrets
import WebAuthn

extension AccountStoreConformance {
    static let passkeyRaces: [ConformanceCase] = [
        ConformanceCase("of 64 concurrent sign-ins with one challenge, one succeeds") { scene in
            let anna = try await scene.register("anna")
            let (passkey, challenge) = (try await scene.addPasskey(to: anna), try scene.usedChallenge())
            let outcomes = try await scene.race { _ in
                try await scene.stores.open(
                    scene.passkeyOpening(of: anna.account.id), by: scene.use(passkey), using: challenge)
            }
            #expect(outcomes.count { $0 == .opened } == 1)
            #expect(outcomes.count { $0 == .challengeUsed } == 63)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).count == 2)
        },
        ConformanceCase("of 64 concurrent sign-ins whose counters were compared with the same one, one succeeds") { scene in
            let anna = try await scene.register("anna")
            let passkey = try await scene.addPasskey(to: anna)
            let outcomes = try await scene.race { index in
                try await scene.stores.open(
                    scene.passkeyOpening(of: anna.account.id), by: scene.use(passkey, signCount: UInt32(8 + index)),
                    using: scene.usedChallenge())
            }
            #expect(outcomes.count { $0 == .opened } == 1)
            #expect(outcomes.count { $0 == .superseded } == 63)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).count == 2)
        },
        ConformanceCase("a use that was compared with another counter opens and renews no session, and is no second factor") {
            scene in
            let anna = try await scene.register("anna")
            let passkey = try await scene.addPasskey(to: anna)
            let stale = scene.use(passkey, after: 5, signCount: 6)
            let opening = try scene.passkeyOpening(of: anna.account.id)
            #expect(try await scene.stores.open(opening, by: stale, using: scene.usedChallenge()) == .superseded)
            let renewal = try scene.renewal(of: anna.opening.session.id)
            let event = scene.event(.passkeyReauthenticated, anna.account.id)
            let renewed = try await scene.stores.renew(renewal, by: stale, using: scene.usedChallenge(), event: event)
            #expect(renewed == .sessionEnded)
            #expect(try await !scene.opens(renewal))
            try await scene.addTOTP(to: anna)
            let challenge = try await scene.challenge(.signIn(.password(version: anna.version)), of: anna.account.id)
            let completion = try scene.completion(of: challenge, by: .passkey(stale))
            #expect(try await scene.stores.completeSignIn(completion) == .factorUsed)
            #expect(try await scene.stores.passkeys(of: anna.account.id) == [passkey])
        },
        ConformanceCase("of 64 concurrent answers to one challenge, one has an effect") { scene in
            let anna = try await scene.register("anna")
            let (passkey, challenge) = (try await scene.addPasskey(to: anna), try scene.usedChallenge())
            let outcomes = try await scene.race { index -> Bool in
                switch index % 4 {
                case 0:
                    return try await scene.stores.open(
                        scene.passkeyOpening(of: anna.account.id), by: scene.use(passkey), using: challenge) == .opened
                case 1:
                    let account = scene.accountWithoutPassword("person\(index)")
                    return try await scene.stores.create(
                        account, scene.passkey(of: account.id), opening: scene.passkeyOpening(of: account.id),
                        using: challenge) == .created
                case 2:
                    let other = try scene.passkey(of: anna.account.id, user: passkey.credential.user)
                    return try await scene.add(other, by: anna, using: challenge) == .added
                default: return try await scene.stores.useUp(challenge)
                }
            }
            #expect(outcomes.count { $0 } == 1)
        },
        ConformanceCase("of 64 concurrent registrations of one credential for several accounts, one succeeds") { scene in
            var people: [Registered] = []
            for index in 0..<4 { people.append(try await scene.register("person\(index)")) }
            for person in people { try await scene.addPasskey(to: person) }
            let accounts = people
            let outcomes = try await scene.race { index -> Bool in
                if index % 8 < 4 {
                    let person = accounts[index % 4]
                    let user = try await scene.stores.userHandle(of: person.account.id, orElse: nil)
                    let passkey = try scene.passkey(of: person.account.id, id: [7, 7, 7], user: user)
                    return try await scene.add(passkey, by: person) == .added
                }
                let account = scene.accountWithoutPassword("new\(index)")
                return try await scene.stores.create(
                    account, scene.passkey(of: account.id, id: [7, 7, 7]), opening: scene.passkeyOpening(of: account.id),
                    using: scene.usedChallenge()) == .created
            }
            #expect(outcomes.count { $0 } == 1)
        },
        ConformanceCase("64 concurrent additions do not exceed the limit of passkeys") { scene in
            let anna = try await scene.register("anna")
            let user = try await scene.stores.userHandle(of: anna.account.id, orElse: UserHandle(scene.random.bytes(64)))
            let outcomes = try await scene.race { _ in
                try await scene.add(scene.passkey(of: anna.account.id, user: user), by: anna)
            }
            #expect(outcomes.count { $0 == .added } == Passkey.limit)
        },
        ConformanceCase("64 concurrent removals leave one of two passkeys") { scene in
            let (anna, first) = try await scene.signUp("anna")
            let second = try await scene.addPasskey(to: anna)
            let session = try scene.passkeyOpening(of: anna.account.id)
            #expect(try await scene.stores.open(session, by: scene.use(second), using: scene.usedChallenge()) == .opened)
            let outcomes = try await scene.race { index in
                try await scene.stores.removePasskey(
                    [first, second][index % 2].id, by: [anna.opening, session][(index + 1) % 2].session.id,
                    event: scene.event(.passkeyRemoved, anna.account.id))
            }
            #expect(outcomes.count { $0 == .changed(endedPresentSession: false) } <= 1)
            #expect(try await scene.stores.passkeys(of: anna.account.id).count == 1)
        },
    ]

    /// Passkeys on servers whose clocks differ by five minutes.
    static let passkeyClocks: [ConformanceCase] = [
        ConformanceCase("a used challenge stays used on every clock until it expired on all of them") { scene in
            let anna = try await scene.register("anna")
            let passkey = try await scene.addPasskey(to: anna)
            for issued in scene.moments {
                let challenge = try scene.usedChallenge(until: issued + .minutes(10))
                let last = challenge.expiresAt - .millisecond
                let first = try scene.passkeyOpening(of: anna.account.id, at: last)
                #expect(try await scene.stores.open(first, by: scene.use(passkey, at: last), using: challenge) == .opened)
                // Maintenance runs on a server whose clock is ten minutes ahead of the slowest.
                _ = try await scene.removeExpired(at: challenge.expiresAt + .minutes(10))
                for moment in scene.moments + [last] {
                    let again = try scene.passkeyOpening(of: anna.account.id, at: moment)
                    let use = scene.use(passkey, at: moment)
                    #expect(try await scene.stores.open(again, by: use, using: challenge) == .challengeUsed)
                    let other = try scene.passkey(of: anna.account.id, user: passkey.credential.user)
                    #expect(try await scene.add(other, by: anna, using: challenge, at: moment) == .challengeUsed)
                    #expect(try await !scene.stores.useUp(challenge))
                }
            }
        }
    ]
}
