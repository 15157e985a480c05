import OneTimeCodes
import TestKit
import Testing

@Suite("otpauth URIs")
struct OTPAuthURITests {
    private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    @Test("a URI with all parameters survives a round trip")
    func roundTrip() throws {
        for text in [
            "otpauth://totp/Example:anna%40example.com?secret=\(Self.secret)&issuer=Example&algorithm=SHA256&digits=8&period=60",
            "otpauth://hotp/Example%20%26%20Co:anna?secret=\(Self.secret)&issuer=Example%20%26%20Co&algorithm=SHA1&digits=6&counter=7",
            "otpauth://totp/anna?secret=\(Self.secret)&algorithm=SHA512&digits=7&period=30",
        ] {
            #expect(try OTPAuthURI(text).unprotectedText == text)
        }
    }

    @Test("omitted parameters have their default values")
    func defaults() throws {
        let uri = try OTPAuthURI("OTPAUTH://TOTP/Example%3A%20anna?secret=\(Self.secret)&image=https%3A%2F%2Fa")
        #expect(uri.account == "anna")
        #expect(uri.issuer == "Example")
        guard case .totp(let totp) = uri.kind else {
            Issue.record("not totp")
            return
        }
        #expect((totp.period, totp.hotp.digits, totp.hotp.algorithm) == (30, 6, .sha1))
        #expect(totp.hotp.password(0) == "755224")
    }

    @Test(
        "an invalid URI is rejected with its code",
        arguments: [
            ("", OneTimeCodesError.Code.scheme), ("https://totp/a?secret=S", .scheme), ("otpauth://totp?secret=S", .kind),
            ("otpauth://x/a?secret=\(secret)", .kind),
            ("otpauth://totp/?secret=\(secret)", .account), ("otpauth://totp/a:b:c?secret=\(secret)", .account),
            ("otpauth://totp/:a?secret=\(secret)", .issuer),
            ("otpauth://totp/a%2?secret=\(secret)", .encoding), ("otpauth://totp/%FF?secret=\(secret)", .encoding),
            ("otpauth://totp/a", .missingSecret),
            ("otpauth://totp/a?secret", .parameter), ("otpauth://totp/a?secret=", .parameter),
            ("otpauth://totp/a?secret=\(secret)&secret=\(secret)", .parameter),
            ("otpauth://totp/a?secret=\(secret)&", .parameter), ("otpauth://totp/a?secret=\(secret.lowercased())", .secret),
            ("otpauth://totp/a?secret=\(secret)%3D", .secret),
            ("otpauth://totp/a?secret=GEZDGNBV", .secret), ("otpauth://totp/a?secret=\(secret)&issuer=", .issuer),
            ("otpauth://totp/A:a?secret=\(secret)&issuer=B", .issuerMismatch),
            ("otpauth://totp/a?secret=\(secret)&algorithm=sha1", .algorithm),
            ("otpauth://totp/a?secret=\(secret)&algorithm=MD5", .algorithm),
            ("otpauth://totp/a?secret=\(secret)&digits=5", .digits), ("otpauth://totp/a?secret=\(secret)&digits=+6", .digits),
            ("otpauth://totp/a?secret=\(secret)&digits=99999999999999999999", .digits),
            ("otpauth://totp/a?secret=\(secret)&period=0", .period),
            ("otpauth://totp/a?secret=\(secret)&counter=1", .counter), ("otpauth://hotp/a?secret=\(secret)", .counter),
            ("otpauth://hotp/a?secret=\(secret)&counter=-1", .counter),
            ("otpauth://hotp/a?secret=\(secret)&counter=1&period=30", .period),
            ("otpauth://totp/a?secret=\(secret)&x=" + String(repeating: "a", count: 4_096), .tooLong),
        ])
    func rejections(text: String, code: OneTimeCodesError.Code) {
        let error = #expect(throws: OneTimeCodesError.self) { try OTPAuthURI(text) }
        #expect(error?.code == code)
        #expect(error?.description.contains("GEZD") == false)
    }

