import AppleIdentity
import Foundation
import JSONText
import Secrets
import TestKit
import Testing

@Suite("Randomly changed tokens")
struct TokenMutationTests {
    @Test("no change of a valid token gives another valid token", arguments: [1, 2, 3] as [UInt64])
    func tokens(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let token = Array(try TokenDraft().token.utf8)
        let keys = try AppleKeySet(keySetText(.apple, .other, .p256))
        let policy = try TokenPolicy(audiences: ClientIDs([TokenDraft.clientID]))
        for _ in 0..<2_000 {
            let changed = random.mutate(token)
            guard changed != token else { continue }
            let verdict = TokenDraft.verdict(
                String(decoding: changed, as: UTF8.self), keys: keys, policy: policy, nonce: .exact(TokenDraft.nonce))
            #expect(verdict.rejection != nil, "accepted: \(String(decoding: changed, as: UTF8.self))")
        }
    }

    @Test("changed, validly signed claims are rejected or still name their audience", arguments: [4, 5, 6] as [UInt64])
    func claims(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        // Quick to sign.
        let claims = JSONValue.object(TokenDraft().claims).bytes()
        let keys = try AppleKeySet(keySetText(.p256))
        let policy = try TokenPolicy(audiences: ClientIDs([TokenDraft.clientID]))
        for _ in 0..<300 {
            let payload = random.mutate(claims)
            let token = try TokenSigner.p256.sign(header: TokenSigner.p256.header, payload: payload)
            guard
                case .success(let identity) = TokenDraft.verdict(token, keys: keys, policy: policy, nonce: .exact(TokenDraft.nonce))
            else {
                continue
            }
            // Foundation's parser is far more lenient: it must give the same result for every accepted payload.
            let read = try #require(try JSONSerialization.jsonObject(with: Data(payload)) as? [String: Any])
            #expect(read["iss"] as? String == "https://appleid.apple.com" && read["aud"] as? String == TokenDraft.clientID)
            #expect(read["sub"] as? String == identity.subject)
            #expect((read["exp"] as? Double).map { $0 > TokenDraft.now.timeIntervalSince1970 - 60 } == true)
        }
    }

    @Test("the fast parser of Apple's headers agrees with the JSON parser", arguments: [7, 8, 9] as [UInt64])
    func headers(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let header = Array(TokenSigner.apple.header.utf8)
        for round in 0..<5_000 {
            let changed = round == 0 ? header : random.mutate(header)
            guard !changed.isEmpty else { continue }
            let token = Base64URL.encode(changed) + ".e30.AA"
            let spaced = Base64URL.encode(changed + Array(" ".utf8)) + ".e30.AA"
            let (short, long) = (Self.read(token), Self.read(spaced))
            #expect(short == long, "\(String(decoding: changed, as: UTF8.self))")
        }
    }

    private static func read(_ token: String) -> String {
        switch Result(catching: { () throws(AppleIdentityError) in try CompactJWS(token) }) {
        case .success(let jws): "\(jws.algorithm) \(jws.keyID.map { "\(Array($0.utf8))" } ?? "none")"
        case .failure(let rejection): rejection.code.description
        }
    }
}

extension SeededGenerator {
    /// The bytes with one to three small changes: one put in, taken out, replaced or doubled, a piece moved.
    mutating func mutate(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        let interesting = Array(#""{}[]:,.\=-_+/ 0123456789eEtrufalsn"#.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &self) where !bytes.isEmpty {
            let index = Int.random(in: bytes.indices, using: &self)
            let byte =
                Bool.random(using: &self) ? interesting.randomElement(using: &self) ?? 0 : UInt8.random(in: 0...255, using: &self)
            switch Int.random(in: 0..<6, using: &self) {
            case 0: bytes[index] = byte
            case 1: bytes.insert(byte, at: index)
            case 2: bytes.remove(at: index)
            case 3: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 4: bytes.removeSubrange(index...)
            default:
                let end = min(bytes.count, index + Int.random(in: 1...20, using: &self))
                bytes.insert(contentsOf: bytes[index..<end], at: Int.random(in: bytes.indices, using: &self))
            }
        }
        return bytes
    }
}
