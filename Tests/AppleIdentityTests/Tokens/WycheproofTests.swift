import AppleIdentity
import ConformanceData
import Foundation
import JSONText
import Testing

@Suite("The JWS vectors of Wycheproof")
struct WycheproofTests {
    struct Vector {
        let number: Int
        let jws: String
        let isValid: Bool
        let key: JSONNode
    }

    /// Valid messages that are rejected, by reason: this library supports only RS256 and ES256, which Apple's tokens use.
    static let rejected: [(reason: String, code: AppleIdentityError.Code, numbers: Set<Int>)] = [
        ("HS256: Apple has no secret keys", .unsupportedAlgorithm, [1, 357, 359, 377]),
        // Marked valid with a question mark after the payload; also HS256.
        ("HS256, and not base64url", .notBase64URL, [373]),
        ("RS384 and RS512", .unsupportedAlgorithm, [265, 267, 269, 271]),
        ("PS256, PS384 and PS512", .unsupportedAlgorithm, [273, 275, 287, 321, 323, 325, 327]),
        ("ES512, under a key whose alg is ES521, which does not exist", .unsupportedAlgorithm, [347, 351]),
    ]

    @Test("no invalid message is accepted, and valid ones are rejected only for a listed reason") func vectors() throws {
        let vectors = try Self.vectors()
        #expect(vectors.count >= 200)
        var unexplained = Self.rejected.reduce(into: Set<Int>()) { $0.formUnion($1.numbers) }
        for vector in vectors {
            let verdict = Result { () throws(AppleIdentityError) in
                let jws = try CompactJWS(vector.jws)
                return try VerificationKey(jwk: vector.key).verify(jws)
            }
            guard vector.isValid else {
                #expect(verdict.rejection != nil, "false accept of \(vector.number)")
                continue
            }
            guard let code = verdict.rejection else { continue }
            let reason = Self.rejected.first { $0.numbers.contains(vector.number) }
            #expect(reason?.code == code, "\(vector.number) is rejected: \(code)")
            unexplained.remove(vector.number)
        }
        #expect(unexplained.isEmpty, "explained, but accepted or absent: \(unexplained.sorted())")
    }

    @Test("keys of other types and for other uses are skipped") func keys() throws {
        var reasons: [String: Int] = [:]
        for vector in try Self.vectors() {
            do {
                _ = try VerificationKey(jwk: vector.key)
            } catch {
                reasons[error.reason, default: 0] += 1
            }
        }
        let words = reasons.keys.joined(separator: " ")
        for reason in [AppleIdentityError.Code.unknownType, .unknownCurve, .unknownAlgorithm, .otherUse] {
            #expect(words.contains(reason.rawValue))
        }
    }

    private static func vectors() throws -> [Vector] {
        let text = Array(try Data(contentsOf: ConformanceData.file("wycheproof/json_web_signature.json")))
        let root = try JSONText.parse(text, limits: JSONLimits(maximumBytes: 4 << 20)).root
        return try #require(root["testGroups"]?.elements).flatMap { group in
            let key = try #require(group["public"] ?? group["private"])
            return try #require(group["tests"]?.elements).map { test in
                Vector(
                    number: try #require(test["tcId"]?.number?.int), jws: try #require(test["jws"]?.string),
                    isValid: test["result"]?.string == "valid", key: key)
            }
        }
    }
}
