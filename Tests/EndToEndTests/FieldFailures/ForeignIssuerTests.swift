import AppleIdentity
import AppleIdentityEmulator
import JSONText
import Testing

@Suite("Failure 4: an issuer that the attacker names")
struct ForeignIssuerTests {
    static let issuers: [JSONValue?] = [
        nil, .null, "", "https://attacker.example", "https://account.apple.com", "https://appleid.apple.com/",
        "http://appleid.apple.com", "appleid.apple.com", "https://appleid.apple.com.attacker.example",
        "https://appleid.apple.com@attacker.example", "https://APPLEID.apple.com", " https://appleid.apple.com",
        "https://login.microsoftonline.com/common/v2.0", "https://accounts.google.com", ["https://appleid.apple.com"], 7,
    ]

    @Test("failure 4: a token of another issuer than Apple is rejected, even if signed with Apple's key", arguments: issuers)
    func otherIssuer(issuer: JSONValue?) async throws {
        try await ForgeryBench.run { bench, client in
            try await bench.expectRejection(of: { try $0.with("iss", issuer).text }, client)
        }
    }

    @Test("failure 4: the attacker's key is rejected under his issuer or Apple's, and his server receives no request for keys")
    func attackersKeys() async throws {
        let forgeries: [@Sendable (ForgedToken) -> ForgedToken] = [
            { $0.signed(by: .attackers) }, { $0.signedSecretly(by: .attackers) },
            { $0.with("iss", "https://attacker.example").signed(by: .attackers) },
            {
                $0.signed(by: .attackers).withHeader("jku", "https://attacker.example/keys")
                    .withHeader("x5u", "https://attacker.example/chain.pem")
            },
            { $0.signed(by: .attackers).withHeader("iss", "https://attacker.example") },
        ]
        for forgery in forgeries {
            try await ForgeryBench.run { bench, client in
                try await bench.expectRejection(of: { try forgery($0).text }, client)
                #expect(Set(bench.apple.urls) == [AppleEndpoints.apple.keys])
            }
        }
    }

    @Test("failure 4: issuers and keys in Apple's discovery document have no effect")
    func discovery() async throws {
        try await AppleBench.run(settings: { $0.discoveryNamesAccountIssuer = true }) { bench, client in
            try bench.apple.addFault(.wrongIssuer("https://account.apple.com"), at: .native, count: 1)
            #expect(try await client.signIn(bench).code == "apple-token-rejected")
            #expect(try await client.signIn(bench).status == 201)
            #expect(bench.apple.requests().allSatisfy { $0.endpoint != .discovery })
        }
    }
}
