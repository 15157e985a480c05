import Secrets
import Testing

@testable import Accounts

@Suite("Linking an Apple identity")
struct AppleLinkingTests {
    static let start = AppleBench.start

    @Test("a linked identity can sign in to the account")
    func linking() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        let identity = try #require(try await bench.identity(linking: AppleBench.assertion(), to: anna))
        #expect(try await bench.service.identities(of: anna.active) == [identity])
        let again = try #require(try await bench.signIn(AppleBench.assertion()).signedIn)
        #expect(again.active.account.id == anna.active.account.id)
        #expect(try await bench.bench.events(of: anna).contains(.appleLinked))
        #expect(bench.bench.reported.contains(.appleLinked))
    }

    @Test("linking requires authentication within ten minutes, exact to the millisecond")
    func freshness() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        let late = Self.start + .milliseconds(600_001)
        #expect(try await bench.link(AppleBench.assertion(), to: anna, at: late) == .reauthenticationRequired)
        #expect(try await bench.identity() == nil)
        let intime = Self.start + .milliseconds(600_000)
        #expect(try await bench.identity(linking: AppleBench.assertion(), to: anna, at: intime) != nil)
    }

    @Test("the nonce must be for linking and belong to this session")
    func challenges() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        let other = try #require(try await bench.bench.signIn().signedIn)
        let purposes: [ChallengePurpose] = [
            .appleSignIn, .appleLink(other.active.session.id), .appleReauthentication(anna.active.session.id),
        ]
        for purpose in purposes {
            let nonce = try await bench.nonce(for: purpose)
            let outcome = try await bench.service.link(
                AppleBench.assertion(), grant: .none, to: anna.active, nonce: nonce, client: AppleBench.home, now: Self.start)
            #expect(outcome == .challengeRejected)
        }
        #expect(try await bench.identity() == nil)
    }

    @Test("an identity of another account is not linked before the user confirms its deletion, and neither account changes")
    func taken() async throws {
        let bench = try AppleBench()
        let (anna, boris) = (try await bench.registered(), try await bench.bench.account("boris"))
        #expect(
            try await bench.link(AppleBench.assertion(), to: boris) == .identityTaken(replaceable: anna.active.account))
        #expect(try await bench.service.identities(of: boris.active) == [])
        #expect(try await bench.signIn(AppleBench.assertion()).signedIn?.active.account.id == anna.active.account.id)
        #expect(!bench.bench.reported.contains(.appleLinked))
    }

    @Test("linking an already linked identity changes nothing and writes no event")
    func again() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        let identity = try #require(try await bench.identity(linking: AppleBench.assertion(), to: anna))
        let events = try await bench.bench.events(of: anna)
        #expect(try await bench.link(AppleBench.assertion(email: "new@example.com"), to: anna) == .unchanged(identity))
        #expect(try await bench.identity() == identity)
        #expect(try await bench.bench.events(of: anna) == events)
    }

    @Test("a second identity of the same team is not linked")
    func second() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        #expect(try await bench.identity(linking: AppleBench.assertion(), to: anna) != nil)
        #expect(try await bench.link(AppleBench.assertion("000001.other"), to: anna) == .alreadyLinked)
    }

    @Test("a session that ended during the request to Apple links nothing")
    func ended() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        bench.stores.before(.link) {
            _ = try await bench.bench.service.revokeAll(of: anna.active.account.id, client: AppleBench.home, now: Self.start)
        }
        #expect(try await bench.link(AppleBench.assertion(), to: anna) == .sessionEnded)
        #expect(try await bench.identity() == nil)
    }
}

@Suite("Unlinking an Apple identity")
struct AppleUnlinkingTests {
    static let start = AppleBench.start

