import AppleIdentity
import Foundation
import JSONText
import TestKit
import Testing

@Suite("The cache of Apple's keys", .timeLimit(.minutes(20)))
struct AppleKeyCacheTests {
    @Test("only the first token causes a fetch")
    func first() async throws {
        let server = KeyServer(.quick("a"), .quick("b"))
        let cache = server.cache()
        for name in ["a", "b", "a"] { #expect(try await cache.rejection(.quick(name)) == nil) }
        #expect(server.fetches.count == 1)
        let request = try #require(server.requests.first)
        #expect(request.method == .get && request.url == "https://appleid.apple.com/auth/keys" && request.body.isEmpty)
        #expect(request.headers.contains { $0.name == "User-Agent" && !$0.value.isEmpty })
        #expect(cache.status.keyIDs == ["a", "b"] && cache.status.fetchedAt == server.now)
    }

    @Test("a token without a key ID is rejected without a fetch")
    func noKeyID() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        for header in [#"{"alg":"ES256"}"#, #"{"alg":"ES256","kid":""}"#] {
            let jws = try CompactJWS(TokenSigner.p256.sign(header: header, payload: []))
            let rejection = await #expect(throws: AppleIdentityError.self) { try await cache.verify(jws) }
            #expect(rejection?.code == .missingKeyID && server.fetches.isEmpty)
        }
    }

    @Test("many callers that wait for a key share one fetch")
    func singleFlight() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        server.hold()
        try await withThrowingTaskGroup { group in
            for _ in 0..<50 { group.addTask { try await cache.rejection(.quick("a")) } }
            await server.reached(1)
            await server.clockWasRead(50)
            #expect(server.fetches.count == 1)
            server.release()
            for try await rejection in group { #expect(rejection == nil) }
        }
        #expect(server.fetches.count == 1)
    }

