import PasswordHashing
import Testing

@testable import Accounts

@Suite("Rehashing at sign-in")
struct RehashTests {
    @Test("a password is rehashed at the first sign-in after the parameters increase")
    func rising() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        #expect(try await bench.signIn().signedIn != nil)
        #expect(!bench.stores.operations.contains(.rehashPassword))
        #expect(bench.hasher.hashed == 1)

        bench.hasher.raise(memoryKiB: 16)
        #expect(try await bench.signIn(password: "wrong").isRejected)
        #expect(bench.hasher.hashed == 1)
        #expect(try await memory(bench, anna) == 8)

        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await memory(bench, anna) == 16)
        #expect(bench.hasher.hashed == 2)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(bench.hasher.hashed == 2)
    }

    @Test("reauthentication also rehashes")
    func reauthentication() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.hasher.raise(memoryKiB: 16)
        let outcome = try await bench.service.reauthenticate(
            anna.active, password: Password(AccountBench.password), client: AccountBench.home, now: AccountBench.start)
        #expect(outcome.signedIn != nil)
        #expect(try await memory(bench, anna) == 16)
    }

    @Test("lower parameters do not change stored hashes")
    func falling() async throws {
        let bench = try AccountBench()
        bench.hasher.raise(memoryKiB: 16)
        let anna = try await bench.account()
        bench.hasher.raise(memoryKiB: 8)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await memory(bench, anna) == 16)
    }

    @Test(
        "a hasher that is too busy to rehash does not fail the sign-in",
        arguments: [PasswordHashingError.busy(retryAfter: .seconds(1)), .memoryShortage, .cancelled, .stopped])
    func busy(failure: PasswordHashingError) async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.hasher.raise(memoryKiB: 16)
        bench.hasher.failHashing(with: failure)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await memory(bench, anna) == 8)
        bench.hasher.failHashing(with: nil)
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await memory(bench, anna) == 16)
    }

    @Test("a store error while rehashing does not fail the sign-in")
    func storeFails() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.hasher.raise(memoryKiB: 16)
        bench.stores.before(.rehashPassword) { throw StoreError(.full, reason: "no room") }
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await memory(bench, anna) == 8)
    }

    @Test("rehashing never undoes a concurrent password change")
    func race() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        bench.hasher.raise(memoryKiB: 16)
        bench.stores.before(.rehashPassword) {
            let changed = try await bench.changePassword(
                of: anna.active, to: SignInRaceTests.newPassword)
            #expect(changed.signedIn != nil)
        }
        #expect(try await bench.signIn().signedIn != nil)
        #expect(try await bench.signIn().isRejected)
        #expect(try await bench.signIn(password: SignInRaceTests.newPassword).signedIn != nil)
    }

    private func memory(_ bench: AccountBench, _ signedIn: SignedIn) async throws -> Int? {
        try await bench.stores.credential(of: signedIn.active.account.id)?.hash.memoryKiB
    }
}
