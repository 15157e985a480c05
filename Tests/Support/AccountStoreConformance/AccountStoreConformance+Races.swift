@testable import Accounts
import Testing

extension AccountStoreConformance {
    /// Concurrent operations have the result of sequential ones.
    package static let races: [ConformanceCase] = winners + survivors

    private static let winners: [ConformanceCase] = [
        ConformanceCase("of 64 creations with one name, one succeeds") { scene in
            let outcomes = try await scene.race { index in
                let account = scene.account(index.isMultiple(of: 2) ? "anna" : "ANNA")
                let opening = try scene.opening(of: account.id)
                return (try await scene.stores.create(account, hash: StoredHash.first.value(), opening: opening), account, opening)
            }
            let winners = outcomes.filter { $0.0 == .created }
            #expect(winners.count == 1)
            #expect(try await scene.stores.account(named: UserNameKey("anna")) == winners.first?.1)
            #expect(try await scene.stores.countAccounts() == 1)
            for (outcome, _, opening) in outcomes {
                #expect(try await scene.opens(opening.digest) == (outcome == .created))
            }
        },
        ConformanceCase("of 64 accounts that change to one name, one gets it") { scene in
            var people: [Registered] = []
            for index in 0..<64 { people.append(try await scene.register("person\(index)")) }
            let outcomes = try await scene.race { [people] index in
                let id = people[index].account.id
                return try await scene.stores.rename(
                    id, in: people[index].opening.session.id, to: UserName(stored: "anna"),
                    event: scene.event(.userNameChanged, id))
            }
            #expect(outcomes.count { $0 == .renamed } == 1)
            #expect(outcomes.count { $0 == .userNameTaken } == 63)
        },
        ConformanceCase("of 64 changes of one password, one succeeds, and only its session stays active") { scene in
            let anna = try await scene.register("anna")
            var openings = [anna.opening]
            for _ in 1..<64 { openings.append(try await scene.signIn(anna)) }
            let outcomes = try await scene.race { [openings] index in
                let renewal = try scene.renewal(of: openings[index].session.id)
                let replacement = try scene.replacement(of: anna, by: renewal)
                return (try await scene.stores.replacePassword(replacement), renewal)
            }
            let winners = outcomes.filter { $0.0 == .replaced }
            #expect(winners.count == 1)
            let living = try await scene.stores.sessions(of: anna.account.id, now: scene.start)
            #expect(living.map(\.id) == winners.map(\.1.session))
            for (outcome, renewal) in outcomes {
                #expect(try await scene.opens(renewal) == (outcome == .replaced))
            }
            #expect(try await scene.eventKinds(of: anna.account.id).count { $0 == .passwordChanged } == 1)
        },
        ConformanceCase("of 64 attempts on a budget of ten, ten are admitted") { scene in
            let budget = try #require(Budget(burst: 10, refill: 1, per: .days(1)))
            let charge = ThrottleCharge(key: scene.budgetKey(), budget: budget)
            let ample = ThrottleCharge(key: scene.budgetKey(), budget: try #require(Budget(burst: 64, refill: 1, per: .days(1))))
            let decisions = try await scene.race { _ in try await scene.stores.charge([ample, charge], now: scene.start) }
            #expect(decisions.count { $0 == .admitted } == 10)
            // The rejected attempts charged nothing to the other bucket.
            let rest = try await scene.race { _ in try await scene.stores.charge([ample], now: scene.start) }
            #expect(rest.count { $0 == .admitted } == 54)
        },
        ConformanceCase("of 64 attempts on the last unit of a budget, one is admitted") { scene in
            let budget = try #require(Budget(burst: 2, refill: 1, per: .days(1)))
            let charges = [ThrottleCharge(key: scene.budgetKey(), budget: budget)]
            #expect(try await scene.stores.charge(charges, now: scene.start) == .admitted)
            let decisions = try await scene.race { _ in try await scene.stores.charge(charges, now: scene.start) }
            #expect(decisions.count { $0 == .admitted } == 1)
        },
        ConformanceCase("of 64 revocations of one session, one ends it") { scene in
            let anna = try await scene.register("anna")
            let outcomes = try await scene.race { _ in
                let event = scene.event(.sessionRevoked, anna.account.id)
                return try await scene.stores.revoke(anna.opening.session.id, of: anna.account.id, device: .forgotten, event: event)
            }
            #expect(outcomes.count { $0 } == 1)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.sessionRevoked, .accountCreated])
        },
        ConformanceCase("of 64 deletions of one account, one deletes it") { scene in
            let anna = try await scene.register("anna")
            let outcomes = try await scene.race { _ in try await scene.stores.deleteAccount(anna.account.id, at: scene.start) }
            #expect(outcomes.count { $0 == .notNeeded } == 1)
        },
        ConformanceCase("of 64 servers that rotate the signing key, one succeeds") { scene in
            #expect(try await scene.stores.add(scene.signingKey("first"), ifNewestIs: nil))
            let outcomes = try await scene.race { index in
                try await scene.stores.add(scene.signingKey("next\(index)"), ifNewestIs: "first")
            }
            #expect(outcomes.count { $0 } == 1)
            #expect(try await scene.stores.signingKeys(now: scene.start).count == 2)
        },
    ]

    private static let survivors: [ConformanceCase] = [
        ConformanceCase("no sign-in survives a concurrent password change") { scene in
            let anna = try await scene.register("anna")
            let replacement = try scene.replacement(of: anna)
            _ = try await scene.race { index in
                if index == 32 {
                    #expect(try await scene.stores.replacePassword(replacement) == .replaced)
                } else {
                    let opening = try scene.opening(of: anna.account.id)
                    _ = try await scene.stores.open(opening, passwordVersion: anna.version)
                }
            }
            let living = try await scene.stores.sessions(of: anna.account.id, now: scene.start)
            #expect(living.map(\.id) == [anna.opening.session.id])
            #expect(try await scene.opens(replacement.renewal))
        },
        ConformanceCase("no sign-in survives a concurrent deletion") { scene in
            let anna = try await scene.register("anna")
            let openings = try await scene.race { index in
                let opening = try scene.opening(of: anna.account.id)
                if index == 32 {
                    #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
                } else {
                    _ = try await scene.stores.open(opening, passwordVersion: anna.version)
                }
                return opening
            }
            for opening in openings {
                #expect(!(try await scene.opens(opening.digest)))
                #expect(!(try await scene.knows(opening.device)))
            }
        },
        ConformanceCase("after 64 renewals of one session, one token opens it") { scene in
            let anna = try await scene.register("anna")
            let renewals = try await scene.race { _ in
                let renewal = try scene.renewal(of: anna.opening.session.id)
                #expect(
                    try await scene.stores.renew(renewal, passwordVersion: 1, event: scene.event(.reauthenticated, anna.account.id))
                )
                return renewal
            }
            var opening = 0
            for renewal in renewals where try await scene.opens(renewal) { opening += 1 }
            #expect(opening == 1)
            #expect(!(try await scene.opens(anna.opening.digest)))
        },
        ConformanceCase("after 64 concurrent sign-ins, at most the limit of devices is known") { scene in
            let anna = try await scene.register("anna")
            let openings = try await scene.race { index in
                try await scene.signIn(anna, at: scene.start + .minutes(index + 1))
            }
            var known = 0
            for opening in openings where try await scene.knows(opening.device) { known += 1 }
            #expect(known == Device.limit)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).count == 65)
        },
        ConformanceCase("a rehash never undoes a concurrent password change") { scene in
            let anna = try await scene.register("anna")
            let replacement = try scene.replacement(of: anna)
            _ = try await scene.race { index in
                if index == 32 {
                    #expect(try await scene.stores.replacePassword(replacement) == .replaced)
                } else {
                    try await scene.stores.rehashPassword(
                        of: anna.account.id, from: StoredHash.first.value(), to: StoredHash.stronger.value())
                }
            }
            #expect(try await scene.stores.credential(of: anna.account.id)?.hash == StoredHash.second.value())
        },
        ConformanceCase("an acknowledged write is visible") { scene in
            let found = try await scene.race { index in
                let person = try await scene.register("person\(index)")
                let isOpen = try await scene.opens(person.opening.digest)
                return isOpen ? try await scene.stores.account(named: UserNameKey("person\(index)")) == person.account : false
            }
            #expect(found.allSatisfy { $0 })
        },
    ]
}
