import AppleIdentity
import Crypto
import CryptoExtras
import Foundation
import TestKit
import Testing

@Suite("Key files")
struct ClientSecretKeyTests {
    private static let p8 = ClientSample.p8
    private static let body = p8.split(separator: "\n").dropFirst().dropLast().joined()

    private static func code(_ text: String) -> AppleIdentityError.Code? { error(Array(text.utf8))?.code }

    private static func error(_ bytes: [UInt8]) -> AppleIdentityError? {
        failure {
            let keyID = try KeyID("KEY4567890")
            return try ClientSecretKey(p8: bytes, keyID: keyID)
        }
    }

    private static func pem(_ heading: String, _ body: String) -> String {
        "-----BEGIN \(heading)-----\n\(body)\n-----END \(heading)-----\n"
    }

    @Test("a file is parsed with any form of line ends")
    func lineEnds() {
        let file = Self.p8
        let trimmed = file.trimmingCharacters(in: .newlines)
        for text in [
            file, trimmed, file + "\n\n", "\n" + file, trimmed.replacing("\n", with: "\r\n"), trimmed.replacing("\n", with: "\\n"),
            trimmed.replacing("\n", with: "\\r\\n"), trimmed.replacing("\n", with: " "), trimmed.replacing("\n", with: "\r"),
            trimmed.replacing("\n", with: ""), trimmed.replacing("\n", with: "\\n") + "\\n", Self.pem("PRIVATE KEY", Self.body),
        ] {
            #expect(Self.code(text) == nil, "\(text.debugDescription)")
        }
    }

    @Test(
        "a file with another heading is distinguished from a damaged one",
        arguments: [
            ("EC PRIVATE KEY", .keyFileIsSEC1), ("RSA PRIVATE KEY", .keyFileIsSEC1), ("PUBLIC KEY", .keyFileIsPublic),
            ("CERTIFICATE", .keyFileIsPublic), ("CERTIFICATE REQUEST", .keyFileIsPublic),
            ("ENCRYPTED PRIVATE KEY", .keyFileIsEncrypted), ("OPENSSH PRIVATE KEY", .keyFileIsOther), ("", .keyFileIsOther),
            ("private key", .keyFileIsOther),
        ] as [(String, AppleIdentityError.Code)])
    func headings(heading: String, code: AppleIdentityError.Code) {
        #expect(Self.code(Self.pem(heading, Self.body)) == code)
    }

    @Test("missing and superfluous text is reported with its line")
    func pieces() throws {
        let lines = Self.p8.split(separator: "\n").map(String.init)
        #expect(Self.code("") == .keyFileNoHeading)
        #expect(Self.code(Self.body) == .keyFileNoHeading)
        #expect(Self.code(lines[0].dropFirst() + Self.body) == .keyFileNoHeading)
        #expect(Self.code("\"" + Self.p8 + "\"") == .keyFileNoHeading)
        #expect(try #require(Self.error(Array("'\(Self.p8)'".utf8))).reason.contains("quotation marks"))
        #expect(Self.code(lines[0]) == .keyFileUnfinished)
        #expect(Self.code(lines[0..<3].joined(separator: "\n")) == .keyFileUnfinished)
        #expect(Self.code(Self.p8.replacing("END PRIVATE KEY", with: "END PUBLIC KEY")) == .keyFileUnfinished)
        let twice = try #require(Self.error(Array((Self.p8.trimmingCharacters(in: .newlines) + "\n" + Self.p8).utf8)))
        #expect(twice.code == .keyFileTrailing && twice.position == lines.count + 1)
    }

    @Test("non-canonical and malformed base64 is rejected")
    func base64() {
        #expect(Self.code(Self.pem("PRIVATE KEY", "")) == .keyFileNotBase64)
        #expect(Self.code(Self.pem("PRIVATE KEY", "!" + Self.body)) == .keyFileNotBase64)
        #expect(Self.code(Self.pem("PRIVATE KEY", String(Self.body.dropLast()) + "-")) == .keyFileNotBase64)
        #expect(Self.code(Self.pem("PRIVATE KEY", Self.body + "=")) == .keyFileNotBase64)
        #expect(Self.code(Self.pem("PRIVATE KEY", "Proc-Type: 4,ENCRYPTED\n\n" + Self.body)) == .keyFileNotBase64)
    }

    @Test("a file that is not text or too large is rejected")
    func bytes() throws {
        let bom = [0xEF, 0xBB, 0xBF] + Array(Self.p8.utf8)
        #expect(Self.error(bom)?.code == .keyFileNotText)
        let error = try #require(Self.error(Array(Self.p8.utf8) + [0x0A, 0]))
        #expect(error.code == .keyFileNotText && error.position == Self.p8.split(separator: "\n").count + 1)
        #expect(Self.error([0x30, 0x81, 0x87])?.code == .keyFileNotText)
        let padding = String(repeating: "\n", count: 4_096 - Self.p8.utf8.count)
        #expect(Self.code(Self.p8 + padding) == nil)
        #expect(Self.code(Self.p8 + padding + "\n") == .keyFileTooLarge)
    }

    @Test("a key on another curve than P-256 has its own error")
    func otherKeys() throws {
        #expect(Self.code(P384.Signing.PrivateKey().pemRepresentation) == .keyFileWrongCurve)
        #expect(Self.code(P521.Signing.PrivateKey().pemRepresentation) == .keyFileWrongCurve)
        #expect(Self.code(try _RSA.Signing.PrivateKey(keySize: .bits2048).pkcs8PEMRepresentation) == .keyFileWrongCurve)
    }

    @Test("contents that are not PKCS #8 are rejected as damaged")
    func damaged() throws {
        let der = try #require(Data(base64Encoded: Self.body))
        let sec1 = Data([0x30, 0x25, 0x02, 0x01, 0x01, 0x04, 0x20]) + ClientSample.privateKey.rawRepresentation
        for other in [sec1, der + [0], der.dropLast(), Data([0x30, 0x00]), Data([0x30, 0x85, 0, 0, 0, 0, 1])] {
            #expect(Self.code(Self.pem("PRIVATE KEY", other.base64EncodedString())) == .keyFileDamaged)
        }
        // The scalar 0 is not a valid key.
        var zero = Array(der)
        let start = try #require(Data(zero).firstRange(of: ClientSample.privateKey.rawRepresentation)).lowerBound
        zero.replaceSubrange(start..<(start + 32), with: repeatElement(0, count: 32))
        #expect(Self.code(Self.pem("PRIVATE KEY", Data(zero).base64EncodedString())) == .keyFileDamaged)
    }

    @Test("random changes never halt the program, and no message quotes the key", arguments: [11, 12, 13] as [UInt64])
    func mutations(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let file = Array(Self.p8.utf8)
        let piece = String(Self.body.dropFirst(50).prefix(20))
        for _ in 0..<2_000 {
            if let error = Self.error(random.mutate(file)) { #expect(!error.description.contains(piece)) }
        }
    }
}
