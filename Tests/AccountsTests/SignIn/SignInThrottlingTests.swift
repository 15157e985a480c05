import InternetAddresses
import PasswordHashing
import Secrets
import Testing

@testable import Accounts

@Suite("Throttling of sign-ins")
struct SignInThrottlingTests {
    @Test("an exhausted name is rejected before any hashing, with any password")
    func exhaustedName() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        try await bench.exhaust()
        let verified = bench.hasher.verified.count
        bench.stores.forget()
        #expect(try await bench.signIn(password: "wrong").wait == .seconds(2_160))
        #expect(try await bench.signIn().wait == .seconds(2_160))
        #expect(bench.hasher.verified.count == verified)
        #expect(!bench.stores.operations.contains(.record))
        #expect(try await bench.signIn(at: AccountBench.start + .milliseconds(2_159_999)).wait == .milliseconds(1))
        #expect(try await bench.signIn(at: AccountBench.start + .seconds(2_160)).signedIn != nil)
    }

    @Test("a name is exhausted for all addresses and in every spelling")
    func spellings() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        let spellings = ["anna.k", "ANNA.K", "Anna.k ", "ａｎｎａ.k"]
        var failures = 0
        for number in UInt32(0)..<100 {
            let client = Client(address: IPAddress(v4: 0x0A00_0000 + number), deviceName: nil)
            if try await bench.signIn(spellings[Int(number % 4)], password: "wrong", from: client).isRejected { failures += 1 }
        }
        #expect(failures == 40)
        #expect(try await bench.signIn("boris", password: "wrong").isRejected)
    }

    @Test("one address exhausts its failures over many names, and another does not")
    func addresses() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        var failures = 0
        for number in 0..<150 where try await bench.signIn("name-\(number)", password: "wrong").isRejected { failures += 1 }
        #expect(failures == 100)
        #expect(try await bench.signIn().wait == .seconds(36))
        #expect(try await bench.signIn(from: AccountBench.home).signedIn != nil)
    }

    @Test("all clients together have a budget")
    func everybody() async throws {
        var throttles = ThrottlePolicy()
        throttles.failuresInAll = try #require(Budget(burst: 3, refill: 1, per: .seconds(60)))
        let bench = try AccountBench(throttles: throttles)
        let anna = try await bench.account()
        for number in UInt32(0)..<3 {
            let client = Client(address: IPAddress(v4: 0x0A00_0000 + number), deviceName: nil)
            #expect(try await bench.signIn("name-\(number)", password: "wrong", from: client).isRejected)
        }
        #expect(try await bench.signIn(from: AccountBench.home).wait == .seconds(60))
        #expect(try await bench.signIn(device: anna.deviceToken).signedIn != nil)
    }

    @Test("the right password uses up no failures, however often it is used")
    func rightPasswordRefunds() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        for _ in 0..<100 { #expect(try await bench.signIn().signedIn != nil) }
        for number in 1..<40 {
            #expect(try await bench.signIn(password: "wrong", from: AccountBench.unknownClient(number)).isRejected)
        }
        for _ in 0..<10 { #expect(try await bench.signIn().signedIn != nil) }
        #expect(try await bench.signIn(password: "wrong").isRejected)
        #expect(try await bench.signIn(password: "wrong").wait != nil)
    }

    @Test("the right password of a locked account uses up no failures")
    func lockedAccountRefunds() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        for _ in 0..<100 {
            bench.stores.before(.open) { throw AccountLocked() }
            await #expect(throws: AccountLocked.self) { try await bench.signIn() }
        }
        #expect(try await bench.signIn().signedIn != nil)
    }

    @Test("a server that ends before the session opens leaves the attempt charged")
    func interruptedSignInStaysCharged() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        struct Interrupted: Error {}
        for _ in 0..<10 {
            bench.stores.before(.open) { throw Interrupted() }
            await #expect(throws: Interrupted.self) { try await bench.signIn() }
        }
        #expect(try await bench.signIn().wait != nil)
    }

    @Test("a sign-in to the attacker's own account does not refund an address that guesses at others")
    func ownAccountRefundsNothing() async throws {
        let bench = try AccountBench()
        _ = try await bench.account("mallory")
        var failures = 0
        for number in 0..<150 {
            _ = try await bench.signIn("mallory")
            if try await bench.signIn("name-\(number)", password: "wrong").isRejected { failures += 1 }
        }
        #expect(failures == 100)
    }

    @Test("concurrent guesses are all charged before the first is checked")
    func concurrentGuesses() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        let rejected = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<300 {
                group.addTask {
                    try await bench.signIn(password: "wrong", from: AccountBench.unknownClient(number % 30)).isRejected
                }
            }
            return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(rejected == 40)
        #expect(bench.hasher.verified.count == 40)
    }

    @Test(
        "a hasher that checked nothing is not charged, and its failure is reported",
        arguments: [PasswordHashingError.busy(retryAfter: .seconds(1)), .memoryShortage, .stopped])
    func untriedIsRefunded(failure: PasswordHashingError) async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        bench.hasher.fail(with: failure)
        for name in ["anna.k", "nobody.here"] {
            for _ in 0..<60 { await #expect(throws: failure) { try await bench.signIn(name) } }
        }
        bench.hasher.fail(with: nil)
        #expect(bench.reported == [.accountCreated])
        try await bench.exhaust()
        #expect(try await bench.signIn(password: "wrong").wait != nil)
    }

    @Test("a cancelled attempt may have been checked, and is charged")
    func cancelledIsNotRefunded() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        bench.hasher.fail(with: .cancelled)
        for number in 0..<40 {
            await #expect(throws: PasswordHashingError.cancelled) {
                try await bench.signIn(from: AccountBench.unknownClient(number))
            }
        }
        bench.hasher.fail(with: nil)
        #expect(try await bench.signIn().wait == .seconds(2_160))
    }

    @Test("an attempt that cannot be charged is not checked")
    func chargeFails() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        bench.stores.before(.charge) { throw StoreError(.full, reason: "no room") }
        await #expect(throws: StoreError.self) { try await bench.signIn() }
        #expect(bench.hasher.verified.isEmpty)
    }

    @Test("one network exhausts its failures for a name long before the name does, and the owner signs in from another")
    func oneNetwork() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        var failures = 0
        for hour in 0..<24 {
            let now = AccountBench.start + .seconds(hour * 3_600)
            while try await bench.signIn(password: "wrong", at: now).isRejected { failures += 1 }
            #expect(try await bench.signIn(from: AccountBench.home, at: now).signedIn != nil)
        }
        #expect(failures == 19)
        #expect(try await bench.signIn(at: AccountBench.start + .seconds(23 * 3_600)).wait != nil)
    }
}
