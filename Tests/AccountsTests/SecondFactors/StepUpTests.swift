import Crypto
import Secrets
import Testing

@testable import Accounts

@Suite("Sensitive steps ask for the second factor")
struct StepUpTests {
    private let start = FactorBench.start
    private let other = "copper-heron 72 meadow"

    /// A session that was opened before the account had a second factor.
    private func oldSession() async throws -> (FactorBench, FactorBench.Owner, ActiveSession) {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        let old = try #require(try await bench.bench.signIn().signedIn)
        let owner = try await bench.turnOn(signedIn)
        let active = try #require(try await bench.bench.session(old.token))
        return (bench, owner, active)
    }

    @Test("a session of one factor lives on and takes no sensitive step, with the password or without")
    func oneFactor() async throws {
        let (bench, _, active) = try await oldSession()
        let service = bench.bench.service
        #expect(active.session.assurance == .oneFactor)
        #expect(service.missingProof(of: active, now: start) == .secondFactor)
        #expect(try await bench.bench.changePassword(of: active, to: other).isFactorRequired)
        #expect(try await service.rename(active, to: "anna.other", client: FactorBench.home, now: start).isReauthenticationRequired)
        #expect(
            try await service.deleteAccount(active, client: FactorBench.home, now: start) == .reauthenticationRequired)
        #expect(
            try await bench.service.removeTOTP(of: active, client: FactorBench.home, now: start) == .reauthenticationRequired)
        if case .reauthenticationRequired = try await bench.service.makeRecoveryCodes(
            of: active, client: FactorBench.home, now: start)
        {
        } else {
            Issue.record("recovery codes made")
        }
        // The password alone, shown again, changes nothing about it.
        let reauthenticated = try await service.reauthenticate(
            active, password: Password(AccountBench.password), client: FactorBench.home, now: start)
        let renewed = try #require(reauthenticated.signedIn)
        #expect(service.missingProof(of: renewed.active, now: start) == .secondFactor)
    }

    @Test("after the second factor it does, for ten minutes, under a new token")
    func stepUp() async throws {
        let (bench, owner, active) = try await oldSession()
        let now = start + .seconds(60)
        let challenge = try #require(try await bench.bench.service.challenge(active, now: now))
        let stepped = try #require(
            try await bench.service.stepUp(
                active, answering: challenge.token, by: .totp(owner.code(at: now)), client: FactorBench.home, now: now
            ).signedIn)
        #expect(stepped.active.session.id == active.session.id)
        let service = bench.bench.service
        let found = try #require(try await bench.bench.session(stepped.token, at: now))
        #expect(service.missingProof(of: found, now: now) == nil)
        #expect(try await bench.bench.changePassword(of: found, to: other, at: now).signedIn != nil)
        #expect(service.missingProof(of: found, now: start + .seconds(601)) == .firstFactor)
    }

    @Test("a challenge of one session serves no other, nor a sign-in, nor the other way round")
    func bound() async throws {
        let (bench, owner, active) = try await oldSession()
        let service = bench.bench.service
        let now = start + .seconds(60)
        let code = FactorProof.totp(try owner.code(at: now))
        let challenge = try #require(try await service.challenge(active, now: now))
        #expect(try await bench.answer(challenge, code, at: now).isChallengeRefused)
        let foreign = try await bench.service.stepUp(
            owner.signedIn.active, answering: challenge.token, by: code, client: FactorBench.home, now: now)
        #expect(foreign.isChallengeRefused)
        let signIn = try await bench.challenge(at: now)
        let wrong = try await bench.service.stepUp(
            active, answering: signIn.token, by: code, client: FactorBench.home, now: now)
        #expect(wrong.isChallengeRefused)
    }

    @Test("an account without a second factor is asked for none")
    func none() async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        #expect(try await bench.bench.service.challenge(signedIn.active, now: start) == nil)
        #expect(bench.bench.service.missingProof(of: signedIn.active, now: start) == nil)
    }
}

extension PasswordChangeOutcome {
    fileprivate var isFactorRequired: Bool {
        if case .factorRequired = self { true } else { false }
    }
}
