import TestKit
import Testing

@testable import AssociatedDomains

@Suite("Domain names")
struct DomainNameTests {
    @Test(
        "a name is stored in lower case",
        arguments: [
            ("example.com", "example.com"), ("WWW.Example.COM", "www.example.com"), ("xn--mnchen-3ya.de", "xn--mnchen-3ya.de"),
            ("localhost", "localhost"), ("1.2.3.com", "1.2.3.com"), ("a-b.c0", "a-b.c0"),
        ])
    func names(text: String, kept: String) throws {
        #expect(try DomainName(text).text == kept)
    }

    @Test(
        "a malformed name is rejected with the position",
        arguments: [
            ("", AssociatedDomainsError.Code.emptyDomain, 0), ("example.com.", .trailingDot, 11), (".example.com", .emptyLabel, 0),
            ("a..b", .emptyLabel, 2), ("exa mple.com", .space, 3), ("exa_mple.com", .character, 3), ("-a.com", .hyphen, 0),
            ("a-.com", .hyphen, 1), ("192.168.0.1", .address, 0), ("[::1]", .address, 0), ("a.1", .address, 0),
            ("münchen.de", .notASCII, 1), ("xn--.de", .hyphen, 3), ("xn--99999999.de", .punycode, 0),
            ("example.com:443", .character, 11),
            (String(repeating: "a", count: 64) + ".com", .labelTooLong, 0),
            (String(repeating: "abc.", count: 63) + "de", .domainTooLong, 0),
        ])
    func rejections(text: String, code: AssociatedDomainsError.Code, position: Int) {
        let error = #expect(throws: AssociatedDomainsError.self) { try DomainName(text) }
        #expect(error?.code == code)
        #expect(error?.position == position)
    }

    @Test("the longest label and the longest name are accepted")
    func longest() throws {
        #expect(throws: Never.self) { try DomainName(String(repeating: "a", count: 63) + ".com") }
        #expect(try DomainName(String(repeating: "abc.", count: 63) + "d").text.utf8.count == 253)
    }

    @Test("the remedy for a name outside ASCII is its encoded form")
    func suggestion() {
        let error = #expect(throws: AssociatedDomainsError.self) { try DomainName("www.München.de") }
        #expect(error?.remedy == "Write www.xn--mnchen-3ya.de.")
    }

    @Test("a name is a subdomain of another only at a dot")
    func subdomains() throws {
        let site = try DomainName("example.com")
        #expect(try DomainName("a.b.example.com").isSubdomain(of: site))
        #expect(try !DomainName("badexample.com").isSubdomain(of: site))
        #expect(!site.isSubdomain(of: site))
    }
}

@Suite("Punycode")
struct PunycodeTests {
    @Test(
        "the samples of RFC 3492 section 7.1 are converted",
        arguments: [
            ("ليهمابتكلموشعربي؟", "egbpdaj6bu4bxfgehfvwxn"), ("他们为什么不说中文", "ihqwcrb4cv8a8dqg056pqjye"),
            ("Pročprostěnemluvíčesky", "Proprostnemluvesky-uyb24dma41a"),
            ("почемужеонинеговорятпорусски", "b1abfaaepdrnnbgefbadotcwatmq2g4l"),
            ("3年B組金八先生", "3B-ww4c5e180e575a65lsy2b"), ("パフィーdeルンバ", "de-jg4avhby1noc0d"), ("そのスピードで", "d9juau41awczczp"),
        ])
    func samples(text: String, encoded: String) {
        #expect(Punycode.encoded(Array(text.unicodeScalars)).lowercased() == encoded.lowercased())
        #expect(Punycode.decoded(encoded.lowercased().utf8).map { String(String.UnicodeScalarView($0)) } == text.lowercased())
    }

    @Test("random labels survive a round trip, and malformed input never halts")
    func roundTrip() {
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            let scalars = (0..<Int.random(in: 1...20, using: &generator)).map { _ in
                Unicode.Scalar(UInt32.random(in: 0x61...0x24F, using: &generator)) ?? "é"
            }
            guard scalars.contains(where: { !$0.isASCII }) else { continue }
            #expect(Punycode.decoded(Punycode.encoded(scalars).utf8) == scalars)
        }
        for _ in 0..<5_000 {
            let junk = (0..<Int.random(in: 0...30, using: &generator)).map { _ in UInt8.random(in: 0x2D...0x7A, using: &generator) }
            if let decoded = Punycode.decoded(junk) { #expect(decoded.contains { !$0.isASCII }) }
        }
    }
}
