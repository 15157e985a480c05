import AppleIdentity
import Testing

@Suite("The policy for tokens")
struct TokenPolicyTests {
    @Test("a policy requires a client ID")
    func noAudience() {
        #expect(failure { try ClientIDs([String]()) }?.code == .noClientID)
    }

    @Test("a malformed client ID is rejected", arguments: ["", " ", "com.example.app\n", "com.exämple"])
    func malformedClientID(identifier: String) {
        #expect(failure { try ClientIDs(["com.example.app", identifier]) }?.code == .malformedClientID)
    }

    @Test("duplicate client IDs are removed")
    func once() throws {
        #expect(try ClientIDs(["a.b", "c.d", "a.b"]).values == ["a.b", "c.d"])
    }

    @Test("the defaults are Apple's issuer, a leeway of one minute and no maximum age")
    func defaults() throws {
        let policy = try TokenPolicy(audiences: ClientIDs(["a.b"]))
        #expect(policy.issuers == ["https://appleid.apple.com"] && policy.leeway == 60 && policy.maximumAge == nil)
    }

    @Test("a policy requires an issuer", arguments: [[], [""], ["https://appleid.apple.com", ""]])
    func issuers(issuers: [String]) throws {
        let audiences = try ClientIDs(["a.b"])
        #expect(failure { try TokenPolicy(audiences: audiences, issuers: issuers) }?.code == .noIssuer)
    }

    @Test("a leeway of more than ten minutes is rejected", arguments: [-1, 600.5, .infinity, .nan])
    func leeway(leeway: Double) throws {
        let audiences = try ClientIDs(["a.b"])
        #expect(failure { try TokenPolicy(audiences: audiences, leeway: leeway) }?.code == .leewayOutOfRange)
        #expect(throws: Never.self) { try TokenPolicy(audiences: audiences, leeway: 600) }
    }

    @Test("a maximum age must be positive", arguments: [0, -1, .infinity, .nan])
    func maximumAge(age: Double) throws {
        let audiences = try ClientIDs(["a.b"])
        #expect(failure { try TokenPolicy(audiences: audiences, maximumAge: age) }?.code == .maximumAgeOutOfRange)
    }
}
