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
