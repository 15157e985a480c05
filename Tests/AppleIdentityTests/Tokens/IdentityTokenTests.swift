import AppleIdentity
import Foundation
import JSONText
import Testing

@Suite("Identity tokens")
struct IdentityTokenTests {
    @Test("a valid token of Apple is accepted, and gives the user")
    func accepted() throws {
        let identity = try TokenDraft().verdict().get()
        #expect(identity.issuer == "https://appleid.apple.com")
        #expect(identity.subject == "001542.b04100c51acb48d3a570684f17d6394d.1603")
        #expect(identity.audience == "com.example.app")
        #expect(identity.issuedAt == Date(timeIntervalSince1970: 1_760_000_000))
        #expect(identity.expiresAt == Date(timeIntervalSince1970: 1_760_086_400))
        #expect(identity.email == "abc@privaterelay.appleid.com" && identity.emailIsVerified && identity.isPrivateEmail)
        #expect(identity.isBoundToNonce)
        #expect(identity.realUserStatus == nil && identity.transferSubject == nil && identity.organisation == nil)
    }

    @Test("a token for another accepted client is accepted and names it")
    func otherClient() throws {
        #expect(try TokenDraft.with("aud", "com.example.web").verdict().get().audience == "com.example.web")
    }

    @Test(
        "another issuer than Apple's is rejected, byte for byte",
        arguments: [
            "https://account.apple.com", "https://appleid.apple.com/", "https://appleid.apple.com.evil.example",
            "appleid.apple.com",
            "HTTPS://appleid.apple.com", "https://appleid.apple.com\0", "",
        ])
    func issuer(issuer: String) throws {
        #expect(try TokenDraft.with("iss", .string(issuer)).verdict().rejection == .wrongIssuer)
    }

    @Test("a configured issuer replaces Apple's")
    func configuredIssuer() throws {
        let policy = try TokenPolicy(audiences: ClientIDs([TokenDraft.clientID]), issuers: ["https://account.apple.com"])
        #expect(try TokenDraft.with("iss", "https://account.apple.com").verdict(policy: policy).rejection == nil)
        #expect(try TokenDraft().verdict(policy: policy).rejection == .wrongIssuer)
    }

    @Test(
        "a token for another audience is rejected, and so is one with an additional audience",
        arguments: [
            "com.example.other", "com.example.app.evil", "COM.EXAMPLE.APP", "", [], [""], ["com.example.other"],
            ["com.example.app", "com.example.other"], ["com.example.other", "com.example.app"],
        ] as [JSONValue])
    func audience(audience: JSONValue) throws {
        #expect(try TokenDraft.with("aud", audience).verdict().rejection == .wrongAudience)
    }

    @Test("a Kelvin sign differs from a K, although Swift treats them as equal")
    func canonicalEquivalence() throws {
        let policy = try TokenPolicy(audiences: ClientIDs(["com.example.K"]))
        #expect(try TokenDraft.with("aud", "com.example.K").verdict(policy: policy).rejection == nil)
        #expect(try TokenDraft.with("aud", "com.example.\u{212A}").verdict(policy: policy).rejection == .wrongAudience)
    }

    @Test(
        "a list of audiences is accepted if all are accepted clients",
        arguments: [["com.example.app"], ["com.example.web", "com.example.app"]] as [JSONValue])
    func audiences(audience: JSONValue) throws {
        #expect(try TokenDraft.with("aud", audience).verdict().rejection == nil)
    }

    @Test(
        "times are exact to the second, with the leeway in both directions",
        arguments: [
            (offset: 86_400 + 59.0, rejection: nil), (offset: 86_400 + 60.0, rejection: AppleIdentityError.Code.expired),
            (offset: -60.0, rejection: nil), (offset: -60.5, rejection: .notYetValid), (offset: -86_400, rejection: .notYetValid),
        ])
    func times(offset: Double, rejection: AppleIdentityError.Code?) throws {
        #expect(try TokenDraft().verdict(now: TokenDraft.now.addingTimeInterval(offset)).rejection == rejection)
    }

    @Test(
        "a token older than the maximum age is rejected before it expires",
        arguments: [(360.0, nil), (360.5, AppleIdentityError.Code.tooOld)])
    func maximumAge(offset: Double, rejection: AppleIdentityError.Code?) throws {
        let policy = try TokenPolicy(audiences: ClientIDs([TokenDraft.clientID]), maximumAge: 300)
        #expect(try TokenDraft().verdict(policy: policy, now: TokenDraft.now.addingTimeInterval(offset)).rejection == rejection)
    }

