import Accounts
import Testing

extension AccountStoreConformance {
    /// ``JobStore`` and ``AppleTokenStore``.
    package static let jobs: [ConformanceCase] = queue + tokens + revocations

    private static let queue: [ConformanceCase] = [
        ConformanceCase("a job is leased when it is due, longest due first, with all its values") { scene in
            let (first, second) = (
                try scene.token(checkedFrom: scene.start + .days(1)), try scene.token(checkedFrom: scene.start + .days(2))
            )
            let berta = try await scene.registerWithApple("berta", grant: second)
            let anna = try await scene.registerWithApple("anna", grant: first)
            #expect(try await scene.claim(.checkAppleToken, at: scene.start + .days(1) - .millisecond) == [])
            let jobs = try await scene.claim(.checkAppleToken, at: scene.start + .days(2))
            let expected = [try scene.check(of: anna, first), try scene.check(of: berta, second)]
            #expect(jobs.map(\.work) == expected)
            #expect(jobs.map(\.claim) == [1, 1])
            #expect(jobs.map(\.retries) == [0, 0])
        },
        ConformanceCase("at most the requested number of jobs is leased, and of the requested kind only") { scene in
            for index in 0..<5 { try await scene.registerWithApple("person\(index)", grant: try scene.code()) }
            #expect(try await scene.claim(.checkAppleToken, at: scene.start) == [])
            #expect(try await scene.claim(.revokeAppleToken, at: scene.start) == [])
            #expect(try await scene.claim(.exchangeAppleCode, at: scene.start, limit: 3).count == 3)
            #expect(try await scene.claim(.exchangeAppleCode, at: scene.start, limit: 3).count == 2)
            #expect(try await scene.stores.countJobs(.exchangeAppleCode) == 5)
        },
        ConformanceCase("a leased job is not leased again until its lease expires, and then no longer belongs to the first worker")
        { scene in
            try await scene.registerWithApple("anna", grant: try scene.code())
            let first = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start).first)
            #expect(try await scene.claim(.exchangeAppleCode, at: scene.start + .minutes(1) - .millisecond) == [])
            let second = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start + .minutes(1)).first)
            #expect(second.id == first.id)
            #expect(second.claim != first.claim)
            #expect(!(try await scene.stores.finish(first)))
            #expect(!(try await scene.stores.abandon(first)))
            #expect(!(try await scene.stores.retry(first, at: scene.start)))
            #expect(try await scene.stores.finish(second))
            #expect(!(try await scene.stores.finish(second)))
        },
        ConformanceCase("a postponed job is not leased until then, and counts the attempt") { scene in
            try await scene.registerWithApple("anna", grant: try scene.code())
            let first = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start).first)
            #expect(try await scene.stores.retry(first, at: scene.start + .minutes(2)))
            #expect(!(try await scene.stores.finish(first)))
            #expect(try await scene.claim(.exchangeAppleCode, at: scene.start + .minutes(2) - .millisecond) == [])
            let again = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start + .minutes(2)).first)
            #expect(again.retries == 1)
        },
        ConformanceCase("an abandoned job is deleted") { scene in
            try await scene.registerWithApple("anna", grant: try scene.code())
            let job = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start).first)
            #expect(try await scene.stores.abandon(job))
            #expect(try await scene.stores.countJobs(.exchangeAppleCode) == 0)
        },
        ConformanceCase("of 64 workers, one leases a job") { scene in
            try await scene.registerWithApple("anna", grant: try scene.code())
            let claims = try await scene.race { _ in try await scene.claim(.exchangeAppleCode, at: scene.start) }
            #expect(claims.flatMap { $0 }.count == 1)
        },
        ConformanceCase("64 workers lease 64 jobs, each once") { scene in
            for index in 0..<64 { try await scene.registerWithApple("person\(index)", grant: try scene.code()) }
            let claims = try await scene.race { _ in try await scene.claim(.exchangeAppleCode, at: scene.start, limit: 2) }
            let jobs = claims.flatMap { $0 }
            #expect(jobs.count == 64)
            #expect(Set(jobs.map(\.id)).count == 64)
        },
        ConformanceCase("jobs that can no longer be done are deleted after a margin, and others never") { scene in
            let end = scene.start + .minutes(5)
            try await scene.registerWithApple("anna", grant: try scene.code(until: end))
            try await scene.registerWithApple("berta", grant: try scene.token())
            #expect(try await scene.removeExpired(at: end + Job.margin - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: end + Job.margin) == 1)
            #expect(try await scene.stores.countJobs(.exchangeAppleCode) == 0)
            while try await scene.removeExpired(at: scene.start + .days(1_000)) > 0 {}
            #expect(try await scene.stores.countJobs(.checkAppleToken) == 1)
        },
    ]

    private static let tokens: [ConformanceCase] = [
        ConformanceCase("a client without a token is recorded from the sign-in until its code is exchanged") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.code())
            #expect(try await scene.stores.appleTokens(of: anna.id).map(\.isStored) == [false])
            let job = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start).first)
            guard case .exchangeAppleCode(let exchange) = job.work else { throw StoreError(.failed, reason: "another kind") }
            #expect(exchange.identity == anna.id)
            #expect(exchange.client == anna.verification.assertion.client)
            #expect(exchange.flow == .native)
            #expect(exchange.expiresAt == scene.start + .minutes(5))
            #expect(try await scene.finishExchange(job, of: anna) == .kept)
            #expect(
                try await scene.stores.appleTokens(of: anna.id) == [
                    AppleTokenState(client: exchange.client, isStored: true, checkedAt: nil)
                ])
            #expect(try await scene.stores.countJobs(.exchangeAppleCode) == 0)
            #expect(try await scene.claim(.checkAppleToken, at: scene.start + .days(1)).count == 1)
        },
        ConformanceCase("a newer code replaces a waiting one, also one that is leased") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.code())
            let held = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start).first)
            let newer = try scene.code()
            try await scene.signIn(anna, grant: newer)
            #expect(try await scene.finishExchange(held, of: anna) == .notHeld)
            #expect(try await scene.stores.appleTokens(of: anna.id).map(\.isStored) == [false])
            let job = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start).first)
            guard case .exchangeAppleCode(let exchange) = job.work, case .code(let sealed, _, _) = newer else {
                throw StoreError(.failed, reason: "another kind")
            }
            #expect(exchange.code == sealed)
        },
        ConformanceCase("a newer token replaces the previous one, and a check in progress does not affect it") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.token(checkedFrom: scene.start))
            let held = try #require(try await scene.claim(.checkAppleToken, at: scene.start).first)
            try await scene.signIn(anna, grant: try scene.token(checkedFrom: scene.start + .days(2)))
            let event = scene.event(.appleConsentRevoked, nil)
            #expect(try await scene.stores.finishCheckRevoked(held, event: event) == nil)
            #expect(!(try await scene.stores.finishCheck(held, at: scene.start, nextCheckAt: scene.start)))
            #expect(try await scene.stores.appleIdentity(anna.key)?.revokedAt == nil)
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.claim(.checkAppleToken, at: scene.start + .days(2) - .millisecond) == [])
        },
        ConformanceCase("a sign-in without a credential keeps the stored token") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.token())
            try await scene.signIn(anna, grant: .none)
            try await scene.signIn(anna, grant: try scene.code())
            #expect(try await scene.stores.appleTokens(of: anna.id).map(\.isStored) == [true])
        },
        ConformanceCase("each client of an identity has its own token") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.token())
            let web = scene.verification(
                try scene.assertion("anna", client: "org.example.web"), id: anna.id, grant: .none)
            #expect(try await scene.stores.open(try scene.appleOpening(of: anna.account.id), by: web) == .opened)
            #expect(try await scene.stores.appleTokens(of: anna.id).map(\.isStored) == [true, false])
        },
        ConformanceCase("a valid token is checked again at the given time") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.token(checkedFrom: scene.start))
            let job = try #require(try await scene.claim(.checkAppleToken, at: scene.start).first)
            let next = scene.start + .days(1)
            #expect(try await scene.stores.finishCheck(job, at: scene.start, nextCheckAt: next))
            #expect(try await scene.stores.appleTokens(of: anna.id).map(\.checkedAt) == [scene.start])
            #expect(try await scene.claim(.checkAppleToken, at: next - .millisecond) == [])
            #expect(try await scene.claim(.checkAppleToken, at: next).first?.retries == 0)
        },
        ConformanceCase("a revoked token ends the sessions that the identity opened, and marks the identity") { scene in
            let anna = try await scene.register("anna")
            let identity = try await scene.link("anna", to: anna, grant: try scene.token(checkedFrom: scene.start))
            let opening = try scene.appleOpening(of: anna.account.id)
            _ = try await scene.stores.open(opening, by: scene.verification(try scene.assertion("anna"), id: identity.id))
            let job = try #require(try await scene.claim(.checkAppleToken, at: scene.start).first)
            let event = scene.event(.appleConsentRevoked, nil)
            #expect(try await scene.stores.finishCheckRevoked(job, event: event) == anna.account.id)
            #expect(try await scene.stores.appleIdentity(identity.key)?.revokedAt == scene.start)
            #expect(!(try await scene.opens(opening.digest)))
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.stores.appleTokens(of: identity.id) == [])
            #expect(try await scene.stores.countJobs(.checkAppleToken) == 0)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .appleConsentRevoked)
            // Apple's clock and the server's may differ, so only Apple's own time of the end of consent applies to a later sign-in.
            let again = try scene.appleOpening(of: anna.account.id)
            let verification = scene.verification(try scene.assertion("anna", at: scene.start - .minutes(1)), id: identity.id)
            #expect(try await scene.stores.open(again, by: verification) == .opened)
        },
    ]

    private static let revocations: [ConformanceCase] = [
        ConformanceCase("deleting an account queues its tokens for revocation, and they survive it") { scene in
            let grant = try scene.token()
            let anna = try await scene.registerWithApple("anna", grant: grant)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .queued)
            let job = try #require(try await scene.claim(.revokeAppleToken, at: scene.start).first)
            guard case .refreshToken(let sealed, _) = grant, case .revokeAppleToken(let token, let giveUpAt) = job.work else {
                throw StoreError(.failed, reason: "another kind")
            }
            #expect(token == AppleStoredToken(identity: anna.id, client: anna.verification.assertion.client, token: sealed))
            #expect(giveUpAt == scene.start + AppleJobs.revocationLimit)
            #expect(try await scene.stores.countJobs(.checkAppleToken) == 0)
            #expect(try await scene.stores.finish(job))
        },
        ConformanceCase("unlinking queues only the tokens of that identity") { scene in
            let anna = try await scene.register("anna")
            try await scene.link("anna", to: anna, grant: try scene.token())
            try await scene.link("anna", to: anna, team: "TEAM000002", grant: try scene.token())
            let result = try await scene.unlink(anna.account.id, by: anna.opening.session.id)
            #expect(result == .unlinked(.queued, endedPresentSession: false))
            #expect(try await scene.stores.countJobs(.revokeAppleToken) == 1)
            #expect(try await scene.stores.countJobs(.checkAppleToken) == 1)
        },
        ConformanceCase("a client without a token is reported at deletion, and the existing tokens are still revoked") {
            scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.token())
            let web = scene.verification(try scene.assertion("anna", client: "org.example.web"), id: anna.id, grant: .none)
            #expect(try await scene.stores.open(try scene.appleOpening(of: anna.account.id), by: web) == .opened)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .byHand)
            #expect(try await scene.stores.countJobs(.revokeAppleToken) == 1)
        },
        ConformanceCase("after withdrawn consent, deletion has nothing to revoke") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.token())
            _ = try await scene.stores.apply(
                try scene.notification("1", .consentRevoked, of: anna.key), event: scene.event(.appleConsentRevoked, nil))
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            #expect(try await scene.stores.countJobs(.revokeAppleToken) == 0)
        },
        ConformanceCase("a token that arrives for a deleted identity is queued for revocation") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.code())
            let job = try #require(try await scene.claim(.exchangeAppleCode, at: scene.start).first)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .byHand)
            #expect(try await scene.finishExchange(job, of: anna) == .queuedForRevocation)
            #expect(try await scene.claim(.revokeAppleToken, at: scene.start).count == 1)
        },
    ]
}

extension ConformanceScene {
    fileprivate func check(of registered: AppleRegistered, _ grant: SealedAppleGrant) throws -> JobWork {
        guard case .refreshToken(let sealed, _) = grant else { throw StoreError(.failed, reason: "another grant") }
        return .checkAppleToken(
            AppleStoredToken(identity: registered.id, client: registered.verification.assertion.client, token: sealed))
    }

    fileprivate func finishExchange(_ job: Job, of registered: AppleRegistered) async throws -> AppleExchangeResult {
        let token = AppleStoredToken(
            identity: registered.id, client: registered.verification.assertion.client, token: try sealed())
        return try await stores.finishExchange(job, with: token, at: start, nextCheckAt: start + .days(1))
    }
}
