import Accounts
import Testing

extension AccountStoreConformance {
    /// Concurrent requests with second factors.
    package static let factorRaces: [ConformanceCase] = signInRaces + stepUpRaces + settingRaces

    private static let signInRaces: [ConformanceCase] = [
        ConformanceCase("of 64 answers to one challenge for a second factor, one opens a session") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna)
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            let outcomes = try await scene.race { index in
                let completion = try scene.completion(of: challenge, by: .totp(totp.id, step: Int64(2_000 + index)))
                return try await scene.stores.completeSignIn(completion)
            }
            #expect(outcomes.count { $0 == .completed } == 1)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).count == 2)
        },
        ConformanceCase("of 64 uses of one TOTP step, one succeeds") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna)
            let outcomes = try await scene.race(64, at: anna) { scene, challenge in
                try await scene.stores.completeSignIn(scene.completion(of: challenge, by: .totp(totp.id, step: 2_000)))
            }
            #expect(outcomes.count { $0 == .completed } == 1)
        },
        ConformanceCase("of 64 uses of one recovery code, one succeeds") { scene in
            let anna = try await scene.register("anna")
            let code = try scene.digest()
            try await scene.addTOTP(to: anna, codes: [code])
            let outcomes = try await scene.race(64, at: anna) { scene, challenge in
                try await scene.stores.completeSignIn(scene.completion(of: challenge, by: .recoveryCode(code)))
            }
            #expect(outcomes.count { $0 == .completed } == 1)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == 0)
        },
        ConformanceCase("of 64 attempts at one challenge, five are accepted") { scene in
            let anna = try await scene.register("anna")
            let challenge = try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
            let outcomes = try await scene.race { _ in
                try await scene.stores.takeFactorAttempt(at: challenge.digest, in: nil, now: scene.start)
            }
            #expect(outcomes.count { $0 != nil } == FactorChallenge.attempts)
        },
        ConformanceCase("of 64 confirmations of one authenticator, one adds it") { scene in
            let anna = try await scene.register("anna")
            let totp = try scene.totp(of: anna.account.id)
            _ = try await scene.stores.beginTOTP(totp, by: anna.opening.session.id, now: scene.start)
            let outcomes = try await scene.race { _ in
                try await scene.stores.confirmTOTP(totp.id, step: 1, isLate: false, scene.addition(to: anna, codes: scene.codes()))
            }
            #expect(outcomes.count { $0 == .added(withRecoveryCodes: true) } == 1)
            #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == RecoveryCode.count)
        },
        ConformanceCase("of 64 sign-ins concurrent with the first factor, none opens a session after it") { scene in
            let anna = try await scene.register("anna")
            let totp = try scene.totp(of: anna.account.id)
            _ = try await scene.stores.beginTOTP(totp, by: anna.opening.session.id, now: scene.start)
            let outcomes = try await scene.race { index -> SessionOpeningOutcome in
                if index == 32 { _ = try await scene.stores.confirmTOTP(totp.id, step: 1, isLate: false, scene.addition(to: anna)) }
                return try await scene.stores.open(scene.opening(of: anna.account.id), passwordVersion: 1)
            }
            #expect(!outcomes.contains(.superseded))
            #expect(outcomes.contains(.factorRequired))
        },
    ]

    /// The same in sessions, without password hashing.
    private static let stepUpRaces: [ConformanceCase] = [
        ConformanceCase("of 64 answers to one challenge of a session, one renews it") { scene in
            let anna = try await scene.register("anna")
            let totp = try await scene.addTOTP(to: anna)
            let challenge = try await scene.challenge(.stepUp(anna.opening.session.id), of: anna.account.id)
            let outcomes = try await scene.race { index in
                let use = FactorUse.totp(totp.id, step: Int64(2_000 + index))
                return try await scene.stores.completeStepUp(scene.stepUp(challenge, by: use))
            }
            #expect(outcomes.count { $0 == .completed } == 1)
            #expect(outcomes.count { $0 == .challengeInvalid } == 63)
        },
        ConformanceCase("of 64 renewals of sessions with one TOTP step, or with one recovery code, one succeeds") { scene in
            let anna = try await scene.register("anna")
            var sessions = [anna.opening.session.id]
            for _ in 0..<15 { sessions.append(try await scene.signIn(anna).session.id) }
            let code = try scene.digest()
            let totp = try await scene.addTOTP(to: anna, codes: [code])
            for use in [FactorUse.totp(totp.id, step: 2_000), .recoveryCode(code)] {
                var challenges: [StoredFactorChallenge] = []
                for session in sessions { challenges.append(try await scene.challenge(.stepUp(session), of: anna.account.id)) }
                let waiting = challenges
                let outcomes = try await scene.race { index in
                    try await scene.stores.completeStepUp(scene.stepUp(waiting[index % waiting.count], by: use))
                }
                #expect(outcomes.count { $0 == .completed } == 1)
            }
            #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == 0)
        },
    ]

    /// Operations that depend on the number of factors.
    private static let settingRaces: [ConformanceCase] = [
        ConformanceCase("of 64 concurrent first factors, one brings recovery codes, and the number of keys stops at twenty") {
            scene in
            let anna = try await scene.register("anna")
            let totp = try scene.totp(of: anna.account.id)
            _ = try await scene.stores.beginTOTP(totp, by: anna.opening.session.id, now: scene.start)
            let outcomes = try await scene.race { index -> Bool? in
                if index % 22 == 0 {
                    let addition = scene.addition(to: anna, codes: try scene.codes())
                    let result = try await scene.stores.confirmTOTP(totp.id, step: 1, isLate: false, addition)
                    if case .added(let withCodes) = result { return withCodes } else { return nil }
                }
                let addition = scene.addition(to: anna, codes: try scene.codes(), kind: .deviceKeyAdded)
                let result = try await scene.stores.add(scene.deviceKey(index % 22 - 1, of: anna.account.id), addition)
                if case .added(let withCodes) = result { return withCodes } else { return nil }
            }
            #expect(outcomes.count { $0 == true } == 1)
            #expect(outcomes.count { $0 != nil } == DeviceKey.limit + 1)
            let factors = try await scene.stores.secondFactors(of: anna.account.id)
            #expect(factors.deviceKeys.count == DeviceKey.limit)
            #expect(factors.recoveryCodes == RecoveryCode.count)
        },
        // Only the last two removals conflict, so a few run at once, many times.
        ConformanceCase("when all factors are removed concurrently, the account has no factor and signs in with the first") {
            scene in
            let anna = try await scene.register("anna")
            for _ in 0..<16 {
                var keys: [DeviceKeyID] = []
                for index in 0..<4 {
                    let key = try scene.deviceKey(index, of: anna.account.id)
                    _ = try await scene.stores.add(key, scene.addition(to: anna, codes: scene.codes(1), kind: .deviceKeyAdded))
                    keys.append(key.id)
                }
                let added = keys
                let outcomes = try await scene.race(added.count) { index in
                    try await scene.stores.removeDeviceKey(
                        added[index], by: anna.opening.session.id, event: scene.event(.deviceKeyRemoved, anna.account.id))
                }
                #expect(outcomes.allSatisfy { $0 == .removed })
                #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == 0)
                #expect(try await scene.stores.account(anna.account.id)?.hasSecondFactor == false)
            }
            try await scene.signIn(anna)
        },
        ConformanceCase("of recovery code sets created concurrently, one complete set is left") { scene in
            let anna = try await scene.register("anna")
            try await scene.addTOTP(to: anna)
            for _ in 0..<16 {
                let outcomes = try await scene.race(4) { _ in
                    try await scene.stores.replaceRecoveryCodes(
                        with: scene.codes(3), by: anna.opening.session.id, event: scene.event(.recoveryCodesMade, anna.account.id))
                }
                #expect(outcomes.allSatisfy { $0 == .replaced })
                #expect(try await scene.stores.secondFactors(of: anna.account.id).recoveryCodes == 3)
            }
        },
        ConformanceCase("a key that is added while the operator removes all factors is required, or is removed") { scene in
            let anna = try await scene.register("anna")
            try await scene.addTOTP(to: anna)
            _ = try await scene.race { index in
                if index % 8 == 7 {
                    _ = try await scene.stores.removeSecondFactors(
                        of: anna.account.id, event: scene.event(.secondFactorsRemoved, anna.account.id))
                } else {
                    let key = try scene.deviceKey(index % DeviceKey.limit, of: anna.account.id)
                    _ = try await scene.stores.add(key, scene.addition(to: anna, kind: .deviceKeyAdded))
                }
            }
            let keys = try await scene.stores.secondFactors(of: anna.account.id).deviceKeys
            #expect(try await scene.stores.account(anna.account.id)?.hasSecondFactor == !keys.isEmpty)
        },
        ConformanceCase("of challenges created concurrently for one account, twenty can be answered") { scene in
            let anna = try await scene.register("anna")
            var challenges: [StoredFactorChallenge] = []
            for _ in 0..<8 {
                challenges += try await scene.race(8) { _ in
                    try await scene.challenge(.signIn(.password(version: 1)), of: anna.account.id)
                }
                var living: [StoredFactorChallenge] = []
                for challenge in challenges {
                    let taken = try await scene.stores.takeFactorAttempt(at: challenge.digest, in: nil, now: scene.start)
                    if taken != nil { living.append(challenge) }
                }
                #expect(living.count <= FactorChallenge.limit)
                challenges = living
            }
        },
    ]
}

extension ConformanceScene {
    /// Answers as many challenges as an account may have, each with the same use, this many times concurrently.
    fileprivate func race(
        _ count: Int, at registered: Registered,
        _ attempt: @escaping @Sendable (ConformanceScene, StoredFactorChallenge) async throws -> FactorCompletionResult
    ) async throws -> [FactorCompletionResult] {
        var challenges: [StoredFactorChallenge] = []
        for _ in 0..<FactorChallenge.limit {
            challenges.append(try await challenge(.signIn(.password(version: 1)), of: registered.account.id))
        }
        let waiting = challenges
        return try await race(count) { try await attempt(self, waiting[$0 % waiting.count]) }
    }
}