    @Test("the policy sets the leeway", arguments: [(0.0, AppleIdentityError.Code.expired), (10.0, nil)])
    func leeway(leeway: Double, rejection: AppleIdentityError.Code?) throws {
        let policy = try TokenPolicy(audiences: ClientIDs([TokenDraft.clientID]), leeway: leeway)
        #expect(try TokenDraft().verdict(policy: policy, now: TokenDraft.now.addingTimeInterval(86_400)).rejection == rejection)
    }

    @Test(
        "a token is rejected before its nbf",
        arguments: [(1_760_000_060, nil), (1_760_000_061, AppleIdentityError.Code.notYetValid)])
    func notBefore(time: Int, rejection: AppleIdentityError.Code?) throws {
        #expect(try TokenDraft.with("nbf", .integer(time)).verdict().rejection == rejection)
    }

    @Test("a missing claim is rejected", arguments: ["iss", "aud", "exp", "iat", "sub"])
    func missing(claim: String) throws {
        #expect(try TokenDraft.with(claim, nil).verdict().rejection == .malformedClaims)
    }

    @Test(
        "a claim of the wrong type is rejected",
        arguments: ["iss", "aud", "exp", "iat", "nbf", "sub", "nonce", "c_hash", "at_hash"],
        [.null, true, [:], [[:]], "1760000000x"] as [JSONValue])
    func wrongKind(claim: String, value: JSONValue) throws {
        let isString = value.kind == .string && !["exp", "iat", "nbf"].contains(claim)
        guard !isString else { return }
        #expect(try TokenDraft.with(claim, value).verdict().rejection == .malformedClaims)
    }

    @Test(
        "a time that is not a whole number of seconds in range is rejected", arguments: ["exp", "iat"],
        [
            "\"1760000000\"", "1760000000.5", "-1", "0", "1e308", "1e400", "253402300800", "9223372036854775808", "NaN", "Infinity",
            "0x10",
        ])
    func insaneTime(claim: String, value: String) throws {
        var draft = TokenDraft.with(claim, "HERE")
        draft.payload = JSONValue.object(draft.claims).text().replacingOccurrences(of: "\"HERE\"", with: value)
        #expect(try draft.verdict().rejection == .malformedClaims)
    }

    @Test("a whole number is accepted in any notation", arguments: ["1760086400", "1760086400.0", "17600864e2", "1.7600864E+9"])
    func writtenTime(value: String) throws {
        var draft = TokenDraft.with("exp", "HERE")
        draft.payload = JSONValue.object(draft.claims).text().replacingOccurrences(of: "\"HERE\"", with: value)
        #expect(try draft.verdict().get().expiresAt == Date(timeIntervalSince1970: 1_760_086_400))
    }

    @Test("a malformed subject is rejected", arguments: ["", " ", "a b", String(repeating: "a", count: 256), "é", "a\nb"])
    func subject(subject: String) throws {
        #expect(try TokenDraft.with("sub", .string(subject)).verdict().rejection == .malformedClaims)
        #expect(try TokenDraft.with("sub", .string(String(repeating: "a", count: 255))).verdict().rejection == nil)
    }

    @Test(
        "a payload that is not an object, or repeats a name, is rejected",
        arguments: [
            "", "[]", "null", "\"x\"", #"{"iss":"https://appleid.apple.com"} {}"#, #"{"sub":"a","sub":"b"}"#,
            #"{"a":{"b":1,"b":2}}"#, #"{"s\u0075b":"a","sub":"b"}"#, "{\"sub\":\"\u{FEFF}", "\u{FEFF}{}",
        ])
    func payload(payload: String) throws {
        var draft = TokenDraft()
        draft.payload = payload
        #expect(try draft.verdict().rejection == .malformedClaims)
    }

    @Test(
        "a duplicate name deep inside a payload is rejected; the near-twin is accepted",
        arguments: [(1, nil), (2, AppleIdentityError.Code.malformedClaims)])
    func duplicate(count: Int, rejection: AppleIdentityError.Code?) throws {
        var draft = TokenDraft()
        let extra = #","x":[{"y":{"z":1\#(count == 2 ? #","z":1"# : "")}}]}"#
        draft.payload = JSONValue.object(draft.claims).text().dropLast() + extra
        #expect(try draft.verdict().rejection == rejection)
    }

    @Test("descriptions contain no part of the token")
    func redaction() throws {
        let draft = TokenDraft()
        let identity = try draft.verdict().get()
        let jws = try CompactJWS(draft.token)
        var printed = "\(identity) \(String(reflecting: identity)) \(jws) \(String(reflecting: jws))"
        dump(identity, to: &printed)
        dump(jws, to: &printed)
        #expect(
            printed.contains("redacted") && !printed.contains("001542") && !printed.contains("abc@") && !printed.contains("W6WcOKB")
        )
    }
}
