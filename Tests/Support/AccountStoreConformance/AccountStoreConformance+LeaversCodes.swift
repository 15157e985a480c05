import Accounts
import Testing

extension AccountStoreConformance {
    /// Codes of owners who leave before the exchange, across ``AccountStore``, ``AppleIdentityStore``, ``JobStore`` and
    /// ``AppleTokenStore``.
    package static let leaversCodes: [ConformanceCase] = [
        ConformanceCase("a waiting code of a deleted account is kept with its owner") { scene async throws in
            let grant = try scene.code()
            let anna = try await scene.registerWithApple("anna", grant: grant)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .byHand)
            #expect(try await scene.stores.countJobs(.exchangeAppleCode) == 0)
            #expect(try await scene.stores.countJobs(.revokeAppleToken) == 0)
            let job = try #require(try await scene.claim(.revokeAppleCode, at: scene.start).first)
            guard case .code(let sealed, let flow, let expiresAt) = grant else {
                throw StoreError(.failed, reason: "another grant")
            }
            let code = AppleCodeExchange(
                identity: anna.id, client: anna.verification.assertion.client, flow: flow, code: sealed, expiresAt: expiresAt)
            #expect(job.work == .revokeAppleCode(code, owner: anna.key))
        },
        ConformanceCase("the same holds for the code of an unlinked identity, and no other") { scene async throws in
            let anna = try await scene.register("anna")
            try await scene.link("anna", to: anna, grant: try scene.code())
            try await scene.link("anna", to: anna, team: "TEAM000002", grant: try scene.code())
            let result = try await scene.unlink(anna.account.id, by: anna.opening.session.id)
            #expect(result == .unlinked(.byHand, endedPresentSession: false))
            #expect(try await scene.stores.countJobs(.revokeAppleCode) == 1)
            #expect(try await scene.stores.countJobs(.exchangeAppleCode) == 1)
        },
        ConformanceCase("a stored token is revoked, and a code next to it is not needed") { scene async throws in
            let anna = try await scene.registerWithApple("anna", grant: try scene.token())
            try await scene.signIn(anna, grant: try scene.code())
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .queued)
            #expect(try await scene.stores.countJobs(.revokeAppleToken) == 1)
            #expect(try await scene.stores.countJobs(.revokeAppleCode) == 0)
        },
        ConformanceCase("an expired code is deleted, and an unexpired one is kept") { scene async throws in
            let end = scene.start + .minutes(5)
            for (name, moment, expected) in [("anna", end, 0), ("berta", end - .millisecond, 1)] {
                let person = try await scene.registerWithApple(name, grant: try scene.code(until: end))
                #expect(try await scene.stores.deleteAccount(person.account.id, at: moment) == .byHand)
                #expect(try await scene.stores.countJobs(.revokeAppleCode) == expected)
            }
        },
        ConformanceCase("a code during its exchange is not leased again until the lease expires") { scene async throws in
            let anna = try await scene.registerWithApple("anna", grant: try scene.code())
            let held = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start).first)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .byHand)
            #expect(try await scene.claim(.revokeAppleCode, at: scene.start + .minutes(1) - .millisecond) == [])
            // The worker with the lease brings the token, and the code is deleted.
            #expect(try await scene.finish(held, of: anna) == .queuedForRevocation)
            #expect(try await scene.stores.countJobs(.revokeAppleCode) == 0)
            #expect(try await scene.stores.countJobs(.revokeAppleToken) == 1)
        },
        ConformanceCase("the token of a departed owner's code is queued for revocation, once") {
            scene async throws in
            let (anna, berta) = (
                try await scene.registerWithApple("anna", grant: try scene.code()),
                try await scene.registerWithApple("berta", grant: try scene.code())
            )
            for person in [anna, berta] { _ = try await scene.stores.deleteAccount(person.account.id, at: scene.start) }
            let jobs = try await scene.claim(.revokeAppleCode, at: scene.start)
            let job = try #require(
                jobs.first { if case .revokeAppleCode(_, let owner) = $0.work { owner == anna.key } else { false } })
            #expect(try await scene.finish(job, of: anna) == .queuedForRevocation)
            #expect(try await scene.stores.countJobs(.revokeAppleCode) == 1)
            let next = try await scene.claim(.revokeAppleToken, at: scene.start)
            #expect(next.count == 1)
            guard case .revokeAppleToken(let token, _) = next.first?.work else { throw StoreError(.failed, reason: "another kind") }
            #expect(token.identity == anna.id)
        },
        ConformanceCase("a departed owner's code can be postponed and abandoned, and is deleted after its time and a margin") {
            scene async throws in
            let end = scene.start + .minutes(5)
            for name in ["anna", "berta"] {
                let person = try await scene.registerWithApple(name, grant: try scene.code(until: end))
                _ = try await scene.stores.deleteAccount(person.account.id, at: scene.start)
            }
            let jobs = try await scene.claim(.revokeAppleCode, at: scene.start)
            try #require(jobs.count == 2)
            #expect(try await scene.stores.retry(jobs[0], at: scene.start + .minutes(2)))
            #expect(try await scene.stores.abandon(jobs[1]))
            #expect(try await scene.claim(.revokeAppleCode, at: scene.start + .minutes(2)).map(\.retries) == [1])
            #expect(try await scene.removeExpired(at: end + Job.margin - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: end + Job.margin) == 1)
        },
    ]
}

extension ConformanceScene {
    fileprivate func finish(_ job: Job, of registered: AppleRegistered) async throws -> AppleExchangeResult {
        let token = AppleStoredToken(identity: registered.id, client: registered.verification.assertion.client, token: try sealed())
        return try await stores.finishExchange(job, with: token, at: start, nextCheckAt: start + .days(1))
    }
}
