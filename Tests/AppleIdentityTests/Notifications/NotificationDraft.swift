import AppleIdentity
import Foundation
import JSONText

/// A valid notification, for a test to change one thing. Has Apple's form: events as a string, times in milliseconds.
struct NotificationDraft {
    static let now = Date(timeIntervalSince1970: 1_760_000_000)
    static let subject = "001542.b04100c51acb48d3a570684f17d6394d.1603"

    var signer = TokenSigner.p256
    var event = JSONObject([
        ("type", "consent-revoked"), ("sub", .string(subject)), ("event_time", 1_759_999_990_123),
    ])
    var claims = JSONObject([
        ("iss", "https://appleid.apple.com"), ("aud", "com.example.app"), ("exp", 1_760_086_400), ("iat", 1_760_000_000),
        ("jti", "jti-1"), ("events", nil),
    ])
    var eventsAreAnObject = false
    /// The raw events claim, in place of ``event``.
    var events: JSONValue?

    static func with(_ name: String, _ value: JSONValue?) -> NotificationDraft {
        var draft = NotificationDraft()
        draft.claims[name] = value
        return draft
    }

    static func event(_ type: String, _ more: (String, JSONValue?)...) -> NotificationDraft {
        var draft = NotificationDraft()
        draft.event["type"] = .string(type)
        for (name, value) in more { draft.event[name] = value }
        return draft
    }

    var token: String {
        get throws {
            var claims = claims
            if claims["events"] != nil {
                claims["events"] = events ?? (eventsAreAnObject ? .object(event) : .string(JSONValue.object(event).text()))
            }
            return try signer.sign(header: signer.header, payload: JSONValue.object(claims).bytes())
        }
    }

    var body: [UInt8] {
        get throws { Array(#"{"payload":"\#(try token)"}"#.utf8) }
    }

    func verdict(now: Date = now) throws -> Result<AppleNotification, AppleIdentityError> {
        try Self.verdict(body, now: now)
    }

    static func verdict(_ body: [UInt8], now: Date = now) throws -> Result<AppleNotification, AppleIdentityError> {
        let (verifier, keys) = (try verifier(), try keys())
        return Result { () throws(AppleIdentityError) in try verifier.verify(body, with: keys, now: now) }
    }

    static func verifier() throws -> NotificationVerifier {
        NotificationVerifier(policy: try TokenPolicy(audiences: ClientIDs(["com.example.app", "com.example.web"])))
    }

    static func keys() throws -> AppleKeySet { try AppleKeySet(keySetText(.p256, .apple)) }

    func accepted() throws -> AppleNotification { try verdict().get() }

    /// The error code; nil if the notification is accepted.
    func rejection(now: Date = now) throws -> String? {
        if case .failure(let rejection) = try verdict(now: now) { rejection.code.rawValue } else { nil }
    }
}
