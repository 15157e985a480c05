import Crypto
import CryptoExtras
import Foundation
import Testing

@testable import Mail

@Suite("DKIM signers")
struct DKIMSignerTests {
    @Test("a signature lists the covered headers, with From twice, and fits in lines")
    func tags() throws {
        let key = Curve25519.Signing.PrivateKey()
        let signer = try DKIMSigner(domain: MailDomain("Example.com"), selector: "mail.2026", key: .ed25519(key))
        let text = Sample.text(try Sample.message().encoded(signedBy: [signer]))
        let header = try #require(text.components(separatedBy: "\r\nDate: ").first)
        #expect(header.hasPrefix("DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed; d=example.com;"))
        #expect(header.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 })
        let unfolded = header.replacing("\r\n ", with: " ")
        #expect(unfolded.contains(" s=mail.2026; t=1772374059; "))
        #expect(
            unfolded.contains(
                "h=date: from: from: to: subject: message-id: mime-version: auto-submitted: x-auto-response-suppress: content-language: content-type;"
            ))
        #expect(signer.record == "v=DKIM1; k=ed25519; p=\(key.publicKey.rawRepresentation.base64EncodedString())")
    }

    @Test(
        "a body is canonicalized as in RFC 6376 section 3.4.5",
        arguments: [
            (" C \r\nD \t E\r\n\r\n\r\n", " C\r\nD E\r\n"), ("\r\n\r\n", ""), ("a", "a\r\n"), ("\t a \r\n", " a\r\n"),
        ])
    func body(written: String, canonical: String) {
        #expect(String(decoding: DKIMSigner.relaxed(body: Array(written.utf8)), as: UTF8.self) == canonical)
    }

    @Test("the canonical form and both signatures equal those of RFC 8463, appendix A")
    func example() throws {
        let body = "Hi.\r\n\r\nWe lost the game.  Are you hungry yet?\r\n\r\nJoe.\r\n"
        let bodyHash = Data(SHA256.hash(data: DKIMSigner.relaxed(body: Array(body.utf8)))).base64EncodedString()
        #expect(bodyHash == "2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=")
        let headers = [
            MailHeader.token("From", "Joe SixPack <joe@football.example.com>"),
            .token("To", "Suzie Q <suzie@shopping.example.net>"), .token("Subject", "Is dinner ready?"),
            .token("Date", "Fri, 11 Jul 2003 21:00:37 -0700 (PDT)"),
            .token("Message-ID", "<20030712040037.46341.5F8J@football.example.com>"),
        ]
        func signed(_ algorithm: String, _ selector: String) -> [UInt8] {
            let tags =
                "v=1; a=\(algorithm); c=relaxed/relaxed; d=football.example.com; i=@football.example.com; q=dns/txt; s=\(selector); "
                + "t=1528637909; h=from : to : subject : date : message-id : from : subject : date; bh=\(bodyHash); b="
            let lines = (headers + [.token("DKIM-Signature", tags)]).map { DKIMSigner.relaxed(header: $0) }
            return Array(lines.joined(separator: "\r\n").utf8)
        }

        let seed = try #require(Data(base64Encoded: "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A="))
        let signer = try DKIMSigner(
            domain: MailDomain("football.example.com"), selector: "brisbane",
            key: .ed25519(Curve25519.Signing.PrivateKey(rawRepresentation: seed)))
        #expect(signer.record == "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=")
        // The signatures of Ed25519 in this library are those of RFC 8032: the same for the same message.
        let own = Data(try signer.sign(signed("ed25519-sha256", "brisbane"))).base64EncodedString()
        #expect(
            own == "/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11BusFa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==")

        // The RSA key of the example has 1024 bits, which a signer rejects.
        let publicKey = try #require(
            Data(
                base64Encoded: "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Q"
                    + "vx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/"
                    + "K4w3QIDAQAB"))
        let signature = try #require(
            Data(
                base64Encoded: "F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTn"
                    + "GdaSGsgeefOsk2JzdA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8="))
        let rsa = try _RSA.Signing.PublicKey(unsafeDERRepresentation: publicKey)
        #expect(
            rsa.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: signed("rsa-sha256", "test")),
                padding: .insecurePKCS1v1_5))
    }

    @Test("a signer does not show its key")
    func redaction() throws {
        let key = Curve25519.Signing.PrivateKey()
        let signer = try DKIMSigner(domain: MailDomain("example.com"), selector: "s1", key: .ed25519(key))
        #expect("\(signer)" == "DKIMSigner(redacted)" && String(reflecting: signer) == "DKIMSigner(redacted)")
        #expect(Mirror(reflecting: signer).children.isEmpty)
    }

    @Test(
        "a selector must be a list of labels",
        arguments: [
            ("s1", true), ("mail.2026-05", true), ("", false), ("s_1", false), ("s1.", false), ("s1;", false), ("s\r\n1", false),
            ("sß", false),
        ])
    func selectors(selector: String, isAccepted: Bool) throws {
        let domain = try MailDomain("example.com")
        let signer = try? DKIMSigner(domain: domain, selector: selector, key: .ed25519(Curve25519.Signing.PrivateKey()))
        #expect((signer != nil) == isAccepted)
    }

    @Test("keys in the form that OpenSSL writes are parsed")
    func keys() throws {
        let seed = Curve25519.Signing.PrivateKey()
        let der = Data([0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20]) + seed.rawRepresentation
        let pem = { (der: Data) in "-----BEGIN PRIVATE KEY-----\n\(der.base64EncodedString())\n-----END PRIVATE KEY-----\n" }
        guard case .ed25519(let key) = try DKIMSigner.Key(pem: pem(der)) else { throw DKIMError.unreadableKey }
        #expect(key.rawRepresentation == seed.rawRepresentation)
        let rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        guard case .rsa(let key) = try DKIMSigner.Key(pem: rsa.pemRepresentation) else { throw DKIMError.unreadableKey }
        #expect(key.derRepresentation == rsa.derRepresentation)
        for wrong in ["", "no key", pem(der.dropLast()), pem(der + [0]), P256.Signing.PrivateKey().pemRepresentation] {
            #expect(throws: DKIMError.unreadableKey) { try DKIMSigner.Key(pem: wrong) }
        }
    }

    @Test("an RSA key of fewer than 2048 bits is rejected")
    func shortKey() throws {
        let key = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1_024))
        #expect(throws: DKIMError.keyTooShort) {
            try DKIMSigner(domain: MailDomain("example.com"), selector: "s1", key: .rsa(key))
        }
    }
}
