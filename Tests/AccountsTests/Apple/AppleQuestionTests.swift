import InternetAddresses
import Secrets
import Testing

@testable import Accounts

@Suite("Requests to Apple about a code")
struct AppleQuestionTests {
    static let now = AppleBench.start

    @Test("one address has a budget of failed requests, and others are not delayed")
    func addresses() async throws {
        let bench = try AppleBench()
        for _ in 0..<100 { #expect(try await bench.ask() != nil) }
        #expect(try await bench.wait() == .seconds(36))
        #expect(try await bench.ask(at: Self.now + .seconds(36)) != nil)
        #expect(try await bench.ask(from: AccountBench.elsewhere) != nil)
    }

    @Test("a successful request is refunded, for every caller")
    func settled() async throws {
        let bench = try AppleBench(throttles: Self.policy(perAddress: 1, inAll: 1))
        for asker in [AuthorizationCodeSender.visitor(deviceToken: nil), .session] {
            for _ in 0..<5 {
                let question = try #require(try await bench.ask(asker))
                try await bench.service.settle(question, now: Self.now)
            }
        }
        #expect(try await bench.ask() != nil)
        #expect(try await bench.ask() == nil)
    }

    @Test("unknown clients at many addresses share a budget; sessions and known devices do not")
    func everybody() async throws {
        let bench = try AppleBench(throttles: Self.policy(perAddress: 100, inAll: 10))
        let device = try #require(try await bench.registered().deviceToken)
        var admitted = 0
        for number in UInt32(0)..<20 where try await bench.ask(from: Self.client(number)) != nil { admitted += 1 }
        #expect(admitted == 10)
        #expect(
            try await bench.ask(.visitor(deviceToken: OpaqueToken(random: PredictableRandomBytes(seed: 77))), from: Self.client(30))
                == nil)
        #expect(try await bench.ask(.visitor(deviceToken: device), from: Self.client(31)) != nil)
        #expect(try await bench.ask(.session, from: Self.client(32)) != nil)
        let later = Self.now + Device.lifetime + .milliseconds(1)
        for number in UInt32(40)..<50 { _ = try await bench.ask(from: Self.client(number), at: later) }
        #expect(try await bench.ask(.visitor(deviceToken: device), from: Self.client(60), at: later) == nil)
    }

    @Test("a known device has the budget of its address only")
    func knownDevice() async throws {
        let bench = try AppleBench(throttles: Self.policy(perAddress: 2, inAll: 100))
        let device = try #require(try await bench.registered().deviceToken)
        for _ in 0..<2 { #expect(try await bench.ask(.visitor(deviceToken: device)) != nil) }
        #expect(try await bench.ask(.visitor(deviceToken: device)) == nil)
        #expect(try await bench.ask(.session) == nil)
    }

    @Test("the failures of one address use only its own share of the total budget")
    func floodOfOne() async throws {
        let bench = try AppleBench(throttles: Self.policy(perAddress: 3, inAll: 5))
        for _ in 0..<1_000 { _ = try await bench.ask() }
        for _ in 0..<2 { #expect(try await bench.ask(from: AccountBench.elsewhere) != nil) }
        #expect(try await bench.ask(from: AccountBench.elsewhere) == nil)
    }

    /// Returns a policy with bursts of this size and almost no refill in an hour.
    private static func policy(perAddress: Int, inAll: Int) throws -> ThrottlePolicy {
        var policy = ThrottlePolicy()
        policy.appleFailuresPerAddress = try #require(Budget(burst: perAddress, refill: 1, per: .seconds(3_600)))
        policy.appleFailuresInAll = try #require(Budget(burst: inAll, refill: 1, per: .seconds(3_600)))
        return policy
    }

    private static func client(_ number: UInt32) -> Client {
        Client(address: IPAddress(v4: 0x0A00_0000 + number), deviceName: nil)
    }
}

extension AppleBench {
    /// Returns the request if it is admitted.
    fileprivate func ask(
        _ asker: AuthorizationCodeSender = .visitor(deviceToken: nil), from client: Client = home, at now: Timestamp = start
    ) async throws -> AppleQuestion? {
        if case .admitted(let question) = try await service.admitQuestion(by: asker, from: client, now: now) {
            question
        } else {
            nil
        }
    }

    fileprivate func wait() async throws -> Duration? {
        let outcome = try await service.admitQuestion(by: .visitor(deviceToken: nil), from: Self.home, now: Self.start)
        return if case .throttled(let wait) = outcome { wait } else { nil }
    }
}
