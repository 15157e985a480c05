import Testing

@testable import Accounts

/// Sudhodanan and Paverd, "Pre-hijacked Accounts", USENIX Security 2022, as far as Sign in with Apple takes part: somebody makes an account
/// before the victim does, by password or with Apple, and waits.
@Suite("An account that an attacker made first, and Apple")
struct ApplePreHijackingTests {
    static let address = "anna@example.com"
    static let start = AppleBench.start

    @Test("classic and federated do not merge: a name that is the victim's address leads nowhere", arguments: [true, false])
    func passwordFirst(isVerified: Bool) async throws {
        let bench = try AppleBench()
        let attacker = try await bench.bench.account(Self.address)
        let victim = try #require(
            try await bench.signIn(AppleBench.assertion(email: Self.address, isVerified: isVerified)).registered)
        #expect(victim.active.account.id != attacker.active.account.id)
        #expect(victim.active.account.userName == nil)
        #expect(try await bench.service.identities(of: attacker.active) == [])
        #expect(try await bench.bench.signIn(Self.address).signedIn?.active.account.id == attacker.active.account.id)
    }

    @Test("federated and classic do not merge either: an Apple account with the victim's address takes no name")
    func appleFirst() async throws {
        let bench = try AppleBench()
        let attacker = try #require(try await bench.signIn(AppleBench.assertion(email: Self.address)).registered)
        let victim = try await bench.bench.account(Self.address)
        #expect(victim.active.account.id != attacker.active.account.id)
        #expect(try await bench.service.identities(of: victim.active) == [])
        #expect(try await bench.signIn(AppleBench.assertion()).signedIn?.active.account.id == attacker.active.account.id)
    }

    @Test("a provider that does not verify gives nothing away: two identities with one address are two people")
    func nonVerifyingProvider() async throws {
        let bench = try AppleBench()
        let victim = try #require(try await bench.signIn(AppleBench.assertion(email: Self.address)).registered)
        let attacker = try #require(
            try await bench.signIn(AppleBench.assertion("000001.mallory", email: Self.address, isVerified: false)).registered)
        #expect(attacker.active.account.id != victim.active.account.id)
    }

    @Test("an address that changes at Apple moves nobody to another account")
    func changedAddress() async throws {
        let bench = try AppleBench()
        let victim = try #require(try await bench.signIn(AppleBench.assertion(email: Self.address)).registered)
        let attacker = try await bench.registered("000001.mallory")
        let later = Self.start + .seconds(1)
        let again = try await bench.signIn(AppleBench.assertion("000001.mallory", email: Self.address, at: later), at: later)
        #expect(again.signedIn?.active.account.id == attacker.active.account.id)
        #expect(try await bench.signIn(AppleBench.assertion()).signedIn?.active.account.id == victim.active.account.id)
    }

    @Test("a trojan identity is in sight of the owner, and opens nothing once it is unlinked")
    func trojanIdentity() async throws {
        let bench = try AppleBench()
        let attacker = try await bench.bench.account(Self.address)
        _ = try await bench.link(AppleBench.assertion("000001.mallory"), to: attacker)
        let held = try #require(try await bench.signIn(AppleBench.assertion("000001.mallory")).signedIn)

        let owner = try #require(try await bench.bench.signIn(Self.address, from: AccountBench.home).signedIn)
        let changed = try await bench.bench.changePassword(
            of: owner.active, to: "mossy-lantern 77 quarry")
        let active = try #require(changed.signedIn).active
        // The sessions have ended with the password; the identity would open new ones, so the owner is shown it.
        #expect(try await bench.bench.session(held.token) == nil)
        #expect(try await bench.service.identities(of: active).map(\.key.subject.text) == ["000001.mallory"])
        #expect(try await bench.bench.events(of: owner).contains(.appleLinked))
        let outcome = try await bench.service.unlink(
            nil, of: AppleBench.key().team, from: active, client: AppleBench.home, now: Self.start)
        #expect(outcome == .unlinked(.byHand, endedPresentSession: false))
        let late = try #require(try await bench.signIn(AppleBench.assertion("000001.mallory")).registered)
        #expect(late.active.account.id != active.account.id)
    }

    @Test("an attacker's unexpired session cannot link an identity once it is stale, and its end is the end")
    func unexpiredSession() async throws {
        let bench = try AppleBench()
        let attacker = try await bench.bench.account(Self.address)
        let late = Self.start + .seconds(601)
        #expect(try await bench.link(AppleBench.assertion("000001.mallory"), to: attacker, at: late) == .reauthenticationRequired)
        let owner = try #require(try await bench.bench.signIn(Self.address, from: AccountBench.home, at: late).signedIn)
        _ = try await bench.bench.service.revokeOthers(by: owner.active, client: AppleBench.home, now: late)
        // A request that was let in before, with a stolen sense of time.
        #expect(try await bench.link(AppleBench.assertion("000001.mallory"), to: attacker) == .sessionEnded)
        #expect(try await bench.service.identities(of: owner.active) == [])
    }

    @Test("an account that began with Apple cannot be entered by a password nobody set")
    func noPassword() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        _ = try await bench.bench.service.rename(anna.active, to: "anna.k", client: AppleBench.home, now: Self.start)
        for password in ["", AccountBench.password] { #expect(try await bench.bench.signIn(password: password).isRefused) }
        let change = try await bench.bench.changePassword(
            of: anna.active, to: "mossy-lantern 77 quarry")
        #expect(change.isNoPassword)
    }

    @Test("the first password ends no session of the owner's and needs Apple's word, so a found browser sets none")
    func foundBrowser() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        let late = Self.start + .seconds(3_600)
        guard case .reauthenticationRequired = try await bench.setFirstPassword(of: anna, name: "mallory", at: late) else {
            Issue.record("a found browser set a password")
            return
        }
        let other = try await bench.reauthenticate(anna, AppleBench.assertion("000001.mallory", at: late), at: late)
        #expect(other.isOtherIdentity)
    }
}
