import AppleIdentity
import Foundation
import JSONText
import Testing

@Suite("Claims with several forms, and optional claims")
struct LenientClaimTests {
    @Test(
        "true and false can be Booleans or strings; everything else is false",
        arguments: [
            (true, true), ("true", true), (false, false), ("false", false), ("TRUE", false), ("yes", false), (1, false),
            (nil, false),
            (.null, false), ([true], false),
        ] as [(JSONValue?, Bool)])
    func booleans(value: JSONValue?, expected: Bool) throws {
        #expect(try TokenDraft.with("email_verified", value).verdict().get().emailIsVerified == expected)
        #expect(try TokenDraft.with("is_private_email", value).verdict().get().isPrivateEmail == expected)
    }

    @Test(
        "the real user status can be known, unknown or absent, and is never a reason to reject",
        arguments: [
            (0, .unsupported), (1, .unknown), (2, .likelyReal), (7, .other(7)), (-1, .other(-1)), ("2", nil), (nil, nil),
            (["2"], nil),
        ] as [(JSONValue?, RealUserStatus?)])
    func realUserStatus(value: JSONValue?, expected: RealUserStatus?) throws {
        #expect(try TokenDraft.with("real_user_status", value).verdict().get().realUserStatus == expected)
    }

    @Test("an e-mail address may be absent, null or empty", arguments: [nil, .null, ""] as [JSONValue?])
    func email(value: JSONValue?) throws {
        #expect(try TokenDraft.with("email", value).verdict().get().email == nil)
    }

    @Test("an e-mail address that is not a string is rejected")
    func emailKind() throws {
        #expect(try TokenDraft.with("email", ["a@example.com"]).verdict().rejection == .malformedClaims)
    }

    @Test("transfer subject, organization and authentication time are passed on")
    func optionalClaims() throws {
        var draft = TokenDraft.with("transfer_sub", "001542.aa")
        draft.claims["org_id"] = "org"
        draft.claims["auth_time"] = 1_759_999_990
        let identity = try draft.verdict().get()
        #expect(identity.transferSubject == "001542.aa" && identity.organisation == "org")
        #expect(identity.authenticatedAt == Date(timeIntervalSince1970: 1_759_999_990))
        #expect(try TokenDraft.with("auth_time", "x").verdict().get().authenticatedAt == nil)
    }

    @Test("unknown claims are ignored")
    func unknownClaims() throws {
        #expect(try TokenDraft.with("scopes", ["edu.classes.read"]).verdict().rejection == nil)
    }

    @Test(
        "both relay domains are recognized in any case",
        arguments: [
            ("a@privaterelay.appleid.com", .appleID), ("a@PrivateRelay.AppleID.com", .appleID), ("a@private.icloud.com", .iCloud),
            ("a@b@private.icloud.com", .iCloud), ("a@icloud.com", nil), ("a@x.private.icloud.com", nil),
            ("private.icloud.com", nil),
            ("a@private.icloud.com.example", nil), ("", nil), ("@", nil),
        ] as [(String, RelayDomain?)])
    func relayDomain(address: String, expected: RelayDomain?) {
        #expect(RelayDomain(of: address) == expected)
    }
}
