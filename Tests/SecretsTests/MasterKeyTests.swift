import Secrets
import Testing

@Suite("The master key")
struct MasterKeyTests {
    static let counting = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="

    @Test("standard base64 and base64url, with and without padding, are one key")
    func spellings() throws {
        let standard = "+/+/" + String(repeating: "A", count: 38) + "A="
        let spellings = [
            standard, String(standard.dropLast()), "-_-_" + standard.dropFirst(4), "-_-_" + standard.dropFirst(4).dropLast(),
        ]
        for spelling in spellings {
            #expect(try #require(MasterKey(base64: String(spelling))).revealBase64() == standard)
        }
    }

    @Test(
        "other texts are rejected",
        arguments: [
            "", "AAAA", counting + "\n", " " + counting, counting + "=", String(counting.dropLast(2)),
            String(counting.dropLast(2)) + "9=", "+-" + counting.dropFirst(2), "AA" + counting, "é" + counting.dropFirst(),
            String(repeating: "=", count: 44), String(repeating: "A", count: 42) + "==",
        ])
    func rejected(text: String) {
        #expect(MasterKey(base64: text) == nil)
    }

    @Test("a random key survives its text")
    func random() throws {
        let key = MasterKey.random(SystemRandomBytes())
        let again = try #require(MasterKey(base64: key.revealBase64()))
        #expect(again.authenticationKey(for: .example).tag(for: [1]) == key.authenticationKey(for: .example).tag(for: [1]))
    }

    @Test("the derivation and the tag are as another implementation computes them")
    func knownAnswer() throws {
        // HKDF and HMAC by Python's cryptography and hmac, with the info "latchkey/v1\nauthenticate\nexample".
        let key = try #require(MasterKey(base64: Self.counting))
        let tag = key.authenticationKey(for: .example).tag(for: Array("message".utf8))
        #expect(hexadecimal(tag) == "58f4a43337281fd905330df1127e130ce97d6d33b6886c84bdfb2ecaaece2ad0")
    }

    @Test("keys of other purposes, kinds and masters are other keys")
    func separation() throws {
        let key = try #require(MasterKey(base64: Self.counting))
        let stranger = MasterKey.random(PredictableRandomBytes(seed: 2))
        #expect(key.authenticationKey(for: .example).tag(for: []) != key.authenticationKey(for: .other).tag(for: []))
        #expect(key.authenticationKey(for: .example).tag(for: []) != stranger.authenticationKey(for: .example).tag(for: []))
        #expect(key.fingerprint != stranger.fingerprint)
        #expect(key.sealingKey(for: .example).fingerprint == key.fingerprint)
    }

    @Test("a tag is valid only for its message, and only if it is complete")
    func tags() throws {
        let key = try #require(MasterKey(base64: Self.counting)).authenticationKey(for: .example)
        let tag = key.tag(for: [1, 2, 3])
        #expect(key.isValid(tag, for: [1, 2, 3]))
        #expect(!key.isValid(tag, for: [1, 2, 4]))
        #expect(!key.isValid(tag.dropLast(), for: [1, 2, 3]))
        #expect(!key.isValid([], for: [1, 2, 3]))
        for index in tag.indices {
            var changed = tag
            changed[index] ^= 1
            #expect(!key.isValid(changed, for: [1, 2, 3]))
        }
    }
}
