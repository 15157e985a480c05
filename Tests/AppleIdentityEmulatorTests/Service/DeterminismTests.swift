import AppleIdentityEmulator
import Foundation
import Testing

@Suite("Seeds")
struct DeterminismTests {
    private func story(_ seed: UInt64) async throws -> [String] {
        let bench = try await ServiceBench(seed: seed)
        let response = try bench.signIn(["response_type": "code id_token"], .init(email: .hide))
        let answer = try bench.exchange(response["code"]).get()
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        return response.fields.map(\.value) + [
            bench.keyID, answer.accessToken, answer.refreshToken ?? "", answer.identityToken ?? "",
            bench.service.notifications[0].payload, String(decoding: try bench.service.saved().json(), as: UTF8.self),
        ]
    }

    @Test("the same seed gives the same bytes")
    func sameSeed() async throws {
        #expect(try await story(5) == story(5))
    }

    @Test("another seed gives other codes, tokens and subjects")
    func otherSeed() async throws {
        let first = try await story(5)
        let second = try await story(6)
        #expect(zip(first, second).allSatisfy { $0 != $1 || $0 == "the-state" })
    }

    @Test("the system's generator does not repeat values")
    func system() async throws {
        let bench = try await ServiceBench()
        var random = EmulatedRandomness.system
        #expect(Set((0..<1_000).map { _ in random.next() }).count == 1_000)
        _ = bench
    }
}
