import AppleIdentityEmulator
import Foundation
import Testing

@Suite("Faults")
struct FaultTests {
    @Test("token faults change exactly the named claim, for the requested number of requests")
    func tokenFaults() async throws {
        let bench = try await ServiceBench()
        try bench.service.addFault(.wrongIssuer("https://account.apple.com"), at: .native, count: 1)
        try bench.service.addFault(.wrongAudience("com.example.evil"), at: .native, count: 1)
        try bench.service.addFault(.foreignEmail("victim@example.com"), at: .native, count: 1)
        let spoilt = try Claim.part(1, of: bench.signInNatively(.init(email: .hide)).identityToken)
        #expect(spoilt["iss"] == "https://account.apple.com" && spoilt["aud"] == "com.example.evil")
        #expect(spoilt["email"] == "victim@example.com" && spoilt["email_verified"] == true && spoilt["is_private_email"] == nil)
        #expect(bench.service.faults.isEmpty)
        let sound = try Claim.part(1, of: bench.signInNatively().identityToken)
        #expect(sound["iss"] == "https://appleid.apple.com" && sound["aud"] == "com.example.app")
        #expect(sound["sub"] == spoilt["sub"])
    }

    @Test(
        "a stale token has expired, and a wrong signature verifies with no key",
        arguments: [Endpoint.native, .token, .authorize, .notification])
    func staleAndForged(_ endpoint: Endpoint) async throws {
        let bench = try await ServiceBench()
        let keys = try PublishedKeys(bench.service.keySet())
        for kind in [Fault.Kind.stale, .wrongSignature] {
            try bench.service.addFault(kind, at: endpoint, count: 1)
            let token: String
            switch endpoint {
            case .native: token = try bench.signInNatively().identityToken
            case .token: token = try #require(try bench.exchange(bench.signIn()["code"]).get().identityToken)
            case .authorize: token = try #require(try bench.signIn(["response_type": "code id_token"])["id_token"])
            default:
                _ = try bench.signInNatively()
                try bench.service.revokeConsent(of: bench.anna, primary: bench.app)
                token = try #require(bench.service.notifications.last).payload
            }
            #expect(try keys.verify(token) == (kind == .stale))
            let expiry = try #require(Claim.part(1, of: token)["exp"]?.number)
            #expect((expiry < Int(bench.clock.now.timeIntervalSince1970)) == (kind == .stale))
        }
    }

    @Test("a stale key set is the one before the last rotation")
    func staleKeys() async throws {
        let bench = try await ServiceBench()
        let before = bench.service.keySet()
        try await bench.service.rotateKeys(.abrupt)
        try bench.service.addFault(.stale, at: .keys, count: 1)
        #expect(bench.service.keySet() == before)
        #expect(bench.service.keySet() != before)
    }

    @Test("transport faults are returned once per request and counted down")
    func transportFaults() async throws {
        let bench = try await ServiceBench()
        try bench.service.addFault(.status(503), at: .token, count: 2)
        let lasting = try bench.service.addFault(.delay(milliseconds: 50), at: .token)
        try bench.service.addFault(.wrongIssuer("x"), at: .token)
        #expect(bench.service.takeTransportFaults(.token) == [.status(503), .delay(milliseconds: 50)])
        #expect(bench.service.takeTransportFaults(.keys).isEmpty)
        #expect(bench.service.takeTransportFaults(.token) == [.status(503), .delay(milliseconds: 50)])
        #expect(bench.service.takeTransportFaults(.token) == [.delay(milliseconds: 50)])
        try bench.service.removeFault(lasting.id)
        #expect(bench.service.takeTransportFaults(.token).isEmpty)
        #expect(throws: EmulatorError.self) { try bench.service.removeFault(lasting.id) }
        bench.service.removeAllFaults()
        #expect(bench.service.faults.isEmpty)
    }

    @Test("faults that are out of range, or without effect at the endpoint, are rejected")
    func unfit() async throws {
        let bench = try await ServiceBench()
        let bad: [(Fault.Kind, Endpoint, Int?)] = [
            (.delay(milliseconds: -1), .token, nil), (.delay(milliseconds: 600_001), .token, nil), (.status(499), .token, nil),
            (.status(600), .token, nil), (.status(500), .token, 0), (.status(500), .token, -1), (.wrongIssuer("x"), .keys, nil),
            (.foreignEmail("x"), .revoke, nil), (.stale, .discovery, nil), (.malformedBody, .native, nil),
            (.status(503), .notification, nil), (.malformedBody, .notification, nil), (.droppedConnection, .notification, nil),
            (.wrongIssuer(String(repeating: "x", count: 1_025)), .token, nil), (.delay(milliseconds: 1), .relay, nil),
        ]
        for (kind, endpoint, count) in bad {
            #expect(throws: EmulatorError.self) { try bench.service.addFault(kind, at: endpoint, count: count) }
        }
        for endpoint in Endpoint.allCases where endpoint != .relay {
            try bench.service.addFault(.delay(milliseconds: 1), at: endpoint)
        }
        for kind in [Fault.Kind.status(503), .droppedConnection] { try bench.service.addFault(kind, at: .native) }
        for _ in bench.service.faults.count..<100 { try bench.service.addFault(.malformedBody, at: .token) }
        #expect(throws: EmulatorError.self) { try bench.service.addFault(.malformedBody, at: .token) }
    }
}
