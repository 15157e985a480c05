import InternetAddresses
import Secrets
import Testing

@testable import Accounts

@Suite("What a sign-in discloses")
struct SignInUniformityTests {
    @Test(
        "an unknown name and a wrong password do the same work and get the same response",
        arguments: [
            "nobody.here", "nobody@example.com", "xy", "admin", "an\u{200B}na", String(repeating: "x", count: 5_000), "\0", "",
        ])
    func sameWork(unknown: String) async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        let wrongPassword = try await work(of: bench) { try await bench.signIn(password: "wrong") }
        let unknownName = try await work(of: bench) { try await bench.signIn(unknown, password: "wrong") }
        #expect(wrongPassword == unknownName)
        #expect(wrongPassword.operations == [.credentialByName, .charge, .record])
        #expect(wrongPassword.charges == 6)
        #expect(wrongPassword.verifications == 1)
        #expect(wrongPassword.hashes == 0)
    }

    @Test("the same holds with an unknown device token")
    func sameWorkWithToken() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        let token = OpaqueToken(random: PredictableRandomBytes(seed: 77))
        let wrongPassword = try await work(of: bench) { try await bench.signIn(password: "wrong", device: token) }
        let unknownName = try await work(of: bench) { try await bench.signIn("nobody.here", password: "wrong", device: token) }
        #expect(wrongPassword == unknownName)
        #expect(wrongPassword.operations == [.credentialByName, .device, .charge, .record])
    }

    @Test("an unknown name is checked against the decoy hash and is rejected even with the decoy's password")
    func decoy() async throws {
        let bench = try AccountBench()
        _ = try await bench.signIn("nobody.here", password: "wrong")
        #expect(bench.hasher.verified == [bench.hasher.decoy])
        let attempt = SignIn(userName: "nobody.here", password: Password("x"), deviceToken: nil, client: AccountBench.elsewhere)
            .attempt(for: nil, device: nil, budgets: ThrottlePolicy(), keys: AccountBench.budgetKeys)
        #expect(attempt.verified(matches: true) == nil)
    }

    @Test("a known name is checked against its own hash only")
    func ownHash() async throws {
        let bench = try AccountBench()
        let anna = try await bench.account()
        let credential = try #require(try await bench.stores.credential(of: anna.active.account.id))
        _ = try await bench.signIn(password: "wrong")
        _ = try await bench.signIn()
        #expect(bench.hasher.verified == [credential.hash, credential.hash])
    }

    @Test("both exhaust their budget after the same number of failures, with the same wait")
    func sameBudget() async throws {
        let bench = try AccountBench()
        _ = try await bench.account()
        _ = try await bench.account("berta")
        var counts: [String: Int] = [:]
        var waits: [Duration?] = []
        for name in ["anna.k", "nobody.here"] {
            while counts[name, default: 0] < 200 {
                let client = AccountBench.unknownClient(counts[name, default: 0])
                let outcome = try await bench.signIn(name, password: "wrong", from: client)
                guard outcome.isRejected else {
                    waits.append(outcome.wait)
                    break
                }
                counts[name, default: 0] += 1
            }
        }
        #expect(counts == ["anna.k": 40, "nobody.here": 40])
        #expect(waits == [.seconds(2_160), .seconds(2_160)])
        // From one network, both exhaust it equally, and sooner.
        for name in ["berta", "anna.l"] {
            for _ in 0..<10 {
                #expect(try await bench.signIn(name, password: "wrong", from: AccountBench.unknownClient(99)).isRejected)
            }
            #expect(try await bench.signIn(name, password: "wrong", from: AccountBench.unknownClient(99)).wait == .seconds(8_640))
        }
    }

    private struct Work: Equatable {
        let isRejected: Bool
        let operations: [StoreOperation]
        let charges: Int
        let verifications: Int
        let hashes: Int
    }

    private func work(of bench: AccountBench, _ signIn: () async throws -> SignInOutcome) async throws -> Work {
        bench.stores.forget()
        let (verifications, hashes) = (bench.hasher.verified.count, bench.hasher.hashed)
        let outcome = try await signIn()
        return Work(
            isRejected: outcome.isRejected, operations: bench.stores.operations, charges: bench.stores.charges.first?.count ?? 0,
            verifications: bench.hasher.verified.count - verifications, hashes: bench.hasher.hashed - hashes)
    }
}
