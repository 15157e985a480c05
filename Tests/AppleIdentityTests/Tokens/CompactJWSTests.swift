import AppleIdentity
import Foundation
import JSONText
import Secrets
import Testing

@Suite("The compact form of a JWS")
struct CompactJWSTests {
    @Test("three parts with two dots are parsed, even with an empty payload", arguments: ["{}", ""])
    func read(payload: String) throws {
        let jws = try CompactJWS(TokenSigner.apple.sign(header: TokenSigner.apple.header, payload: Array(payload.utf8)))
        #expect(jws.algorithm == .rs256 && jws.keyID == "W6WcOKB" && jws.unverifiedPayload == Array(payload.utf8))
    }

    @Test(
        "any other number of parts is rejected",
        arguments: [
            "", ".", "..", "...", "HEADER", "HEADER.e30", "HEADER.e30.AA.", ".HEADER.e30.AA", "HEADER.e30.AA.AA", ".e30.AA",
            "HEADER.e30.AA.AA.AA",
        ])
    func parts(shape: String) throws {
        #expect(Self.rejection(shape) == .notCompact)
    }

    @Test(
        "non-canonical base64url is rejected in every part",
        arguments: [
            "HEADER=.e30.AA", "HEADER.e30=.AA", "HEADER.e30.AA==", "HEADER.e31.AA", "HEADER.e30.AB", "HEADER.e30.A",
            " HEADER.e30.AA",
            "HEADER.e30.AA\n", "HEADER.e3 0.AA", "HEADER.e30.+A", "HEADER.e30./A", "HEADER.e30.é", "HEADER.e30.AA\0",
        ])
    func spelling(shape: String) {
        #expect(Self.rejection(shape) == .notBase64URL)
    }

    @Test("their valid near-twins are parsed", arguments: ["HEADER.e30.AA", "HEADER..", "HEADER.e30.-A", "HEADER.e30._w"])
    func twins(shape: String) {
        #expect(Self.rejection(shape) == nil)
    }

    @Test("16 KiB are accepted, and one more byte is rejected")
    func size() {
        let shape = "HEADER.e30."
        let header = Base64URL.encode(Array(#"{"alg":"RS256"}"#.utf8))
        let room = CompactJWS.maximumByteCount - shape.utf8.count - header.utf8.count + "HEADER".utf8.count
        #expect(room % 4 != 1)
        #expect(Self.rejection(shape + String(repeating: "A", count: room)) == nil)
        #expect(Self.rejection(shape + String(repeating: "A", count: room + 1)) == .tooLarge)
        #expect(Self.rejection(String(repeating: ".", count: 10_000_000)) == .tooLarge)
    }

    static let headers: [(text: String, rejection: AppleIdentityError.Code?)] = [
        (#"{"alg":"RS256"}"#, nil), (#"{"kid":"W6WcOKB","alg":"RS256"}"#, nil), (#"{ "alg" : "ES256", "typ":"JWT" }"#, nil),
        (#"{"alg":"RS256","jwk":{"kty":"RSA"},"jku":"https://evil.example","x5u":"https://evil.example","x5c":["AA"]}"#, nil),
        (#"{"\u0061lg":"RS\u003256"}"#, nil),
        (" ", .malformedHeader), ("[]", .malformedHeader), ("null", .malformedHeader), (#"{"alg":"RS256"}{}"#, .malformedHeader),
        (#"{"alg":"RS256","alg":"RS256"}"#, .malformedHeader), (#"{"alg":"none","\u0061lg":"RS256"}"#, .malformedHeader),
        (#"{"alg":"RS256","x":{"a":1,"a":1}}"#, .malformedHeader), ("\u{FEFF}{\"alg\":\"RS256\"}", .malformedHeader),
        (#"{"alg":["RS256"]}"#, .malformedHeader), (#"{"alg":null}"#, .malformedHeader),
        (#"{"alg":"RS256","kid":7}"#, .malformedHeader),
        (#"{"alg":"RS256","kid":null}"#, .malformedHeader), (#"{"alg":"RS256"}"# + "\0", .malformedHeader),
        ("{}", .unsupportedAlgorithm), (#"{"kid":"W6WcOKB"}"#, .unsupportedAlgorithm), (#"{"ALG":"RS256"}"#, .unsupportedAlgorithm),
        (#"{"alg":"none"}"#, .unsupportedAlgorithm), (#"{"alg":"None"}"#, .unsupportedAlgorithm),
        (#"{"alg":""}"#, .unsupportedAlgorithm),
        (#"{"alg":"HS256"}"#, .unsupportedAlgorithm), (#"{"alg":"PS256"}"#, .unsupportedAlgorithm),
        (#"{"alg":"RS1"}"#, .unsupportedAlgorithm), (#"{"alg":"rs256"}"#, .unsupportedAlgorithm),
        (#"{"alg":"RS256 "}"#, .unsupportedAlgorithm), (#"{"alg":"RS256\u0000"}"#, .unsupportedAlgorithm),
        (#"{"alg":"RS256","crit":["exp"]}"#, .criticalHeader), (#"{"alg":"RS256","crit":[]}"#, .criticalHeader),
        (#"{"alg":"RS256","crit":null}"#, .criticalHeader), (#"{"alg":"RS256","b64":false}"#, .unencodedPayload),
        (#"{"alg":"RS256","b64":true}"#, .unencodedPayload), (#"{"alg":"RS256","b64":false,"crit":["b64"]}"#, .unencodedPayload),
        ("{\"alg\":\"RS256\",\"x\":" + String(repeating: "[", count: 5_000), .malformedHeader),
    ]

    @Test("a header is parsed strictly, and rejected if it is ambiguous", arguments: headers)
    func header(text: String, rejection: AppleIdentityError.Code?) {
        #expect(Self.rejection("HEADER.e30.AA", header: text) == rejection)
    }

    private static func rejection(_ shape: String, header: String = #"{"alg":"RS256"}"#) -> AppleIdentityError.Code? {
        let token = shape.replacingOccurrences(of: "HEADER", with: Base64URL.encode(Array(header.utf8)))
        return Result { () throws(AppleIdentityError) in try CompactJWS(token) }.rejection
    }
}