    @Test(
        "an error has the position in the URI",
        arguments: [
            ("https://totp/a", 0), ("otpauth://x/a", 10), ("otpauth://totp/%C3%A9:?secret=\(secret)", 15),
            ("otpauth://totp/é?secret=\(secret)&digits=5", 58), ("otpauth://totp/a?secret=\(secret)&%2=a", 57),
            ("otpauth://totp/a", nil), ("otpauth://hotp/a?secret=\(secret)", nil),
        ] as [(String, Int?)])
    func places(text: String, position: Int?) {
        let error = #expect(throws: OneTimeCodesError.self) { try OTPAuthURI(text) }
        #expect(error?.position == position)
    }

    @Test("an account or issuer with a colon is rejected, and nothing is printed")
    func parts() throws {
        let uri = try OTPAuthURI("otpauth://totp/a?secret=\(Self.secret)")
        #expect(OTPAuthURI(uri.kind, account: "a:b", issuer: nil) == nil)
        #expect(OTPAuthURI(uri.kind, account: "", issuer: nil) == nil)
        #expect(OTPAuthURI(uri.kind, account: "a", issuer: "") == nil)
        #expect(OTPAuthURI(uri.kind, account: "a b", issuer: "c") != nil)
        var dumped = "\(uri)"
        dump(uri, to: &dumped)
        #expect(!dumped.contains("GEZD") && !dumped.contains("1234"))
    }

    @Test("random URIs never halt, and a parsed one survives a round trip")
    func random() throws {
        var generator = SeededGenerator(seed: 41)
        let pieces = [
            "otpauth://", "totp/", "hotp/", "a", ":", "%3A", "%", "?", "secret=", Self.secret, "&", "issuer=", "digits=", "6", "8",
            "period=", "30", "counter=", "é", " ", "=", "algorithm=SHA1",
        ]
        var read = 0
        for round in 0..<10_000 {
            let count = Int.random(in: 0...10, using: &generator)
            let head = round.isMultiple(of: 2) ? "otpauth://totp/a?secret=\(Self.secret)" : ""
            let text = head + (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            guard let uri = try? OTPAuthURI(text) else { continue }
            read += 1
            let again = try OTPAuthURI(uri.unprotectedText)
            if again.unprotectedText != uri.unprotectedText { Issue.record("\(text)") }
        }
        #expect(read > 300)
    }
}

@Suite("Base32")
struct Base32Tests {
    @Test(
        "the samples of RFC 4648 section 10 match, without padding",
        arguments: [
            ("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"),
            ("foobar", "MZXW6YTBOI"),
        ])
    func samples(text: String, encoded: String) throws {
        #expect(Base32.encode(Array(text.utf8)) == encoded)
        #expect(try Base32.decode(encoded) == Array(text.utf8))
    }

    @Test(
        "the strict form rejects what a user may type",
        arguments: [
            ("mzxw6", OneTimeCodesError.Code.character, 0), ("MZXW 6", .character, 4), ("MZXW6===", .character, 5),
            ("MZX", .length, 3),
            ("M", .length, 1), ("MZ", .unusedBits, 1), ("MZ0W", .character, 2), ("MZ\u{E9}", .character, 2),
        ])
    func strict(text: String, code: OneTimeCodesError.Code, position: Int) {
        let error = #expect(throws: OneTimeCodesError.self) { try Base32.decode(text) }
        #expect(error?.code == code)
        #expect(error?.position == position)
    }

    @Test("the typed form accepts small letters, spaces and padding", arguments: ["mzxw6", "MZXW 6", "mzxw-6===", " MZXW6 = == "])
    func typed(text: String) throws {
        #expect(try Base32.decodeTyped(text) == Array("foo".utf8))
    }

    @Test("the typed form rejects anything else with its position", arguments: [("mz0w", 2), ("mz=w6", 2), ("m z 1", 4)])
    func typedRejections(text: String, position: Int) {
        let error = #expect(throws: OneTimeCodesError.self) { try Base32.decodeTyped(text) }
        #expect(error?.position == position)
    }

    @Test("random bytes survive a round trip, and random texts have one form")
    func random() throws {
        var generator = SeededGenerator(seed: 51)
        for _ in 0..<3_000 {
            let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if try Base32.decode(Base32.encode(bytes)) != bytes { Issue.record("\(bytes)") }
            let text = String(
                decoding: (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                    UInt8.random(in: 0x32...0x5A, using: &generator)
                }, as: UTF8.self)
            if let decoded = try? Base32.decode(text), Base32.encode(decoded) != text { Issue.record("\(text)") }
        }
    }
}
