import AppleIdentityEmulator
import HTTPTypes
import JSONText
import Testing

@Suite("Apple's key rotation during sign-ins")
struct KeyRotationTests {
    private static let clients = 8
    private static let rotations = 20

    /// Half of the clients have their token from before the rotation, half from after it. All send it at the same time.
    @Test(
        "a new key every two minutes, used at once, with the old one removed: no sign-in fails, and each rotation costs one fetch")
    func rotations() async throws {
        try await AppleBench.run { bench, client in
            let people = try (0..<Self.clients).map { try bench.addPerson("p\($0)", email: "p\($0)@example.com") }
            _ = try await client.signIn(bench)
            bench.apple.removeAllRequests()
            for rotation in 1...Self.rotations {
                bench.apple.clock.advance(by: 120)
                var proofs: [JSONValue] = []
                for (index, person) in people.enumerated() {
                    if index == Self.clients / 2 { try await bench.apple.rotateKeys(.abrupt) }
                    let nonce = try await client.challenge()
                    proofs.append(client.proof(try bench.credential(nonce: nonce, person: person), nonce: nonce))
                }
                #expect(bench.apple.signingKeys.count { $0.isListed } == 1)
                let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
                    for proof in proofs {
                        group.addTask { try await client.send(.post, "/v1/sessions/apple", json: proof).status }
                    }
                    return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
                }
                #expect(statuses == [rotation == 1 ? 201 : 200: Self.clients])
                #expect(bench.keyFetches == rotation)
            }
        }
    }

    /// 10,000 within four minutes of the clock, each with a unique key ID.
    @Test("a flood of invented key IDs causes at most one fetch a minute, and other sign-ins succeed")
    func flood() async throws {
        try await AppleBench.run { bench, client in
            _ = try await client.signIn(bench)
            bench.apple.removeAllRequests()
            let nonce = try await client.challenge()
            for minute in 1...4 {
                // No lookup is cached, because every key ID is new.
                let codes = try await withThrowingTaskGroup(of: [String: Int].self) { group in
                    for worker in 0..<10 {
                        group.addTask {
                            var codes: [String: Int] = [:]
                            for number in 0..<250 {
                                let token = try ForgedToken(nonce: nonce, now: 1_800_000_000)
                                    .withHeader("kid", "flood-\(minute)-\(worker)-\(number)")
                                    .signedSecretly(by: ForgingKey(keyID: "", material: .fixed([UInt8](repeating: 7, count: 256))))
                                    .text
                                let proof: JSONValue = ["identityToken": .string(token), "nonce": .string(nonce)]
                                codes[try await client.send(.post, "/v1/sessions/apple", json: proof).code ?? "", default: 0] += 1
                            }
                            return codes
                        }
                    }
                    return try await group.reduce(into: [String: Int]()) { $0.merge($1, uniquingKeysWith: +) }
                }
                #expect(codes == ["apple-token-rejected": 2_500])
                #expect(bench.keyFetches == minute)
                #expect(try await client.signIn(bench).status == 200)
                bench.apple.clock.advance(by: 60)
            }
        }
    }

    /// As in April 2022: Apple signs with a key that its set no longer lists.
    @Test("a retired key is valid for one day after it was first missed, and no longer")
    func retired() async throws {
        try await AppleBench.run { bench, client in
            #expect(try await client.signIn(bench).status == 201)
            try await bench.apple.rotateKeys(.unlisted)
            bench.apple.clock.advance(by: 6 * 3_600)
            await bench.work()
            #expect(try await client.signIn(bench).status == 200)
            bench.apple.clock.advance(by: 86_399)
            await bench.work()
            #expect(try await client.signIn(bench).status == 200)
            bench.apple.clock.advance(by: 1)
            #expect(try await client.signIn(bench).code == "apple-token-rejected")

            try await bench.apple.rotateKeys(.abrupt)
            bench.apple.clock.advance(by: 60)
            #expect(try await client.signIn(bench).status == 200)
        }
    }
}
