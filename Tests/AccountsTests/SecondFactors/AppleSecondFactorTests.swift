import Secrets
import Testing

@testable import Accounts

@Suite("Second factor after Sign in with Apple")
struct AppleSecondFactorTests {
    private let later = AppleBench.start + .seconds(60)

    private func turnedOn() async throws -> (AppleBench, FactorBench, FactorBench.Owner) {
        let apple = try AppleBench()
        let factors = try FactorBench(apple.bench)
        let owner = try await factors.turnOn(try await apple.registered())
        return (apple, factors, owner)
    }

    @Test("Apple's assertion alone opens no session, and the second factor opens one that started with the identity")
    func signIn() async throws {
        let (apple, factors, owner) = try await turnedOn()
        let outcome = try await apple.signIn(try AppleBench.assertion(at: later), at: later)
        guard case .factorRequired(let challenge) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        let signedIn = try #require(try await factors.answer(challenge, .totp(owner.code(at: later)), at: later).signedIn)
        #expect(signedIn.active.session.origin == .apple)
        let identity = try #require(try await apple.identity())
        #expect(identity.authenticatedAt == later)
        #expect(apple.bench.reported.last == .signedInByApple)
    }

    @Test("on the web, the second factor is required too")
    func web() async throws {
        let (apple, factors, owner) = try await turnedOn()
        let service = apple.service
        guard
            case .begun(let attempt) = try await service.beginWebAttempt(
                for: .signIn, next: try #require(ReturnPath("/account")), browser: nil, client: AppleBench.home, now: later),
            let landing = try await service.land(state: attempt.state, now: later)
        else {
            Issue.record("not begun")
            return
        }
        let completion = try await service.park(
            try AppleBench.assertion(at: later), grant: .none, of: landing, now: later)
        let finish = try await service.finishWebAttempt(
            completion: completion, browser: attempt.browser, in: nil, deviceToken: nil, client: AppleBench.home, now: later)
        guard case .signIn(.factorRequired(let challenge), _) = finish else {
            Issue.record("\(finish)")
            return
        }
        #expect(try await factors.answer(challenge, .totp(owner.code(at: later)), at: later).signedIn != nil)
    }

    @Test("a consent that is revoked between the factors opens no session")
    func revoked() async throws {
        let (apple, factors, owner) = try await turnedOn()
        guard case .factorRequired(let challenge) = try await apple.signIn(try AppleBench.assertion(at: later), at: later) else {
            Issue.record("no challenge")
            return
        }
        _ = try await apple.notify("n1", .consentRevoked, of: AppleBench.key(), at: later + .seconds(1))
        let soon = later + .seconds(2)
        #expect(try await factors.answer(challenge, .totp(owner.code(at: soon)), at: soon).isChallengeRejected)
    }
}
