import Crypto
import Secrets
import Testing

@testable import Accounts

@Suite("Signing in with a second factor")
struct SecondFactorSignInTests {
    private let later = FactorBench.start + .seconds(60)

    @Test("the right password alone opens no session, and the code opens a session with two factors")
    func totp() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        let challenge = try await bench.challenge(at: later)
        #expect(challenge.factors.methods == [.totp, .recoveryCode])
        let signedIn = try #require(try await bench.answer(challenge, .totp(owner.code(at: later)), at: later).signedIn)
        #expect(signedIn.active.session.assurance == .twoFactors)
        #expect(signedIn.active.session.authenticatedAt == later)
        let active = try #require(try await bench.bench.session(signedIn.token, at: later))
        #expect(active.session.factorAuthenticatedAt == later)
        #expect(bench.bench.service.isRecentlyAuthenticated(active, now: later))
    }

    @Test("a code is accepted once, also by another sign-in, and a code of a future step is rejected")
    func oneUse() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        let (first, second) = (try await bench.challenge(at: later), try await bench.challenge(at: later))
        #expect(try await bench.answer(first, .totp(owner.code(at: later + .seconds(30))), at: later).isRejected)
        #expect(try await bench.answer(first, .totp(owner.code(at: later)), at: later).signedIn != nil)
        #expect(try await bench.answer(second, .totp(owner.code(at: later)), at: later).isRejected)
        let next = later + .seconds(30)
        #expect(try await bench.answer(second, .totp(owner.code(at: next)), at: next).signedIn != nil)
        // The code that confirmed the authenticator app is used up, too.
        let third = try await bench.challenge(at: FactorBench.start)
        #expect(try await bench.answer(third, .totp(owner.code(at: FactorBench.start)), at: FactorBench.start).isRejected)
    }

    @Test("a used code, or a code of an unconfirmed authenticator app, is rejected without a store operation")
    func neverAsked() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        let code = FactorProof.totp(try owner.code(at: later))
        let (first, second) = (try await bench.challenge(at: later), try await bench.challenge(at: later))
        #expect(try await bench.answer(first, code, at: later).signedIn != nil)
        bench.bench.stores.forget()
        #expect(try await bench.answer(second, code, at: later).isRejected)
        #expect(!bench.bench.stores.operations.contains(.completeSignIn))

        let bert = try await bench.bench.account("bert.k")
        let waiting = FactorBench.Owner(signedIn: bert, totp: try await bench.begin(bert), codes: [])
        _ = try await bench.addDevice(P256.Signing.PrivateKey(), to: bert.active)
        let challenge = try await bench.challenge("bert.k", at: later)
        #expect(challenge.factors.methods == [.deviceKey, .recoveryCode])
        bench.bench.stores.forget()
        #expect(try await bench.answer(challenge, .totp(waiting.code(at: later)), at: later).isRejected)
        #expect(!bench.bench.stores.operations.contains(.completeSignIn))
    }

    @Test("a challenge accepts five answers, right or wrong, within ten minutes")
    func fiveAnswers() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        let challenge = try await bench.challenge(at: later)
        for _ in 0..<5 { #expect(try await bench.answer(challenge, .totp("000000"), at: later).isRejected) }
        #expect(try await bench.answer(challenge, .totp(owner.code(at: later)), at: later).isChallengeRejected)

        let old = try await bench.challenge(at: later)
        let end = later + FactorChallenge.lifetime
        #expect(try await bench.answer(old, .totp(owner.code(at: end)), at: end).isChallengeRejected)
        let fresh = try await bench.challenge(at: later)
        let last = end - .milliseconds(1)
        #expect(try await bench.answer(fresh, .totp(owner.code(at: last)), at: last).signedIn != nil)
    }

    @Test("an attacker's wrong codes use up a budget of the account, and a known device keeps its own")
    func budgets() async throws {
        let budget = try #require(Budget(burst: 3, refill: 1, per: .seconds(86_400)))
        var throttles = ThrottlePolicy()
        throttles.factorFailuresPerAccount = budget
        let bench = try FactorBench(throttles: throttles)
        let owner = try await bench.owner()
        let device = try #require(
            try await bench.answer(bench.challenge(at: later), .totp(owner.code(at: later)), at: later).signedIn?.deviceToken)
        let challenge = try await bench.challenge(at: later)
        for _ in 0..<3 { #expect(try await bench.answer(challenge, .totp("000000"), at: later).isRejected) }
        let soon = later + .seconds(60)
        #expect(try await bench.answer(bench.challenge(at: soon), .totp(owner.code(at: soon)), at: soon).wait != nil)
        let known = try await bench.challenge(device: device, at: soon)
        #expect(try await bench.answer(known, .totp(owner.code(at: soon)), at: soon).signedIn != nil)
    }

    @Test("right codes are not charged")
    func refunds() async throws {
        var throttles = ThrottlePolicy()
        throttles.factorFailuresPerAccount = try #require(Budget(burst: 1, refill: 1, per: .seconds(86_400)))
        let bench = try FactorBench(throttles: throttles)
        let owner = try await bench.owner()
        for minute in 1...4 {
            let now = FactorBench.start + .seconds(60 * minute)
            #expect(try await bench.answer(bench.challenge(at: now), .totp(owner.code(at: now)), at: now).signedIn != nil)
        }
    }

    @Test("a recovery code opens a session once, in any spelling, and the owner sees an event")
    func recoveryCode() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        let text = try #require(owner.codes.first).reveal()
        #expect(text.utf8.count == 29)
        let typed = " " + text.uppercased().replacing("-", with: " ")
        let signedIn = try #require(
            try await bench.answer(bench.challenge(at: later), .recoveryCode(typed), at: later).signedIn)
        #expect(try await bench.events(of: signedIn).prefix(2) == [.signedIn, .recoveryCodeUsed])
        #expect(try await bench.answer(bench.challenge(at: later), .recoveryCode(text), at: later).isRejected)
        #expect(try await bench.service.factors(of: signedIn.active).recoveryCodes == 9)
        #expect(try await bench.challenge(at: later).factors.recoveryCodes == 9)
    }

    @Test("a device signs one challenge, within two minutes")
    func deviceKey() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        let key = P256.Signing.PrivateKey()
        let (device, _) = try await bench.addDevice(key, to: owner.signedIn.active)
        let (first, second) = (try await bench.challenge(at: later), try await bench.challenge(at: later))
        #expect(first.factors.methods == [.deviceKey, .totp, .recoveryCode])
        let proof = FactorProof.deviceKey(device.id, signature: try bench.signature(key, of: first))
        #expect(try await bench.answer(second, proof, at: later).isRejected)
        let unknownClient = P256.Signing.PrivateKey()
        let foreign = FactorProof.deviceKey(device.id, signature: try bench.signature(unknownClient, of: first))
        #expect(try await bench.answer(first, foreign, at: later).isRejected)
        #expect(try await bench.answer(first, proof, at: later + FactorChallenge.signatureLifetime).isChallengeRejected)
        let intime = later + FactorChallenge.signatureLifetime - .milliseconds(1)
        let signedIn = try #require(try await bench.answer(first, proof, at: intime).signedIn)
        #expect(try await bench.service.factors(of: signedIn.active).deviceKeys.first?.lastUsedAt == intime)
        #expect(try await bench.answer(first, proof, at: intime).isChallengeRejected)
    }

    @Test("a late signature is rejected without a charge or an event")
    func lateSignature() async throws {
        var throttles = ThrottlePolicy()
        throttles.factorFailuresPerAccount = try #require(Budget(burst: 1, refill: 1, per: .seconds(86_400)))
        let bench = try FactorBench(throttles: throttles)
        let owner = try await bench.owner()
        let key = P256.Signing.PrivateKey()
        let (device, _) = try await bench.addDevice(key, to: owner.signedIn.active)
        let challenge = try await bench.challenge(at: later)
        let proof = FactorProof.deviceKey(device.id, signature: try bench.signature(key, of: challenge))
        let late = later + FactorChallenge.signatureLifetime
        for _ in 0..<3 { #expect(try await bench.answer(challenge, proof, at: late).isChallengeRejected) }
        #expect(try await !bench.bench.events(of: owner.signedIn).contains(.factorFailed))
        // A code has a longer time limit than a signature.
        #expect(try await bench.answer(challenge, .totp(owner.code(at: late)), at: late).signedIn != nil)
    }

    @Test("a password that changes between the factors opens no session")
    func changedPassword() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        let challenge = try await bench.challenge(at: later)
        let changed = try await bench.bench.changePassword(
            of: owner.signedIn.active, to: "copper-heron 72 meadow", at: later)
        #expect(changed.signedIn != nil)
        #expect(try await bench.answer(challenge, .totp(owner.code(at: later)), at: later).isChallengeRejected)
    }

    @Test("64 concurrent answers with one code open one session")
    func race() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        let code = try owner.code(at: later)
        let challenges = try await (0..<16).asyncMap { _ in try await bench.challenge(at: later) }
        let opened = try await withThrowingTaskGroup(of: Bool.self) { group in
            for index in 0..<64 {
                group.addTask {
                    try await bench.answer(challenges[index % 16], .totp(code), at: later).signedIn != nil
                }
            }
            return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(opened == 1)
    }

    @Test("the owner sees wrong codes after the right password")
    func events() async throws {
        let bench = try FactorBench()
        let owner = try await bench.owner()
        _ = try await bench.answer(bench.challenge(at: later), .totp("000000"), at: later)
        #expect(try await bench.events(of: owner.signedIn).first == .factorFailed)
    }
}

extension FactorBench {
    func events(of signedIn: SignedIn) async throws -> [AuditEventKind] { try await bench.events(of: signedIn) }
}

extension Sequence {
    fileprivate func asyncMap<Value>(_ transform: (Element) async throws -> Value) async throws -> [Value] {
        var values: [Value] = []
        for element in self { values.append(try await transform(element)) }
        return values
    }
}