    @Test("a cancelled caller does not affect the others")
    func cancellation() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        server.hold()
        let first = Task { try await cache.rejection(.quick("a")) }
        await server.reached(1)
        let second = Task { try await cache.rejection(.quick("a")) }
        first.cancel()
        server.release()
        #expect(try await second.value == nil)
        #expect(server.fetches.count == 1)
    }

    @Test("10,000 unknown keys cause one fetch a minute, while known keys are accepted")
    func flood() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        #expect(try await cache.rejection(.quick("a")) == nil)
        for round in 0..<100 {
            server.advance(3)
            try await withThrowingTaskGroup { group in
                for client in 0..<4 {
                    group.addTask {
                        for number in 0..<25 {
                            let header = #"{"kid":"x\#(round)-\#(client)-\#(number)","alg":"ES256"}"#
                            let jws = try CompactJWS("\(base64(header)).e30.\(String(repeating: "A", count: 86))")
                            await #expect(throws: AppleIdentityError.self) { try await cache.verify(jws) }
                        }
                        return try await cache.rejection(.quick("a"))
                    }
                }
                for try await rejection in group { #expect(rejection == nil) }
            }
        }
        let fetches = server.fetches.dropFirst()
        #expect(zip(fetches, fetches.dropFirst()).allSatisfy { $1.timeIntervalSince($0) >= 60 })
        // 300 seconds.
        #expect((4...6).contains(fetches.count))
    }

    @Test("an unknown key is rejected permanently, and within a minute without a fetch")
    func unknownKey() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        #expect(try await cache.rejection(.quick("a")) == nil)
        let rejection = try #require(try await cache.rejection(.quick("x")))
        #expect(rejection.code == .unknownKey && !rejection.isTemporary && server.fetches.count == 2)
        server.advance(20)
        let again = try #require(try await cache.rejection(.quick("y")))
        #expect(again.code == .unknownKey && again.retryAfterSeconds == 40 && server.fetches.count == 2)
        server.advance(40)
        #expect(try await cache.rejection(.quick("x"))?.code == .unknownKey)
        #expect(server.fetches.count == 3)
    }

    @Test("an unknown key is a temporary error while Apple does not respond")
    func unavailable() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        server.answer(.failure)
        let rejection = try #require(try await cache.rejection(.quick("a")))
        #expect(rejection.code == .keysUnavailable && rejection.isTemporary && rejection.retryAfterSeconds == 60)
        let failure = try #require(cache.status.lastFailure)
        #expect(rejection.reason.hasSuffix(failure), "the error says why")
        server.answer(.keys([.quick("a")]))
        server.advance(59)
        #expect(try await cache.rejection(.quick("a"))?.code == .keysUnavailable)
        #expect(server.fetches.count == 1)
        server.advance(1)
        #expect(try await cache.rejection(.quick("a")) == nil)
        #expect(server.fetches.count == 2 && cache.status.lastFailure == nil)
    }

    @Test(
        "a malformed response keeps the old keys",
        arguments: [
            .failure, .response(500, ""), .response(404, #"{"keys":[]}"#), .response(200, ""), .response(200, "<html>"),
            .response(200, #"{"keys":[]}"#),
            .response(200, #"{"keys":[{"kty":"oct","kid":"a","k":"AA"}]}"#), .response(302, "{}"),
            .response(500, String(decoding: keySetText(.quick("b")), as: UTF8.self)),
            .response(200, #"{"keys":["# + String(repeating: " ", count: 70_000) + "]}"),
        ] as [KeyServer.Answer])
    func failures(answer: KeyServer.Answer) async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        #expect(try await cache.rejection(.quick("a")) == nil)
        server.answer(answer)
        server.advance(100_000)
        #expect(try await cache.rejection(.quick("a")) == nil)
        #expect(server.fetches.count == 2 && cache.status.lastFailure != nil && cache.status.keyIDs == ["a"])
        // Not retried for each token.
        #expect(try await cache.rejection(.quick("a")) == nil)
        #expect(server.fetches.count == 2)
    }

    @Test("keys are refetched before they are old, without blocking a caller")
    func refreshAhead() async throws {
        let server = KeyServer(.quick("a"))
        let kept = Watched(0)
        let cache = server.cache(keep: { _ in kept.change { $0 += 1 } })
        #expect(try await cache.rejection(.quick("a")) == nil)
        server.advance(6 * 3_600 - 1)
        #expect(try await cache.rejection(.quick("a")) == nil)
        #expect(server.fetches.count == 1)
        server.hold()
        server.advance(1)
        for _ in 0..<10 { #expect(try await cache.rejection(.quick("a")) == nil) }
        await server.reached(2)
        server.release()
        await kept.until { $0 == 2 }
        #expect(server.fetches.count == 2 && cache.status.fetchedAt == server.now)
    }

    @Test("old keys are used only after a fetch was attempted")
    func lifetime() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache(KeyCachePolicy(retiredKeyLifetime: 0))
        #expect(try await cache.rejection(.quick("a")) == nil)
        server.answer(.keys([.quick("b")]))
        server.advance(24 * 3_600)
        #expect(try await cache.rejection(.quick("a"))?.code == .unknownKey)
        #expect(server.fetches.count == 2)
    }

    @Test("a job can fetch due keys", arguments: [(0, 1), (6 * 3_600 - 1, 1), (6 * 3_600, 2)] as [(TimeInterval, Int)])
    func due(age: TimeInterval, fetches: Int) async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        await cache.refreshIfDue()
        server.advance(age)
        await cache.refreshIfDue()
        #expect(server.fetches.count == fetches)
    }

    @Test("a clock that was set back does not stop fetches")
    func clockSetBack() async throws {
        let server = KeyServer(.quick("a"))
        let cache = server.cache()
        #expect(try await cache.rejection(.quick("x"))?.code == .unknownKey)
        server.answer(.keys([.quick("a"), .quick("b")]))
        server.advance(-1_000_000)
        #expect(try await cache.rejection(.quick("b")) == nil)
    }
}

private func base64(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacingOccurrences(of: "=", with: "")
        .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
}
