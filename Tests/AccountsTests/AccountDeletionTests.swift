import Secrets
import Testing

@testable import Accounts

@Suite("Deleting an account")
struct AccountDeletionTests {
    static let start = AccountBench.start

    @Test("deletion leaves no account, user name, password, session, device or event")
    func everythingGoes() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let other = try #require(try await bench.signIn().signedIn)
        _ = try await bench.signIn(password: "wrong")
        let id = anna.active.account.id
        #expect(
            try await bench.service.deleteAccount(anna.active, client: AccountBench.home, now: Self.start) == .deleted(.notNeeded))

        for token in [anna.token, other.token] { #expect(try await bench.session(token) == nil) }
        #expect(try await bench.stores.account(id) == nil)
        #expect(try await bench.stores.account(named: UserNameKey("anna.k")) == nil)
        #expect(try await bench.stores.credential(of: id) == nil)
        #expect(try await bench.stores.credential(named: UserNameKey("anna.k")) == nil)
        #expect(try await bench.stores.sessions(of: id, now: Self.start).isEmpty)
        #expect(try await bench.events(of: anna).isEmpty)
        for token in [anna.deviceToken, other.deviceToken] {
            #expect(try await bench.stores.device(#require(token).digest, usedSince: Self.start) == nil)
        }
        #expect(try await bench.stores.countAccounts() == 0)
        #expect(bench.reported.last == .accountDeleted)
    }

    @Test("the deleted account cannot sign in, and its name is free")
    func afterwards() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        _ = try await bench.service.deleteAccount(anna.active, client: AccountBench.home, now: Self.start)
        #expect(try await bench.signIn().isRejected)
        #expect(try await bench.signIn(device: anna.deviceToken).isRejected)
        let again = try await bench.account()
        #expect(again.active.account.id != anna.active.account.id)
        #expect(try await bench.session(anna.token) == nil)
        #expect(try await bench.events(of: again) == [.accountCreated])
    }

    @Test("other accounts are unchanged")
    func others() async throws {
        let bench = try AccountBench()
        let (anna, boris) = (try await bench.account("anna.k"), try await bench.account("boris"))
        _ = try await bench.service.deleteAccount(anna.active, client: AccountBench.home, now: Self.start)
        #expect(try await bench.session(boris.token) != nil)
        #expect(try await bench.events(of: boris) == [.accountCreated])
        #expect(try await bench.signIn("boris").signedIn != nil)
    }

    @Test("deletion requires authentication within ten minutes, exact to the millisecond")
    func reauthentication() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let late = Self.start + .milliseconds(600_001)
        #expect(
            try await bench.service.deleteAccount(anna.active, client: AccountBench.home, now: late) == .reauthenticationRequired)
        #expect(try await bench.stores.countAccounts() == 1)
        #expect(!bench.reported.contains(.accountDeleted))
        let intime = Self.start + .milliseconds(600_000)
        #expect(try await bench.service.deleteAccount(anna.active, client: AccountBench.home, now: intime) == .deleted(.notNeeded))
    }

    @Test("a session that ends during the request deletes nothing")
    func endedSession() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.stores.before(.deleteAccount) {
            _ = try await bench.service.revokeAll(of: anna.active.account.id, client: AccountBench.home, now: Self.start)
        }
        #expect(try await bench.service.deleteAccount(anna.active, client: AccountBench.home, now: Self.start) == .sessionEnded)
        #expect(try await bench.stores.countAccounts() == 1)
        #expect(!bench.reported.contains(.accountDeleted))
    }

    @Test("an operator can delete an account at any time, once")
    func operators() async throws {
        let bench = try AccountBench()
        let id = try await bench.account().active.account.id
        let late = Self.start + .seconds(86_400)
        #expect(try await bench.service.delete(id, client: AccountBench.home, now: late) == .notNeeded)
        #expect(try await bench.service.delete(id, client: AccountBench.home, now: late) == nil)
        #expect(bench.reported.count { $0 == .accountDeleted } == 1)
    }

    @Test("guesses at a deleted account are charged as guesses at its name")
    func budget() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        try await bench.exhaust()
        _ = try await bench.service.deleteAccount(anna.active, client: AccountBench.home, now: Self.start)
        #expect(try await bench.signIn(password: "wrong").wait != nil)
    }
}
