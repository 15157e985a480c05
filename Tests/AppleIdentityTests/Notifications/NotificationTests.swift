import AppleIdentity
import Foundation
import JSONText
import Testing

@Suite("Notifications")
struct NotificationTests {
    private func subject() throws -> UserSubject { try #require(UserSubject(NotificationDraft.subject)) }

    @Test("a notification in Apple's form is accepted")
    func wire() throws {
        let notification = try NotificationDraft().accepted()
        #expect(notification.id.text == "jti-1" && notification.audience == "com.example.app")
        #expect(notification.issuedAt == NotificationDraft.now)
        #expect(notification.acceptedUntil == Date(timeIntervalSince1970: 1_760_086_460))
        #expect(abs(notification.occurredAt.timeIntervalSince1970 - 1_759_999_990.123) < 0.001)
        #expect(notification.event == .consentRevoked(subject: try subject()))
    }

    @Test("RS256 and events as an object are accepted too")
    func documented() throws {
        var draft = NotificationDraft()
        (draft.signer, draft.eventsAreAnObject) = (.apple, true)
        draft.event["event_time"] = 1_759_999_990
        let notification = try draft.accepted()
        #expect(notification.occurredAt == Date(timeIntervalSince1970: 1_759_999_990))
        #expect(notification.event.type == "consent-revoked")
    }

    @Test("both types of account deletion have the same meaning", arguments: ["account-delete", "account-deleted"])
    func deletion(type: String) throws {
        #expect(try NotificationDraft.event(type).accepted().event == .accountDeleted(subject: try subject()))
    }

    @Test("changes of forwarding have the address", arguments: [true, "true", false, "false", nil] as [JSONValue?])
    func email(isPrivate: JSONValue?) throws {
        let expected = isPrivate == true || isPrivate == "true"
        for type in ["email-enabled", "email-disabled"] {
            let draft = NotificationDraft.event(type, ("email", "x@privaterelay.appleid.com"), ("is_private_email", isPrivate))
            let subject = try self.subject()
            switch try draft.accepted().event {
            case .emailEnabled(subject, let email): #expect(type == "email-enabled" && email?.isPrivate == expected)
            case .emailDisabled(subject, let email):
                #expect(type == "email-disabled" && email?.address == "x@privaterelay.appleid.com" && email?.isPrivate == expected)
            default: Issue.record("another event")
            }
        }
    }

    @Test("a malformed address is omitted", arguments: [nil, "", "x", 5, "a\u{202E}@b.c", .null] as [JSONValue?])
    func noEmail(value: JSONValue?) throws {
        let event = try NotificationDraft.event("email-enabled", ("email", value)).accepted().event
        #expect(event == .emailEnabled(subject: try subject(), email: nil))
    }

    @Test("an unknown type is kept, with or without a subject")
    func unknown() throws {
        #expect(
            try NotificationDraft.event("passkey-added").accepted().event
                == .unknown(type: "passkey-added", subject: try subject()))
        let bare = try NotificationDraft.event("Consent-Revoked", ("sub", nil)).accepted().event
        #expect(bare == .unknown(type: "Consent-Revoked", subject: nil) && bare.subject == nil)
        let hostile = try NotificationDraft.event("a\u{1B}b" + String(repeating: "x", count: 100)).accepted().event
        #expect(hostile.type == "a?b" + String(repeating: "x", count: 61))
    }

    @Test(
        "a time is milliseconds or seconds, and any other falls back to the issue time",
        arguments: [
            (1_759_999_990, 1_759_999_990), (1_759_999_990_000, 1_759_999_990), (99_999_999_999, 99_999_999_999),
            (100_000_000_000, 100_000_000), (nil, 1_760_000_000), (0, 1_760_000_000), (-5, 1_760_000_000), ("1", 1_760_000_000),
            (1_000_000_000_000_000_000, 1_760_000_000), (.null, 1_760_000_000),
        ] as [(JSONValue?, Double)])
    func times(value: JSONValue?, expected: Double) throws {
        let notification = try NotificationDraft.event("consent-revoked", ("event_time", value)).accepted()
        #expect(notification.occurredAt.timeIntervalSince1970 == expected)
    }

    @Test(
        "a known event without a subject is rejected",
        arguments: ["email-enabled", "email-disabled", "consent-revoked", "account-delete", "account-deleted"])
    func withoutSubject(type: String) throws {
        for value in [nil, "", 5, "a b", .null] as [JSONValue?] {
            #expect(try NotificationDraft.event(type, ("sub", value)).rejection() == "malformed-event")
        }
        #expect(try NotificationDraft.event(type).rejection() == nil)
    }

    @Test(
        "a malformed events claim is rejected",
        arguments: [
            .null, 5, true, [], "", "x", "[]", "null", "{}", [:], ["type": 5], ["type": ""], #"{"type":"a","type":"b"}"#,
            #""{\"type\":\"consent-revoked\"}""#, [["type": "consent-revoked", "sub": "1"]],
        ] as [JSONValue])
    func events(value: JSONValue) throws {
        var draft = NotificationDraft()
        draft.events = value
        #expect(try draft.rejection() == "malformed-event")
    }

    @Test(
        "every check of an identity token applies to notifications",
        arguments: [
            ("iss", "https://account.apple.com", "wrong-issuer"), ("iss", nil, "malformed-claims"),
            ("aud", "com.example.other", "wrong-audience"), ("aud", [], "wrong-audience"),
            ("aud", ["com.example.app", "com.example.other"], "wrong-audience"), ("aud", nil, "malformed-claims"),
            ("exp", 1_759_999_940, "expired"), ("exp", nil, "malformed-claims"), ("iat", 1_760_000_061, "not-yet-valid"),
            ("iat", nil, "malformed-claims"), ("jti", nil, "malformed-event"), ("jti", "", "malformed-event"),
            ("jti", 1, "malformed-event"),
            ("jti", .string(String(repeating: "x", count: 256)), "malformed-event"), ("events", nil, "malformed-event"),
        ] as [(String, JSONValue?, String)])
    func guards(name: String, value: JSONValue?, code: String) throws {
        #expect(try NotificationDraft.with(name, value).rejection() == code)
    }

    @Test(
        "their valid near-twins are accepted",
        arguments: [
            ("aud", "com.example.web"), ("aud", ["com.example.app"]), ("exp", 1_759_999_941), ("iat", 1_760_000_060),
            ("jti", .string(String(repeating: "x", count: 255))), ("sub", "other"),
        ] as [(String, JSONValue)])
    func neighbours(name: String, value: JSONValue) throws {
        #expect(try NotificationDraft.with(name, value).rejection() == nil)
    }

    @Test("an unknown key and the signature of another key are rejected")
    func signatures() throws {
        var draft = NotificationDraft()
        draft.signer = .other
        #expect(try draft.rejection() == "unknown-key")
        draft.signer = TokenSigner.quick(TokenSigner.apple.keyID)
        #expect(try draft.rejection() == "algorithm-mismatch")
        draft.signer = TokenSigner(keyID: TokenSigner.p256.keyID, material: ClientSample.material)
        #expect(try draft.rejection() == "wrong-signature")
    }
}

extension ClientSample {
    static var material: TokenSigner.Material { .p256(privateKey) }
}