    @Test("unlinking ends the sessions that the identity opened, and revokes its token")
    func unlinking() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        _ = try await bench.link(AppleBench.assertion(), to: anna, grant: AppleBench.token())
        let byApple = try #require(try await bench.signIn(AppleBench.assertion()).signedIn)
        #expect(try await unlink(bench, anna) == .unlinked(.queued, endedPresentSession: false))
        #expect(try await bench.bench.session(byApple.token) == nil)
        #expect(try await bench.bench.session(anna.token) != nil)
        #expect(try await bench.jobs.runDue(now: Self.start).revoked == 1)
        #expect(bench.apple.asked == ["revoke refresh-0 org.example.app"])
        #expect(bench.bench.reported.last == .appleUnlinked)
        // The next sign-in with the identity creates a new account.
        #expect(try await bench.signIn(AppleBench.assertion()).registered?.active.account.id != anna.active.account.id)
    }

    @Test("one of several identities must be named, and the others stay")
    func several() async throws {
        let bench = try AppleBench(identityLimit: 2)
        let anna = try await bench.bench.account()
        let one = try #require(try await bench.identity(linking: AppleBench.assertion(), to: anna))
        let two = try #require(try await bench.identity(linking: AppleBench.assertion("000001.other"), to: anna))
        #expect(try await bench.link(AppleBench.assertion("000001.third"), to: anna) == .alreadyLinked)
        #expect(try await self.unlink(bench, anna) == .ambiguous)
        func unlink(_ id: AppleIdentityID) async throws -> AppleUnlinkingOutcome {
            try await bench.service.unlink(
                id, of: AppleBench.key().team, from: anna.active, client: AppleBench.home, now: Self.start)
        }
        #expect(try await unlink(one.id) == .unlinked(.byHand, endedPresentSession: false))
        #expect(try await unlink(one.id) == .notLinked)
        #expect(try await bench.service.identities(of: anna.active) == [two])
    }

    @Test("the last credential cannot be unlinked")
    func last() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        #expect(try await unlink(bench, anna) == .lastCredential)
        #expect(try await bench.identity() != nil)
    }

    @Test("unlinking requires authentication within ten minutes")
    func freshness() async throws {
        let bench = try AppleBench()
        let anna = try await bench.bench.account()
        _ = try await bench.link(AppleBench.assertion(), to: anna)
        #expect(try await unlink(bench, anna, at: Self.start + .seconds(601)) == .reauthenticationRequired)
        #expect(try await bench.identity() != nil)
    }

    private func unlink(
        _ bench: AppleBench, _ signedIn: SignedIn, at now: Timestamp = start
    ) async throws -> AppleUnlinkingOutcome {
        try await bench.service.unlink(nil, of: AppleBench.key().team, from: signedIn.active, client: AppleBench.home, now: now)
    }
}

@Suite("Reauthentication with Apple")
struct AppleReauthenticationTests {
    static let start = AppleBench.start

    @Test("it renews the session for sensitive operations")
    func renewal() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        let now = Self.start + .seconds(3_600)
        let renewed = try #require(try await bench.reauthenticate(anna, AppleBench.assertion(at: now), at: now).signedIn)
        #expect(renewed.active.session.id == anna.active.session.id)
        #expect(try await bench.bench.session(anna.token, at: now) == nil)
        let found = try #require(try await bench.bench.session(renewed.token, at: now))
        #expect(bench.bench.service.isRecentlyAuthenticated(found, now: now))
        #expect(bench.bench.reported.last == .appleReauthenticated)
    }

    @Test(
        "an identity of another account, or without an account, is rejected and recorded",
        arguments: ["000001.berta", "000001.unknown"])
    func foreign(subject: String) async throws {
        let bench = try AppleBench()
        let (anna, _) = (try await bench.registered(), try await bench.registered("000001.berta"))
        let now = Self.start + .seconds(3_600)
        #expect(try await bench.reauthenticate(anna, AppleBench.assertion(subject, at: now), at: now).isOtherIdentity)
        #expect(try await bench.bench.events(of: anna).first == .appleReauthenticationFailed)
        let found = try #require(try await bench.bench.session(anna.token, at: now))
        #expect(!bench.bench.service.isRecentlyAuthenticated(found, now: now))
    }

    @Test("a nonce of another session, or for signing in, is rejected")
    func challenges() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        let other = try #require(try await bench.signIn(AppleBench.assertion()).signedIn)
        for purpose in [ChallengePurpose.appleSignIn, .appleReauthentication(other.active.session.id)] {
            let nonce = try await bench.nonce(for: purpose)
            let outcome = try await bench.service.reauthenticate(
                anna.active, AppleBench.assertion(), grant: .none, nonce: nonce, client: AppleBench.home, now: Self.start)
            #expect(outcome.isChallengeRejected)
        }
    }
}

extension AppleBench {
    /// Returns the linked identity.
    func identity(
        linking assertion: AppleIdentityAssertion, to signedIn: SignedIn, at now: Timestamp = start
    ) async throws -> AppleIdentity? {
        if case .linked(let identity) = try await link(assertion, to: signedIn, at: now) { identity } else { nil }
    }
}
