@testable import Accounts
import Testing

extension AccountStoreConformance {
    /// Concurrent operations on Apple identities.
    package static let appleRaces: [ConformanceCase] = [
        ConformanceCase("of 64 accounts for one new identity, one is created") { scene in
            let outcomes = try await scene.race { _ in
                let account = Account(
                    id: AccountID(random: scene.random), userName: nil, createdAt: scene.start, passwordChangedAt: nil)
                let opening = try scene.appleOpening(of: account.id)
                let verification = scene.verification(try scene.assertion("anna"))
                return (try await scene.stores.create(account, by: verification, opening: opening), account, opening)
            }
            let winners = outcomes.filter { $0.0 == .created }
            #expect(winners.count == 1)
            #expect(try await scene.stores.countAccounts() == 1)
            #expect(try await scene.stores.appleIdentity(try scene.key("anna"))?.account == winners.first?.1.id)
            for (outcome, _, opening) in outcomes {
                #expect(try await scene.opens(opening.digest) == (outcome == .created))
            }
        },
        ConformanceCase("of 64 accounts that link one identity, one succeeds") { scene in
            var people: [Registered] = []
            for index in 0..<64 { people.append(try await scene.register("person\(index)")) }
            let results = try await scene.race { [people] index in
                try await scene.stores.link(
                    scene.verification(try scene.assertion("anna")), to: people[index].account.id,
                    from: people[index].opening.session.id, event: scene.event(.appleLinked, people[index].account.id))
            }
            #expect(results.count { if case .linked = $0 { true } else { false } } == 1)
            #expect(results.count { $0 == .identityTaken } == 63)
        },
        ConformanceCase("of 64 identities of one team, one is linked to an account, or as many as its limit") { scene in
            for limit in [1, 3] {
                let anna = try await scene.register("anna\(limit)")
                let results = try await scene.race { index in
                    try await scene.stores.link(
                        scene.verification(try scene.assertion("subject\(limit)-\(index)"), limit: limit), to: anna.account.id,
                        from: anna.opening.session.id, event: scene.event(.appleLinked, anna.account.id))
                }
                #expect(results.count { if case .linked = $0 { true } else { false } } == limit)
                #expect(try await scene.stores.appleIdentities(of: anna.account.id).count == limit)
            }
        },
        ConformanceCase("a concurrent link and sign-in of one new identity create one owner") { scene in
            let anna = try await scene.register("anna")
            let made = try await scene.race { index in
                let verification = scene.verification(try scene.assertion("apple"))
                if index.isMultiple(of: 2) {
                    let result = try await scene.stores.link(
                        verification, to: anna.account.id, from: anna.opening.session.id,
                        event: scene.event(.appleLinked, anna.account.id))
                    if case .linked = result { return true }
                    return false
                }
                let account = Account(
                    id: AccountID(random: scene.random), userName: nil, createdAt: scene.start, passwordChangedAt: nil)
                return try await scene.stores.create(account, by: verification, opening: try scene.appleOpening(of: account.id))
                    == .created
            }
            #expect(made.count { $0 } == 1)
        },
        ConformanceCase("concurrent unlinking and password removal leave one credential") { scene in
            for round in 0..<8 {
                let anna = try await scene.register("anna\(round)")
                try await scene.link("apple\(round)", to: anna)
                let second = try await scene.signIn(anna)
                let removed = try await scene.race(16) { index in
                    index.isMultiple(of: 2)
                        ? try await scene.unlink(anna.account.id, by: second.session.id)
                            == .unlinked(.byHand, endedPresentSession: false)
                        : try await scene.removePassword(of: anna.account.id, by: anna.opening.session.id) == .removed
                }
                #expect(removed.count { $0 } == 1)
                let password = try await scene.stores.credential(of: anna.account.id)
                let identities = try await scene.stores.appleIdentities(of: anna.account.id)
                #expect((password == nil) != identities.isEmpty)
            }
        },
        ConformanceCase("no session survives a concurrent unlinking") { scene in
            let anna = try await scene.register("anna")
            let identity = try await scene.link("anna", to: anna)
            let openings = try await scene.race { index in
                let opening = try scene.appleOpening(of: anna.account.id)
                if index == 32 {
                    let result = try await scene.unlink(anna.account.id, by: anna.opening.session.id)
                    #expect(result == .unlinked(.byHand, endedPresentSession: false))
                } else {
                    _ = try await scene.stores.open(opening, by: scene.verification(try scene.assertion("anna"), id: identity.id))
                }
                return opening
            }
            for opening in openings { #expect(!(try await scene.opens(opening.digest))) }
            #expect(try await scene.opens(anna.opening.digest))
        },
        ConformanceCase("of 64 first passwords of one account, one is set") { scene in
            let anna = try await scene.registerWithApple("anna")
            let results = try await scene.race { index in
                try await scene.stores.setFirstPassword(
                    FirstPasswordSetting(
                        account: anna.account.id, userName: UserName(stored: "anna\(index)"), hash: StoredHash.first.value(),
                        session: anna.opening.session.id, event: scene.event(.passwordSet, anna.account.id)))
            }
            #expect(results.count { $0 == .set } == 1)
            #expect(results.count { $0 == .superseded } == 63)
        },
        ConformanceCase("a deletion during an exchange leaves no token that is not queued for revocation") { scene in
            for index in 0..<8 {
                let anna = try await scene.registerWithApple("person\(index)", grant: try scene.code())
                let job = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start).first)
                let token = AppleStoredToken(
                    identity: anna.id, client: anna.verification.assertion.client, token: try scene.sealed())
                _ = try await scene.race(2) { side in
                    if side == 0 {
                        _ = try await scene.stores.deleteAccount(anna.account.id, at: scene.start)
                    } else {
                        _ = try await scene.stores.finishExchange(
                            job, with: token, at: scene.start, nextCheckAt: scene.start + .days(1))
                    }
                }
                #expect(try await scene.stores.countJobs(.revokeAppleToken) == index + 1)
                #expect(try await scene.stores.countJobs(.checkAppleToken) == 0)
            }
        },
    ]
}
