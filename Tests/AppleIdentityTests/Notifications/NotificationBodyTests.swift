import AppleIdentity
import Foundation
import TestKit
import Testing

@Suite("Bodies of notifications")
struct NotificationBodyTests {
    private func code(_ body: String) throws -> String? {
        if case .failure(let rejection) = try NotificationDraft.verdict(Array(body.utf8)) { rejection.code.rawValue } else { nil }
    }

    @Test("a body must be an object with only the member payload")
    func form() throws {
        let token = try NotificationDraft().token
        #expect(try code(#" { "payload" : "\#(token)" } "#) == nil)
        #expect(try code(#"{"p\u0061yload":"\#(token)"}"#) == nil)
        for body in [
            "", "{}", "[]", "null", #""\#(token)""#, token, #"{"payload":null}"#, #"{"payload":["\#(token)"]}"#,
            #"{"Payload":"\#(token)"}"#,
            #"{"payload":"\#(token)","more":1}"#, #"{"payload":"\#(token)","payload":"\#(token)"}"#, #"{"payload":"\#(token)"}x"#,
            "payload=\(token)", #"{"payload":"\#(token)"#,
        ] {
            #expect(try code(body) == "malformed-body", "\(body.prefix(30))")
        }
    }

    @Test("a malformed signed message has its own error")
    func messages() throws {
        #expect(try code(#"{"payload":""}"#) == "not-compact")
        #expect(try code(#"{"payload":"a.b.c"}"#) == "not-base64url")
        #expect(try code(#"{"payload":"e30.e30.e30"}"#) == "unsupported-algorithm")
        #expect(try code(#"{"payload":"\#(String(repeating: "a", count: 16_385))"}"#) == "too-large")
    }

    @Test("a body over 32 KiB is rejected unread, one of 32 KiB is accepted")
    func size() throws {
        let body = #"{"payload":"\#(try NotificationDraft().token)"}"#
        let padding = String(repeating: " ", count: 32_768 - body.utf8.count)
        #expect(try code(body + padding) == nil)
        #expect(try code(body + padding + " ") == "malformed-body")
    }

    @Test("random changes never create another notification", arguments: [51, 52, 53] as [UInt64])
    func mutations(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let body = try NotificationDraft().body
        let good = try NotificationDraft().accepted()
        for _ in 0..<2_000 {
            guard case .success(let read) = try NotificationDraft.verdict(random.mutate(body)) else { continue }
            // Only white space and the encoding of the envelope can have changed.
            #expect(read.id == good.id && read.event == good.event && read.audience == good.audience)
        }
    }

    @Test(
        "randomly changed, validly signed claims are rejected or still name an accepted audience",
        arguments: [54, 55] as [UInt64])
    func claims(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let token = try NotificationDraft().token
        let payload = try CompactJWS(token).unverifiedPayload
        let signer = TokenSigner.p256
        for _ in 0..<400 {
            let changed = random.mutate(payload)
            let body = Array(#"{"payload":"\#(try signer.sign(header: signer.header, payload: changed))"}"#.utf8)
            guard case .success(let read) = try NotificationDraft.verdict(body) else { continue }
            let claims = try #require(try JSONSerialization.jsonObject(with: Data(changed)) as? [String: Any])
            #expect(claims["jti"] as? String == read.id.text && claims["iss"] as? String == "https://appleid.apple.com")
        }
    }
}
