import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// ``AppleWebStore``.
    package static let appleWeb: [ConformanceCase] = [
        ConformanceCase("an attempt is used once, with all its values") { scene in
            for purpose in [
                AppleWebPurpose.signIn, .link(SessionID(random: scene.random)), .reauthenticate(SessionID(random: scene.random)),
                .convert(SessionID(random: scene.random)),
            ] {
                let attempt = try await scene.attempt(for: purpose)
                let found = try #require(try await scene.stores.consumeWebAttempt(attempt.state, now: scene.start))
                #expect(found.browser == attempt.browser)
                #expect(found.nonce.digest == attempt.nonce.digest)
                #expect(found.purpose == purpose)
                #expect(found.replaced == attempt.replaced)
                #expect(found.next == attempt.next)
                #expect(found.expiresAt == attempt.expiresAt)
                #expect(try await scene.stores.consumeWebAttempt(attempt.state, now: scene.start) == nil)
            }
            _ = try await scene.attempt()
            #expect(try await scene.stores.consumeWebAttempt(try scene.digest(), now: scene.start) == nil)
        },
        ConformanceCase("an expired attempt is not used") { scene in
            let attempt = try await scene.attempt()
            for late in [Duration.zero, .minutes(1)] {
                #expect(try await scene.stores.consumeWebAttempt(attempt.state, now: attempt.expiresAt + late) == nil)
            }
            #expect(try await scene.stores.consumeWebAttempt(attempt.state, now: attempt.expiresAt - .millisecond) != nil)
        },
        ConformanceCase("a parked assertion is used once, with all its values") { scene in
            let grants: [ParkedAppleGrant] = [
                .none, .refreshToken(try scene.sealed()), .code(try scene.sealed(), flow: .web),
                .code(try scene.sealed(), flow: .native),
            ]
            for grant in grants {
                let parked = try await scene.park(grant)
                let found = try #require(try await scene.stores.consumeParkedAssertion(parked.completion, now: scene.start))
                #expect(found.assertion == parked.assertion)
                #expect(found.browser == parked.browser)
                #expect(found.purpose == parked.purpose)
                #expect(found.replaced == parked.replaced)
                #expect(found.next == parked.next)
                #expect(found.grant == grant)
                #expect(found.expiresAt == parked.expiresAt)
                #expect(try await scene.stores.consumeParkedAssertion(parked.completion, now: scene.start) == nil)
            }
        },
        ConformanceCase("an expired parked assertion is not used") { scene in
            let parked = try await scene.park(.none)
            for late in [Duration.zero, .minutes(1)] {
                #expect(try await scene.stores.consumeParkedAssertion(parked.completion, now: parked.expiresAt + late) == nil)
            }
            #expect(try await scene.stores.consumeParkedAssertion(parked.completion, now: parked.expiresAt - .millisecond) != nil)
        },
        ConformanceCase("a parked name is kept for the later account, even if the sign-in does not finish") { scene in
            let parked = try await scene.park(.none)
            let anna = try await scene.registerWithApple("parked")
            #expect(try await scene.stores.appleIdentity(anna.key)?.name == parked.assertion.name)
        },
        ConformanceCase("of 64 callbacks with one state, one is accepted") { scene in
            let attempt = try await scene.attempt()
            let outcomes = try await scene.race { _ in
                try await scene.stores.consumeWebAttempt(attempt.state, now: scene.start) != nil
            }
            #expect(outcomes.count { $0 } == 1)
        },
        ConformanceCase("of 64 requests for a parked assertion, one gets it") { scene in
            let parked = try await scene.park(.none)
            let outcomes = try await scene.race { _ in
                try await scene.stores.consumeParkedAssertion(parked.completion, now: scene.start) != nil
            }
            #expect(outcomes.count { $0 } == 1)
        },
        ConformanceCase("expired attempts and parked assertions are deleted") { scene in
            let (attempt, parked) = (try await scene.attempt(), try await scene.park(.none))
            #expect(try await scene.removeExpired(at: parked.expiresAt - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: parked.expiresAt) == 1)
            #expect(try await scene.removeExpired(at: attempt.expiresAt - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: attempt.expiresAt) == 1)
        },
    ]
}

extension ConformanceScene {
    fileprivate func attempt(for purpose: AppleWebPurpose = .signIn) async throws -> StoredAppleWebAttempt {
        let replaces =
            switch purpose {
            case .link, .convert: true
            case .signIn, .reauthenticate: false
            }
        let attempt = StoredAppleWebAttempt(
            state: try digest(), browser: try digest(), nonce: OpaqueToken(random: random), purpose: purpose,
            replaced: replaces ? AccountID(random: random) : nil, next: try #require(ReturnPath("/account?notice=linked")),
            expiresAt: start + .minutes(10))
        try await stores.add(attempt)
        return attempt
    }

    fileprivate func park(_ grant: ParkedAppleGrant) async throws -> ParkedAppleAssertion {
        let assertion = AppleIdentityAssertion(
            key: try key("parked"), client: try client("org.example.web"),
            email: try email("x@private.icloud.com", isVerified: true, isPrivate: true), realUser: .likelyReal,
            name: PersonName(given: "Anna", family: ""), transferSubject: AppleSubject("000001.moved"), authenticatedAt: start)
        let parked = ParkedAppleAssertion(
            completion: try digest(), browser: try digest(), purpose: .link(SessionID(random: random)),
            replaced: AccountID(random: random), next: try #require(ReturnPath("/")), assertion: assertion, grant: grant,
            expiresAt: start + .minutes(2))
        try await stores.park(parked, at: start)
        return parked
    }
}
