import Crypto
import Secrets
import Testing

@testable import Accounts

@Suite("Second factor for sensitive operations")
struct StepUpTests {
    private let start = FactorBench.start
    private let other = "copper-heron 72 meadow"

    /// Returns a session that was opened before the account had a second factor.
    private func oldSession() async throws -> (FactorBench, FactorBench.Owner, ActiveSession) {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        let old = try #require(try await bench.bench.signIn().signedIn)
        let owner = try await bench.turnOn(signedIn)
        let active = try #require(try await bench.bench.session(old.token))
        return (bench, owner, active)
    }

    @Test("a session with one factor stays active, but sensitive operations are rejected, with the password or without")
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
        // Reauthentication with the password alone does not suffice.
        let reauthenticated = try await service.reauthenticate(
            active, password: Password(AccountBench.password), client: FactorBench.home, now: start)
        let renewed = try #require(reauthenticated.signedIn)
        #expect(service.missingProof(of: renewed.active, now: start) == .secondFactor)
    }

    @Test("after the second factor, sensitive operations are allowed for ten minutes, with a new token")
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

    @Test("a challenge of one session is invalid in another session and for a sign-in, and the reverse")
    func bound() async throws {
        let (bench, owner, active) = try await oldSession()
        let service = bench.bench.service
        let now = start + .seconds(60)
        let code = FactorProof.totp(try owner.code(at: now))
        let challenge = try #require(try await service.challenge(active, now: now))
        #expect(try await bench.answer(challenge, code, at: now).isChallengeRejected)
        let foreign = try await bench.service.stepUp(
            owner.signedIn.active, answering: challenge.token, by: code, client: FactorBench.home, now: now)
        #expect(foreign.isChallengeRejected)
        let signIn = try await bench.challenge(at: now)
        let wrong = try await bench.service.stepUp(
            active, answering: signIn.token, by: code, client: FactorBench.home, now: now)
        #expect(wrong.isChallengeRejected)
    }

    /// Shows a wrong code in a session.
    private func guess(_ bench: FactorBench, in active: ActiveSession) async throws -> FactorSignInOutcome {
        let challenge = try #require(try await bench.bench.service.challenge(active, now: start))
        return try await bench.service.stepUp(
            active, answering: challenge.token, by: .totp("000000"), client: FactorBench.elsewhere, now: start)
    }

    @Test("ten wrong codes end the session, and another session and a known device still work")
    func stolenSession() async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        let stolen = try #require(try await bench.bench.signIn().signedIn)
        let owner = try await bench.turnOn(signedIn)
        let active = try #require(try await bench.bench.session(stolen.token))
        for _ in 0..<10 { #expect(try await guess(bench, in: active).isRejected) }
        #expect(try await bench.bench.session(stolen.token) != nil)
        #expect(try await guess(bench, in: active).isSessionEnded)
        #expect(try await bench.bench.session(stolen.token) == nil)
        #expect(bench.bench.reported.last == .sessionRevoked)

        let now = start + .seconds(60)
        let challenge = try #require(try await bench.bench.service.challenge(owner.signedIn.active, now: now))
        let stepped = try await bench.service.stepUp(
            owner.signedIn.active, answering: challenge.token, by: .totp(owner.code(at: now)), client: FactorBench.home, now: now)
        #expect(stepped.signedIn != nil)
        let soon = start + .seconds(120)
        let known = try await bench.challenge(device: signedIn.deviceToken, at: soon)
        #expect(try await bench.answer(known, .totp(owner.code(at: soon)), at: soon).signedIn != nil)
    }

    @Test("wrong passwords and wrong codes in a session count together")
    func together() async throws {
        let (bench, _, active) = try await oldSession()
        for index in 0..<10 {
            if index.isMultiple(of: 2) {
                #expect(try await guess(bench, in: active).isRejected)
            } else {
                let outcome = try await bench.bench.service.reauthenticate(
                    active, password: Password("wrong"), client: FactorBench.elsewhere, now: start)
                #expect(outcome.isRejected)
            }
        }
        #expect(try await guess(bench, in: active).isSessionEnded)
    }

    @Test("right codes are not charged to the session")
    func refunded() async throws {
        let (bench, owner, active) = try await oldSession()
        for minute in 1...12 {
            let now = start + .seconds(60 * minute)
            let challenge = try #require(try await bench.bench.service.challenge(active, now: now))
            let outcome = try await bench.service.stepUp(
                active, answering: challenge.token, by: .totp(owner.code(at: now)), client: FactorBench.home, now: now)
            #expect(outcome.signedIn != nil)
        }
    }

    @Test("twelve sessions of one account have the guesses of one, and leave some to its known device")
    func manySessions() async throws {
        let bench = try FactorBench()
        let signedIn = try await bench.bench.account()
        var tokens: [OpaqueToken] = []
        for _ in 0..<12 { tokens.append(try #require(try await bench.bench.signIn().signedIn).token) }
        let owner = try await bench.turnOn(signedIn)
        var guesses = 0
        for token in tokens {
            let active = try #require(try await bench.bench.session(token))
            while try await guess(bench, in: active).isRejected { guesses += 1 }
        }
        #expect(guesses == 12)
        let device = try #require(signedIn.deviceToken)
        for _ in 0..<2 { #expect(try await bench.answer(bench.challenge(device: device), .totp("000000")).isRejected) }
        let now = start + .seconds(60)
        let known = try await bench.challenge(device: device, at: now)
        let opened = try #require(try await bench.answer(known, .totp(owner.code(at: now)), at: now).signedIn)
        // The sessions and the device share the budget of the device.
        let again = try await bench.challenge(device: opened.deviceToken, at: now)
        #expect(try await bench.answer(again, .totp("000000"), at: now).isRejected)
        #expect(try await bench.answer(again, .totp("000000"), at: now).wait != nil)
    }

    @Test("an account without a second factor is not asked for one")
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
