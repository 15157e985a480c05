import InternetAddresses
import PasswordHashing
import Testing

@testable import Accounts

@Suite("Throttling of registrations")
struct RegistrationThrottlingTests {
    @Test("an address may register forty times an hour, half of them at once, including taken names")
    func perAddress() async throws {
        let bench = try AccountBench()
        _ = try await bench.register("taken", from: AccountBench.elsewhere)
        for number in 0..<20 {
            let name = number.isMultiple(of: 2) ? "taken" : "name-\(number)"
            #expect(try await bench.register(name).wait == nil)
        }
        let hashed = bench.hasher.hashed
        #expect(try await bench.register("taken").wait == .seconds(180))
        #expect(try await bench.register("free").wait == .seconds(180))
        #expect(bench.hasher.hashed == hashed)
        #expect(try await bench.register("free", from: AccountBench.elsewhere).signedIn != nil)
        #expect(try await bench.register("late", at: AccountBench.start + .milliseconds(179_999)).wait == .milliseconds(1))
        #expect(try await bench.register("late", at: AccountBench.start + .seconds(180)).signedIn != nil)
    }

    @Test("an IPv6 network counts as one address")
    func networks() async throws {
        let bench = try AccountBench()
        var registered = 0
        for number in 0..<40 {
            let client = Client(address: try IPAddress("2001:db8::\(number)"), deviceName: nil)
            if try await bench.register("name-\(number)", from: client).signedIn != nil { registered += 1 }
        }
        #expect(registered == 20)
        let neighbour = Client(address: try IPAddress("2001:db8:0:1::1"), deviceName: nil)
        #expect(try await bench.register("neighbour", from: neighbour).signedIn != nil)
    }

    @Test("all clients together have a budget")
    func everybody() async throws {
        var throttles = ThrottlePolicy()
        throttles.registrationsInAll = try #require(Budget(burst: 2, refill: 1, per: .seconds(60)))
        let bench = try AccountBench(throttles: throttles)
        #expect(try await bench.register("name-1").signedIn != nil)
        #expect(try await bench.register("name-2", from: AccountBench.elsewhere).signedIn != nil)
        let third = Client(address: IPAddress(v4: 0x0A00_0001), deviceName: nil)
        #expect(try await bench.register("name-3", from: third).wait == .seconds(60))
    }

    @Test("registrations and failed sign-ins have separate budgets")
    func separate() async throws {
        let bench = try AccountBench()
        for number in 0..<20 { #expect(try await bench.register("name-\(number)", from: AccountBench.elsewhere).signedIn != nil) }
        #expect(try await bench.register("more", from: AccountBench.elsewhere).wait != nil)
        #expect(try await bench.signIn("name-1").signedIn != nil)
    }

    @Test(
        "a busy hasher is reported, and no account is created",
        arguments: [PasswordHashingError.busy(retryAfter: .seconds(2)), .memoryShortage])
    func busy(failure: PasswordHashingError) async throws {
        let bench = try AccountBench()
        bench.hasher.fail(with: failure)
        await #expect(throws: failure) { try await bench.register() }
        #expect(try await bench.stores.countAccounts() == 0)
        bench.hasher.fail(with: nil)
        #expect(try await bench.register().signedIn != nil)
    }
}
