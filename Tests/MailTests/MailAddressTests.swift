import TestKit
import Testing

@testable import Mail

@Suite("Mail addresses")
struct MailAddressTests {
    @Test(
        "an address is accepted, and encoded for commands and headers",
        arguments: [
            ("ada@example.com", "ada@example.com"),
            ("Ada.Lovelace+news@Example.COM", "Ada.Lovelace+news@example.com"),
            ("!#$%&'*+-/=?^_`{|}~@example.com", "!#$%&'*+-/=?^_`{|}~@example.com"),
            ("-ada@example.com", "-ada@example.com"),
            (#""ada"@example.com"#, "ada@example.com"),
            (#""a\d\a"@example.com"#, "ada@example.com"),
            (#""ada lovelace"@example.com"#, #""ada lovelace"@example.com"#),
            (#""a@b"@example.com"#, #""a@b"@example.com"#),
            (#""a..b"@example.com"#, #""a..b"@example.com"#),
            (#""a\"\\b"@example.com"#, #""a\"\\b"@example.com"#),
            ("ada@xn--bcher-kva.example", "ada@xn--bcher-kva.example"),
            ("ada@Bücher.example", "ada@xn--bcher-kva.example"),
            ("ada@bu\u{308}cher.example", "ada@xn--bcher-kva.example"),
            ("ada@例え。jp", "ada@xn--r8jz45g.jp"),
            ("用户@example.com", "用户@example.com"),
            ("e\u{301}va@example.com", "\u{E9}va@example.com"),
            ("ada@1.example", "ada@1.example"),
        ])
    func accepted(text: String, written: String) throws {
        let address = try MailAddress(text)
        #expect(Array(address.text.utf8) == Array(written.utf8))
        #expect(try MailAddress(address.text).text == address.text)
    }

    @Test(
        "a text that is not an address is rejected with the position of the fault",
        arguments: [
            ("", .atSignMissing, 0), ("ada", .atSignMissing, 3), ("@example.com", .localPartMalformed, 0),
            (".ada@example.com", .localPartMalformed, 0), ("ada.@example.com", .localPartMalformed, 0),
            ("a..b@example.com", .localPartMalformed, 0), (#"""@example.com"#, .localPartMalformed, 0),
            ("a da@example.com", .localPartCharacter, 1), ("a,b@example.com", .localPartCharacter, 1),
            ("<ada@example.com>", .localPartCharacter, 0), ("a\"b\"@example.com", .localPartCharacter, 1),
            (#""ada@example.com"#, .quotationMalformed, 16), (#""ada"x@example.com"#, .quotationMalformed, 5),
            (#""ada\"#, .quotationMalformed, 5), (#""\é"@example.com"#, .quotationMalformed, 2),
            ("ada@", .domainMalformed, 4), ("ada@example..com", .domainMalformed, 4), ("ada@example.com.", .domainMalformed, 4),
            ("ada@a@example.com", .domainCharacter, 5), ("ada@exa mple.com", .domainCharacter, 7),
            ("ada@exa_mple.com", .domainCharacter, 7), ("ada@-example.com", .domainCharacter, 4),
            ("ada@example.com>", .domainCharacter, 15), ("ada@exam%70le.com", .domainCharacter, 8),
            ("ada@b\u{FF0F}x.example", .domainCharacter, 4), ("ada@localhost", .domainNotQualified, 4),
            ("ada@192.0.2.1", .addressLiteral, 4), ("ada@[192.0.2.1]", .addressLiteral, 4),
        ] as [(String, MailAddressError.Code, Int)])
    func rejected(text: String, code: MailAddressError.Code, position: Int) {
        expect(text, isRejectedWith: code, at: position)
    }

    @Test("a control, separator or format character is rejected everywhere, quoted or not")
    func controlCharacters() throws {
        let forbidden =
            Array(
                "\0\t\n\r\u{1B}\u{7F}\u{85}\u{9F}\u{AD}\u{A0}\u{200B}\u{200D}\u{202E}\u{2028}\u{2029}\u{3000}\u{E000}\u{FEFF}"
                    .unicodeScalars)
            + (0..<0x20).compactMap(Unicode.Scalar.init)
        for scalar in forbidden {
            expect("a\(scalar)da@example.com", isRejectedWith: .controlCharacter, at: 1)
            expect("\"a\(scalar)da\"@example.com", isRejectedWith: .controlCharacter, at: 2)
            expect("\"a\\\(scalar)da\"@example.com", isRejectedWith: .controlCharacter, at: 3)
            expect("ada@exam\(scalar)ple.com", isRejectedWith: .controlCharacter, at: 8)
            #expect(throws: MailAddressError(.controlCharacter, at: 3)) { try MailDomain("exa\(scalar)mple.com") }
        }
        #expect(try MailAddress("\"a da\"@example.com").localPart == "a da")
    }

    @Test("lengths are limited as in RFC 5321, in encoded bytes")
    func lengths() throws {
        let label = String(repeating: "d", count: 63)
        let local = String(repeating: "l", count: 64)
        _ = try MailAddress("\(local)@example.com")
        expect("l\(local)@example.com", isRejectedWith: .localPartTooLong, at: 0)
        _ = try MailAddress("\(String(repeating: "ü", count: 32))@example.com")
        expect("\(String(repeating: "ü", count: 33))@example.com", isRejectedWith: .localPartTooLong, at: 0)
        // The quotation marks count, because they are sent.
        _ = try MailAddress("\"\(String(repeating: " ", count: 62))\"@example.com")
        expect("\"\(String(repeating: " ", count: 63))\"@example.com", isRejectedWith: .localPartTooLong, at: 0)

        _ = try MailAddress("ada@\(label).com")
        expect("ada@d\(label).com", isRejectedWith: .domainTooLong, at: 4)
        _ = try MailAddress("\(local)@\(label).\(label).\(label.dropLast(2))")
        expect("\(local)@\(label).\(label).\(label.dropLast())", isRejectedWith: .tooLong, at: 0)
        _ = try MailDomain("\(label).\(label).\(label).\(label.dropLast(2))")
        #expect(throws: MailAddressError(.domainTooLong, at: 0)) {
            try MailDomain("\(label).\(label).\(label).\(label.dropLast())")
        }
        expect(String(repeating: "a", count: 1_001), isRejectedWith: .tooLong, at: 0)
    }

    @Test("two forms of the same address are equal, and different addresses are not")
    func comparison() throws {
        let ada = try MailAddress("ada@xn--bcher-kva.example")
        for same in ["ADA@bücher.example", #""Ada"@BÜCHER.example"#, "ada@bu\u{308}cher.EXAMPLE"] {
            #expect(try MailAddress(same) == ada)
            #expect(try MailAddress(same).hashValue == ada.hashValue)
            #expect(try MailAddress(same).canonical == "ada@xn--bcher-kva.example")
        }
        for other in ["ada+x@bücher.example", "a.da@bücher.example", "ada@www.bücher.example", "adа@bücher.example"] {
            #expect(try MailAddress(other) != ada)
        }
        #expect(try MailAddress("\u{C9}VA@example.com") == MailAddress("e\u{301}va@example.com"))
        #expect(try MailAddress("straße@example.com") != MailAddress("strasse@example.com"))
    }

    @Test("only a non-ASCII local part requires SMTPUTF8")
    func internationalized() throws {
        #expect(try MailAddress("用户@example.com").needsSMTPUTF8)
        #expect(try !MailAddress("ada@例え.jp").needsSMTPUTF8)
        #expect(try !MailAddress(#""ada lovelace"@example.com"#).needsSMTPUTF8)
    }

    @Test("the description of an address is redacted")
    func redaction() throws {
        let address = try MailAddress("ada@example.com")
        #expect("\(address)" == "MailAddress(redacted)")
        #expect(String(reflecting: address) == "MailAddress(redacted)")
    }

    @Test("an accepted address is one line without control characters, and parses to itself")
    func properties() {
        var random = Seeded(seed: 27)
        var acceptedCount = 0
        for _ in 0..<4_000 * Soak.factor {
            guard let address = try? MailAddress(random.addressLike()) else { continue }
            acceptedCount += 1
            #expect(!address.text.unicodeScalars.contains { $0.properties.generalCategory == .control })
            #expect(address.text.utf8.count <= 254)
            #expect(address.domain.description.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) })
            #expect((try? MailAddress(address.text))?.text == address.text)
            // Lower case can be longer than upper case, and exceed the length of an address.
            guard let canonical = try? MailAddress(address.canonical) else { continue }
            #expect(canonical == address)
            #expect(canonical.canonical == address.canonical)
        }
        #expect(acceptedCount > 400)
    }

    private func expect(
        _ text: String, isRejectedWith code: MailAddressError.Code, at position: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: MailAddressError(code, at: position), sourceLocation: sourceLocation) { try MailAddress(text) }
    }
}

extension Seeded {
    /// Generates a text that is often an address: parts of addresses in a likely order, sometimes with another part between them.
    fileprivate mutating func addressLike() -> String {
        let words = ["ada", "A.b", "é", "用户", "x+y", "\"q r\"", "\"q\\\"\"", "İ", "Σς", "ﬁ", "-", "_", "e\u{301}", "1"]
        let domains = ["example.com", "Bücher.example", "例え.jp", "a.b.c", "xn--a.b", "1.2", "x", "ﬁ.example", "Ⅷ.example"]
        let others = ["@", ".", "\"", "\\", "\r\n", " ", ">", "\u{202E}", "\0", "%0a", "..", "[", "ada@"]
        var pieces = [one(of: words), "@", one(of: domains)]
        while below(3) == 0 { pieces.insert(one(of: words), at: 0) }
        while below(4) == 0 { pieces.insert(one(of: others), at: below(pieces.count + 1)) }
        return pieces.joined()
    }
}
