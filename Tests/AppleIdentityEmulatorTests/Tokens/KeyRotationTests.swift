import AppleIdentityEmulator
import Testing

@Suite("The service's keys")
struct KeyRotationTests {
    private func token(_ bench: ServiceBench) throws -> String {
        try bench.signInNatively().identityToken
    }

    @Test("tokens and notifications verify with the key of their kid in the key set")
    func verifying() async throws {
        let bench = try await ServiceBench()
        let keys = try PublishedKeys(bench.service.keySet())
        #expect(keys.keys.count == 2)
        #expect(try keys.verify(token(bench)))
        #expect(try keys.verify(#require(try bench.exchange(bench.signIn()["code"]).get().identityToken)))
        try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
        #expect(try keys.verify(bench.service.notifications[0].payload))
    }

    @Test("the current key is not the first of the set")
    func notTheFirst() async throws {
        let bench = try await ServiceBench()
        let keys = try PublishedKeys(bench.service.keySet())
        #expect(try PublishedKeys.id(of: token(bench)) == keys.ids.last)
    }

    @Test("a gradual rotation keeps the previous key listed", arguments: [1, 2, 3])
    func gradual(_ size: Int) async throws {
        var settings = AppleServiceSettings()
        settings.listedKeys = size
        let bench = try await ServiceBench(settings: settings)
        let old = try token(bench)
        try await bench.service.rotateKeys(.gradual)
        let keys = try PublishedKeys(bench.service.keySet())
        #expect(keys.ids.count == size)
        #expect(try keys.verify(token(bench)))
        #expect(try keys.verify(old) == (size > 1))
    }

    @Test("an abrupt rotation lists only the new key while old tokens are still valid")
    func abrupt() async throws {
        let bench = try await ServiceBench()
        let old = try token(bench)
        try await bench.service.rotateKeys(.abrupt)
        let keys = try PublishedKeys(bench.service.keySet())
        #expect(keys.ids.count == 1)
        #expect(try keys.verify(token(bench)))
        #expect(try !keys.verify(old))
        #expect(bench.service.signingKeys.map(\.isListed) == [false, false, true])
    }

    @Test("in the 2022 variant, tokens are signed with a key that the set does not list")
    func unlisted() async throws {
        let bench = try await ServiceBench()
        let before = try PublishedKeys(bench.service.keySet())
        try await bench.service.rotateKeys(.unlisted)
        let keys = try PublishedKeys(bench.service.keySet())
        let strange = try token(bench)
        #expect(!keys.ids.contains(try PublishedKeys.id(of: strange)))
        #expect(try before.verify(strange))
        try await bench.service.rotateKeys(.gradual)
        #expect(try PublishedKeys(bench.service.keySet()).verify(token(bench)))
    }

    @Test("key IDs have the configured length", arguments: 6...10)
    func identifierLength(_ length: Int) async throws {
        var settings = AppleServiceSettings()
        settings.signingKeyIDLength = length
        let bench = try await ServiceBench(settings: settings)
        #expect(try PublishedKeys(bench.service.keySet()).ids.allSatisfy { $0.count == length })
    }

    @Test("32 keys are kept, and the signing key is never dropped")
    func bounded() async throws {
        let bench = try await ServiceBench()
        for _ in 0..<40 { try await bench.service.rotateKeys(.unlisted) }
        let keys = bench.service.signingKeys
        #expect(keys.count == 32 && keys.filter(\.signs).count == 1 && keys.filter(\.isListed).count == 1)
        #expect(try token(bench).isEmpty == false)
    }

    @Test("a failing key source changes nothing")
    func failingSource() async throws {
        let service = try await AppleService(
            clock: EmulatedClock(stoppedAt: ServiceBench.noon), keyMaker: .reusing(Array(RSAKeys.pem.prefix(1))))
        #expect(service.signingKeys.count == 2)
        await #expect(throws: EmulatorError.self) {
            _ = try await AppleService(clock: EmulatedClock(stoppedAt: ServiceBench.noon), keyMaker: .reusing([]))
        }
    }

    @Test("keys are generated if none are given")
    func generating() async throws {
        let service = try await AppleService(clock: EmulatedClock(stoppedAt: ServiceBench.noon))
        #expect(try PublishedKeys(service.keySet()).ids.count == 2)
    }
}

@Suite("Discovery")
struct DiscoveryTests {
    @Test("the document matches Apple's last observed one")
    func document() async throws {
        let bench = try await ServiceBench()
        let document = try Claim.json(bench.service.discoveryDocument())
        #expect(document["issuer"] == "https://appleid.apple.com")
        #expect(document["authorization_endpoint"] == "https://appleid.apple.com/auth/authorize")
        #expect(document["token_endpoint"] == "https://appleid.apple.com/auth/token")
        #expect(document["jwks_uri"] == "https://appleid.apple.com/auth/keys")
        #expect(document["response_types_supported"]?.list == ["code"])
        #expect(document["id_token_signing_alg_values_supported"]?.list == ["RS256"])
        #expect(document["userinfo_endpoint"] == nil)
    }

    @Test("the issuer changes only in discovery, and the endpoints follow the base URL")
    func flip() async throws {
        let bench = try await ServiceBench()
        try bench.service.changeSettings { $0.discoveryNamesAccountIssuer = true }
        let document = try Claim.json(bench.service.discoveryDocument(base: "http://127.0.0.1:8090"))
        #expect(document["issuer"] == "https://account.apple.com")
        #expect(document["token_endpoint"] == "http://127.0.0.1:8090/auth/token")
        #expect(try Claim.part(1, of: bench.signInNatively().identityToken)["iss"] == "https://appleid.apple.com")
    }
}
