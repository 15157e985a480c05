import Testing

@testable import Accounts

/// Sudhodanan and Paverd, "Pre-hijacked Accounts", USENIX Security 2022: an attacker creates an account with a victim's address
/// before the victim does, and waits. These are the cases for accounts with passwords only.
@Suite("Pre-hijacked accounts")
struct PreHijackingTests {
    static let address = "anna@example.com"
    static let attackersPassword = "velvet-otter 41 harbour"
    static let ownersPassword = "mossy-lantern 77 quarry"

    @Test("another registration does not merge with the account and does not open it")
    func noMerging() async throws {
        let bench = try AccountBench()
        _ = try #require(
            try await bench.register(Self.address, password: Self.attackersPassword, from: AccountBench.elsewhere).signedIn)
        #expect(try await bench.register(Self.address, password: Self.ownersPassword).rejections == [.userNameTaken])
        #expect(try await bench.register("ＡＮＮＡ＠example.com", password: Self.ownersPassword).rejections == [.userNameTaken])
        #expect(try await bench.signIn(Self.address, password: Self.ownersPassword).isRejected)
        #expect(try await bench.stores.countAccounts() == 1)
    }

    @Test("an unexpired session ends when the password changes, and its token cannot be renewed")
    func unexpiredSession() async throws {
        let bench = try AccountBench()
        let attacker = try #require(
            try await bench.register(Self.address, password: Self.attackersPassword, from: AccountBench.elsewhere).signedIn)
        let held = try #require(try await bench.session(attacker.token, from: AccountBench.elsewhere))
        try await takeOver(bench)

        #expect(try await bench.session(attacker.token, from: AccountBench.elsewhere) == nil)
        // Requests that were admitted before the session ended:
        let again = try await bench.service.reauthenticate(
            held, password: Password(Self.ownersPassword), client: AccountBench.elsewhere, now: AccountBench.start)
        #expect(again.isSessionEnded)
        let change = try await bench.changePassword(of: held, from: Self.attackersPassword, to: "third-velvet 88 kettle")
        #expect(change.isWrongCurrentPassword)
        #expect(try await bench.signIn(Self.address, password: Self.ownersPassword).signedIn != nil)
        #expect(try await bench.signIn(Self.address, password: Self.attackersPassword).isRejected)
    }

    @Test("an attacker's device is unknown after the password changes")
    func device() async throws {
        let bench = try AccountBench()
        let attacker = try #require(
            try await bench.register(Self.address, password: Self.attackersPassword, from: AccountBench.elsewhere).signedIn)
        try await takeOver(bench)
        bench.stores.forget()
        #expect(try await bench.signIn(Self.address, password: "wrong", device: attacker.deviceToken).isRejected)
        #expect(bench.stores.charges.first?.count == 6)
    }

    @Test("every session of the attacker ends, however many exist and however they were renewed")
    func manySessions() async throws {
        let bench = try AccountBench()
        var attackers = [
            try #require(
                try await bench.register(Self.address, password: Self.attackersPassword, from: AccountBench.elsewhere).signedIn)
        ]
        for _ in 0..<5 {
            attackers.append(try #require(try await bench.signIn(Self.address, password: Self.attackersPassword).signedIn))
        }
        let renewed = try await bench.service.reauthenticate(
            attackers[0].active, password: Password(Self.attackersPassword), client: AccountBench.elsewhere, now: AccountBench.start
        )
        attackers.append(try #require(renewed.signedIn))
        let owner = try await takeOver(bench)
        for attacker in attackers { #expect(try await bench.session(attacker.token) == nil) }
        #expect(try await bench.service.sessions(of: owner.active, now: AccountBench.start).map(\.id) == [owner.active.session.id])
    }

    @Test("a deleted account leaves no session for a new account with the same name")
    func deletedAndMadeAgain() async throws {
        let bench = try AccountBench()
        let attacker = try #require(
            try await bench.register(Self.address, password: Self.attackersPassword, from: AccountBench.elsewhere).signedIn)
        try await bench.service.delete(attacker.active.account.id, client: AccountBench.elsewhere, now: AccountBench.start)
        let owner = try #require(try await bench.register(Self.address, password: Self.ownersPassword).signedIn)
        #expect(owner.active.account.id != attacker.active.account.id)
        #expect(try await bench.session(attacker.token) == nil)
        #expect(try await bench.signIn(Self.address, password: Self.attackersPassword).isRejected)
        let change = try await bench.changePassword(
            of: attacker.active, from: Self.attackersPassword, to: "third-velvet 88 kettle")
        #expect(change.isWrongCurrentPassword)
        #expect(try await bench.signIn(Self.address, password: Self.ownersPassword).signedIn != nil)
    }

    @Test("sessions belong to the account, not to a name that was given up")
    func trojanName() async throws {
        let bench = try AccountBench()
        let attacker = try #require(
            try await bench.register(Self.address, password: Self.attackersPassword, from: AccountBench.elsewhere).signedIn)
        let renamed = try await bench.service.rename(
            attacker.active, to: "mallory", client: AccountBench.elsewhere, now: AccountBench.start)
        #expect(renamed.account != nil)
        let owner = try #require(try await bench.register(Self.address, password: Self.ownersPassword).signedIn)
        let held = try #require(try await bench.session(attacker.token, from: AccountBench.elsewhere))
        #expect(held.account.id == attacker.active.account.id)
        #expect(held.account.userName?.text == "mallory")
        #expect(try await bench.signIn(Self.address, password: Self.attackersPassword).isRejected)
        #expect(
            try await bench.signIn(Self.address, password: Self.ownersPassword).signedIn?.active.account.id
                == owner.active.account.id)
    }

    /// The owner gains access, as with a reset, and sets a new password.
    @discardableResult
    private func takeOver(_ bench: AccountBench) async throws -> SignedIn {
        let owner = try #require(
            try await bench.signIn(Self.address, password: Self.attackersPassword, from: AccountBench.home).signedIn)
        let changed = try await bench.changePassword(
            of: owner.active, from: Self.attackersPassword, to: Self.ownersPassword)
        return try #require(changed.signedIn)
    }
}
