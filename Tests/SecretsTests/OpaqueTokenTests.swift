import Secrets
import Testing

@Suite("Opaque tokens")
struct OpaqueTokenTests {
    @Test("a token shown and presented again has the same digest")
    func roundTrip() throws {
        let token = OpaqueToken(random: SystemRandomBytes())
        let text = token.reveal()
        #expect(text.utf8.count == 43)
        #expect(try #require(OpaqueToken(encoded: text)).digest == token.digest)
        #expect(try #require(OpaqueToken(encoded: text)).reveal() == text)
    }

    @Test("the digest is the SHA-256 of the 32 bytes")
    func digest() throws {
        // sha256(00 01 … 1f), by Python's hashlib.
        let expected = "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"
        let token = try #require(OpaqueToken(encoded: Base64URL.encode((0..<32).map { UInt8($0) })))
        #expect(hexadecimal(token.digest.bytes) == expected)
    }

    @Test(
        "a text that is not the one spelling of 32 bytes is rejected",
        arguments: [
            "", "A", String(repeating: "A", count: 42), String(repeating: "A", count: 44),
            String(repeating: "A", count: 43) + "=", String(repeating: "A", count: 42) + "B",
            String(repeating: "A", count: 42) + "=", " " + String(repeating: "A", count: 42),
            String(repeating: "A", count: 42) + "\n", "+" + String(repeating: "A", count: 42),
        ])
    func rejected(text: String) {
        #expect(OpaqueToken(encoded: text) == nil)
    }

    @Test("a canonical last character is accepted", arguments: ["A", "E", "I", "g", "8"])
    func accepted(last: String) {
        #expect(OpaqueToken(encoded: String(repeating: "A", count: 42) + last) != nil)
    }

    @Test("tokens differ")
    func differ() {
        #expect(Set((0..<100).map { _ in OpaqueToken(random: SystemRandomBytes()).digest }).count == 100)
    }

    @Test("a stored digest has 32 bytes", arguments: [0, 31, 32, 33])
    func digestSize(count: Int) {
        #expect((TokenDigest(bytes: [UInt8](repeating: 1, count: count)) != nil) == (count == 32))
    }
}

/// The bytes in lower-case hexadecimal digits.
func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
