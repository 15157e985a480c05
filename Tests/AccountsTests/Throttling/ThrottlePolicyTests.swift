import Testing

@testable import Accounts

@Suite("The default budgets")
struct ThrottlePolicyTests {
    static let day: Int64 = 86_400_000

    @Test("an account's two budgets together are a hundred in a day")
    func arithmetic() {
        let policy = ThrottlePolicy()
        for budget in [policy.failuresPerName, policy.failuresPerKnownDevices] { #expect(budget.period == .seconds(86_400)) }
        let most = [policy.failuresPerName, policy.failuresPerKnownDevices].map { $0.burst + $0.refill }.reduce(0, +)
        #expect(most == 100)
    }

    @Test(
        "an account's second factors admit at most forty guesses in a day, and its sessions leave some to its devices"
    )
    func factors() {
        let policy = ThrottlePolicy()
        let (unknownClients, devices) = (policy.factorFailuresPerAccount, policy.factorFailuresPerKnownDevices)
        let sessions = policy.factorFailuresInSessions
        for budget in [unknownClients, devices, sessions] { #expect(budget.period == .seconds(86_400)) }
        #expect(unknownClients.burst + unknownClients.refill + devices.burst + devices.refill == 40)
        #expect(sessions.burst < devices.burst && sessions.refill < devices.refill)
        #expect(policy.failuresPerSession.burst == 10 && sessions.burst > policy.failuresPerSession.burst)
    }

    @Test("no choice of times in three days gets more than a hundred failures into any day")
    func everyTiming() {
        let policy = ThrottlePolicy()
        // Every subset of a grid of times; at each one, unknown and known devices try until nothing is admitted.
        let unknownClients = Self.fullestDays(of: policy.failuresPerName)
        let devices = Self.fullestDays(of: policy.failuresPerKnownDevices)
        #expect(unknownClients == 80)
        #expect(devices == 20)
    }

    @Test("unknown and known devices that try all the time get exactly a hundred failures in the fullest day")
    func greedyService() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let device = try #require(anna.deviceToken)
        var failures: [Int64] = []
        var unknownClients = 0
        // Every 36 minutes, which divides both refill intervals, for three days.
        for step in Int64(0)..<120 {
            let now = AccountBench.start + .seconds(step * 2_160)
            var isThrottled = (unknownClient: false, device: false)
            while !isThrottled.unknownClient {
                unknownClients += 1
                let client = AccountBench.unknownClient(unknownClients)
                isThrottled.unknownClient = try await bench.signIn(password: "wrong", from: client, at: now).wait != nil
                if !isThrottled.unknownClient { failures.append(now.milliseconds) }
            }
            while !isThrottled.device {
                isThrottled.device = try await bench.signIn(password: "wrong", device: device, at: now).wait != nil
                if !isThrottled.device { failures.append(now.milliseconds) }
            }
        }
        let fullest = failures.indices.map { end in failures[...end].count { failures[end] - $0 <= Self.day } }.max()
        #expect(fullest == 100)
    }

    @Test("the failures of a day are spread over it, half of them at once")
    func halves() {
        #expect(Budget.daily(80).burst == 40)
        #expect(Budget.daily(80).refill == 40)
        #expect(Budget.hourly(7).burst + Budget.hourly(7).refill == 7)
    }

    /// Returns the maximum in any of three days, over all 4,096 choices of times.
    private static func fullestDays(of budget: Budget) -> Int {
        let moments = (0..<12).map { Int64($0) * day / 4 + ($0.isMultiple(of: 2) ? 0 : -1) }
        var fullest = 0
        for choice in 0..<(1 << moments.count) {
            var bucket = Bucket(budget)
            var passed: [(at: Int64, count: Int)] = []
            for (bit, now) in moments.enumerated() where choice & (1 << bit) != 0 {
                var count = 0
                while bucket.charge(at: now) == nil { count += 1 }
                passed.append((now, count))
            }
            for end in passed {
                let sum = passed.lazy.filter { $0.at <= end.at && end.at - $0.at <= day }.map(\.count).reduce(0, +)
                fullest = max(fullest, sum)
            }
        }
        return fullest
    }
}
