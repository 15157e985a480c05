import Testing

@testable import Accounts

/// Sudhodanan and Paverd, "Pre-hijacked Accounts", USENIX Security 2022, the cases with Sign in with Apple: an attacker creates
/// an account before the victim, with a password or with Apple, and waits.
@Suite("Pre-hijacked accounts and Apple")
struct ApplePreHijackingTests {
    static let address = "anna@example.com"
    static let start = AppleBench.start

    @Test(
        "classic and federated do not merge: an account with the victim's address as its name is not linked",
        arguments: [true, false])
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

    @Test("federated and classic do not merge: an Apple account with the victim's address has no user name")
    func appleFirst() async throws {
        let bench = try AppleBench()
        let attacker = try #require(try await bench.signIn(AppleBench.assertion(email: Self.address)).registered)
        let victim = try await bench.bench.account(Self.address)
        #expect(victim.active.account.id != attacker.active.account.id)
        #expect(try await bench.service.identities(of: victim.active) == [])
        #expect(try await bench.signIn(AppleBench.assertion()).signedIn?.active.account.id == attacker.active.account.id)
    }

    @Test("a provider that does not verify addresses gains nothing: two identities with one address are two accounts")
    func nonVerifyingProvider() async throws {
        let bench = try AppleBench()
        let victim = try #require(try await bench.signIn(AppleBench.assertion(email: Self.address)).registered)
        let attacker = try #require(
            try await bench.signIn(AppleBench.assertion("000001.mallory", email: Self.address, isVerified: false)).registered)
        #expect(attacker.active.account.id != victim.active.account.id)
    }

    @Test("a changed address at Apple moves no identity to another account")
    func changedAddress() async throws {
        let bench = try AppleBench()
        let victim = try #require(try await bench.signIn(AppleBench.assertion(email: Self.address)).registered)
        let attacker = try await bench.registered("000001.mallory")
        let later = Self.start + .seconds(1)
        let again = try await bench.signIn(AppleBench.assertion("000001.mallory", email: Self.address, at: later), at: later)
        #expect(again.signedIn?.active.account.id == attacker.active.account.id)
        #expect(try await bench.signIn(AppleBench.assertion()).signedIn?.active.account.id == victim.active.account.id)
    }

    @Test("a trojan identity is visible to the owner, and opens nothing after it is unlinked")
    func trojanIdentity() async throws {
        let bench = try AppleBench()
        let attacker = try await bench.bench.account(Self.address)
        _ = try await bench.link(AppleBench.assertion("000001.mallory"), to: attacker)
        let held = try #require(try await bench.signIn(AppleBench.assertion("000001.mallory")).signedIn)

        let owner = try #require(try await bench.bench.signIn(Self.address, from: AccountBench.home).signedIn)
        let changed = try await bench.bench.changePassword(
            of: owner.active, to: "mossy-lantern 77 quarry")
        let active = try #require(changed.signedIn).active
        // The password change ended the sessions. The identity could open new ones, so the owner sees it.
        #expect(try await bench.bench.session(held.token) == nil)
        #expect(try await bench.service.identities(of: active).map(\.key.subject.text) == ["000001.mallory"])
        #expect(try await bench.bench.events(of: owner).contains(.appleLinked))
        let outcome = try await bench.service.unlink(
            nil, of: AppleBench.key().team, from: active, client: AppleBench.home, now: Self.start)
        #expect(outcome == .unlinked(.byHand, endedPresentSession: false))
        let late = try #require(try await bench.signIn(AppleBench.assertion("000001.mallory")).registered)
        #expect(late.active.account.id != active.account.id)
    }

    @Test("an attacker's session cannot link an identity without recent authentication, and stays ended")
    func unexpiredSession() async throws {
        let bench = try AppleBench()
        let attacker = try await bench.bench.account(Self.address)
        let late = Self.start + .seconds(601)
        #expect(try await bench.link(AppleBench.assertion("000001.mallory"), to: attacker, at: late) == .reauthenticationRequired)
        let owner = try #require(try await bench.bench.signIn(Self.address, from: AccountBench.home, at: late).signedIn)
        _ = try await bench.bench.service.revokeOthers(by: owner.active, client: AppleBench.home, now: late)
        // A request that was admitted before the session ended.
        #expect(try await bench.link(AppleBench.assertion("000001.mallory"), to: attacker) == .sessionEnded)
        #expect(try await bench.service.identities(of: owner.active) == [])
    }

    @Test("an account that was created with Apple cannot sign in with a password that was never set")
    func noPassword() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        _ = try await bench.bench.service.rename(anna.active, to: "anna.k", client: AppleBench.home, now: Self.start)
        for password in ["", AccountBench.password] { #expect(try await bench.bench.signIn(password: password).isRejected) }
        let change = try await bench.bench.changePassword(
            of: anna.active, to: "mossy-lantern 77 quarry")
        #expect(change.isNoPassword)
    }

    @Test("a first password requires recent authentication with Apple, so an unattended browser cannot set one")
    func foundBrowser() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        let late = Self.start + .seconds(3_600)
        guard case .reauthenticationRequired = try await bench.setFirstPassword(of: anna, name: "mallory", at: late) else {
            Issue.record("an unattended browser set a password")
            return
        }
        let other = try await bench.reauthenticate(anna, AppleBench.assertion("000001.mallory", at: late), at: late)
        #expect(other.isOtherIdentity)
    }
}
