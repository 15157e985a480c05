import PasswordHashing
import Testing

@testable import Accounts

@Suite("Concurrent sign-ins")
struct SignInRaceTests {
    static let newPassword = "mossy-lantern 77 quarry"

    @Test("a sign-in with the old password, verified just before the password changes, opens no session")
    func passwordChange() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.stores.before(.open) {
            let changed = try await bench.changePassword(
                of: anna.active, to: Self.newPassword)
            #expect(changed.signedIn != nil)
        }
        #expect(try await bench.signIn().isRejected)
        let sessions = try await bench.stores.sessions(of: anna.active.account.id, now: AccountBench.start)
        #expect(sessions.map(\.id) == [anna.active.session.id])
        #expect(!bench.reported.contains(.signedIn))
    }

    @Test("the same change before the attempt is an ordinary wrong password, and after it an ordinary sign-in")
    func minimalPairs() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        #expect(try await bench.signIn().signedIn != nil)
        let changed = try await bench.changePassword(
            of: anna.active, to: Self.newPassword)
        #expect(changed.signedIn != nil)
        #expect(try await bench.signIn().isRejected)
        #expect(try await bench.signIn(password: Self.newPassword).signedIn != nil)
    }

    @Test("a sign-in during the deletion of its account opens no session")
    func deletion() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.stores.before(.open) {
            try await bench.service.delete(anna.active.account.id, client: AccountBench.home, now: AccountBench.start)
        }
        #expect(try await bench.signIn().isRejected)
        #expect(try await bench.stores.countAccounts() == 0)
    }

    @Test("a failed sign-in whose account is deleted meanwhile is rejected as any other")
    func deletionDuringFailure() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.stores.before(.record) {
            try await bench.service.delete(anna.active.account.id, client: AccountBench.home, now: AccountBench.start)
        }
        #expect(try await bench.signIn(password: "wrong").isRejected)
    }

    @Test("a concurrent rehash does not fail a sign-in")
    func rehashDuringSignIn() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        bench.hasher.raise(memoryKiB: 16)
        bench.stores.before(.open) {
            let other = try await bench.signIn()
            #expect(other.signedIn != nil)
        }
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await bench.signIn().signedIn != nil)
    }
}
