import Secrets
import Testing

@Suite("base64url without padding")
struct Base64URLTests {
    // RFC 4648, section 10, without the padding; the last two hold the characters in which the alphabets differ.
    static let vectors: [(text: String, bytes: [UInt8])] = [
        ("", []),
        ("Zg", Array("f".utf8)),
        ("Zm8", Array("fo".utf8)),
        ("Zm9v", Array("foo".utf8)),
        ("Zm9vYg", Array("foob".utf8)),
        ("Zm9vYmE", Array("fooba".utf8)),
        ("Zm9vYmFy", Array("foobar".utf8)),
        ("-_-_", [0xFB, 0xFF, 0xBF]),
        ("_w", [0xFF]),
    ]

    @Test("the RFC's vectors are encoded and decoded", arguments: vectors)
    func vector(text: String, bytes: [UInt8]) {
        #expect(Base64URL.encode(bytes) == text)
        #expect(Base64URL.decode(text) == bytes)
        #expect(Base64URL.decode(utf8: Array(text.utf8)) == bytes)
        #expect(Base64URL.decode(utf8: text.utf8.lazy.map { $0 }) == bytes)
    }

    @Test(
        "other spellings are rejected",
        arguments: [
            "Zg==", "Zm8=", "Zg=", "Z", "Zm9vY",  // padding, impossible lengths
            "Zh", "Zm9", "Zm9vYh", "_x",  // trailing bits that are not zero
            "+/+/", "Zm9v ", " Zm9v", "Zm\n9v", "Zm9v\n", "Zm9.", "Zm*v",  // other alphabets, white space
            "Zm9é", "Zm9\0", "\u{FF3A}m9v", "@[`{",
        ])
    func rejected(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }

    @Test("of all characters exactly 64 are digits, in each of the four places")
    func alphabet() {
        for place in 0..<4 {
            let accepted = (UInt8.min...UInt8.max).filter { character in
                var text = Array("AAAA".utf8)
                text[place] = character
                return Base64URL.decode(utf8: text) != nil
            }
            #expect(accepted.count == 64)
        }
    }

    @Test(
        "an alphabet differs from the others only in its last two digits",
        arguments: [
            (Base64.url, "-_"), (Base64.standard, "+/"), (Base64(digit62: UInt8(ascii: "."), digit63: UInt8(ascii: "/")), "./"),
        ])
    func digits(of base64: Base64, last: String) {
        let digits = Array(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" + last).utf8)
        for (value, digit) in digits.enumerated() {
            #expect(base64.encode([UInt8(value << 2)]) == String(decoding: [digit, UInt8(ascii: "A")], as: UTF8.self))
            #expect(base64.decode(utf8: [digit, UInt8(ascii: "A")]) == [UInt8(value << 2)])
        }
        for other in UInt8.min...UInt8.max where !digits.contains(other) {
            #expect(base64.decode(utf8: [other, UInt8(ascii: "A")]) == nil)
        }
    }

    @Test("every byte string survives the round trip, and every accepted text is the one spelling")
    func random() {
        let random = PredictableRandomBytes(seed: 4648)
        for count in 0..<200 {
            let bytes = random.bytes(count)
            let text = Base64URL.encode(bytes)
            #expect(Base64URL.decode(text) == bytes)
            #expect(Base64URL.encode(bytes.lazy.map { $0 }) == text)
        }
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=+/ ".utf8)
        for _ in 0..<5_000 {
            let draw = random.bytes(9)
            let text = draw.dropFirst().prefix(Int(draw[0]) % 9).map { digits[Int($0) % digits.count] }
            if let bytes = Base64URL.decode(utf8: text) {
                #expect(Array(Base64URL.encode(bytes).utf8) == text)
            }
        }
    }
}
