import AppleIdentityEmulator
import Foundation
import Testing

@Suite("Faults apply to the requested number of requests")
struct ServedFaultTests {
    @Test("a status fault responds without processing the request, for the given number of requests")
    func status() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            let code = try #require(scene.apple.service.signIn(at: scene.authorizeURL(), as: scene.anna)["code"])
            _ = try scene.apple.service.addFault(.status(503), at: .token, count: 2)
            for _ in 0..<2 {
                let answer = try await backend.post("/auth/token", form: scene.tokenForm(code))
                #expect(answer.status == 503)
                #expect(answer.json.isEmpty)
            }
            #expect(try await backend.post("/auth/token", form: scene.tokenForm(code)).status == 200)
            #expect(scene.apple.service.requests().filter { $0.endpoint == .token }.map(\.status) == [503, 503, 200])
        }
    }

    @Test("a malformed-body fault breaks the JSON of a processed request")
    func malformed() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            _ = try scene.apple.service.addFault(.malformedBody, at: .keys, count: 1)
            let broken = try await backend.get("/auth/keys")
            #expect(broken.status == 200)
            #expect(!broken.bytes.isEmpty)
            #expect(broken.json.isEmpty)
            #expect(try await !backend.get("/auth/keys").json.isEmpty)
        }
    }

    @Test("a dropped-connection fault sends no response to a processed request")
    func dropped() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            let code = try #require(scene.apple.service.signIn(at: scene.authorizeURL(), as: scene.anna)["code"])
            _ = try scene.apple.service.addFault(.droppedConnection, at: .token, count: 1)
            await #expect(throws: (any Error).self) { try await backend.post("/auth/token", form: scene.tokenForm(code)) }
            #expect(
                try await backend.post("/auth/token", form: scene.tokenForm(code)).error == "invalid_grant", "the code was used up")
        }
    }

    @Test("a delay fault delays the response")
    func delay() async throws {
        try await EmulatorScene.run { scene in
            _ = try scene.apple.service.addFault(.delay(milliseconds: 300), at: .keys, count: 1)
            let start = ContinuousClock.now
            #expect(try await Caller(scene.apple.baseURL).get("/auth/keys").status == 200)
            #expect(ContinuousClock.now - start >= .milliseconds(300))
        }
    }

    @Test("a wrong-issuer fault changes the issuer of a validly signed token")
    func wrongIssuer() async throws {
        try await EmulatorScene.run { scene in
            let backend = Caller(scene.apple.baseURL)
            let code = try #require(scene.apple.service.signIn(at: scene.authorizeURL(), as: scene.anna)["code"])
            _ = try scene.apple.service.addFault(.wrongIssuer("https://account.apple.com"), at: .token, count: 1)
            let token = try await backend.post("/auth/token", form: scene.tokenForm(code))
            #expect(Claims(token.json["id_token"] as? String)?["iss"] as? String == "https://account.apple.com")
        }
    }
}
