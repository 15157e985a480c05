import AssociatedDomains
import Testing

@Suite("Signed files")
struct SignedFileTests {
    private static let json = Array(#"{"webcredentials":{"apps":["ABCDE2345F.com.acme.app"]}}"#.utf8)

    private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        return [tag] + (count < 128 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]) + content
    }

    private static let signedData: [UInt8] = value(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02])
    private static let data: [UInt8] = value(0x06, [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01])

    /// ContentInfo with SignedData of one content, without certificates and signers.
    private static func signed(_ content: [UInt8]) -> [UInt8] {
        let encapsulated = value(0x30, data + value(0xA0, content))
        let body = value(0x02, [1]) + value(0x31, []) + encapsulated + value(0x31, [])
        return value(0x30, signedData + value(0xA0, value(0x30, body)))
    }

    @Test("the content is extracted, and lint reports that the file is signed")
    func content() throws {
        for wrapped in [Self.signed(Self.value(0x04, Self.json)), Self.inPieces, Self.armored(), Self.armored(as: "CMS")] {
            let file = try AssociationFile(wrapped)
            #expect(file.wrapping == .signature && file.text == Self.json)
            #expect(file.lint().map(\.code) == [.signedFile])
        }
    }

    @Test("a truncated signature, or one without content, is rejected; other DER is not JSON")
    func rejected() {
        let whole = Self.signed(Self.value(0x04, Self.json))
        #expect(AssociationFile.lint(Self.signed([])).map(\.code) == [.signatureUnreadable])
        #expect(AssociationFile.lint(Self.value(0x30, Self.signedData)).map(\.code) == [.signatureUnreadable])
        #expect(AssociationFile.lint(Self.value(0x30, Self.data)).map(\.code) == [.malformedJSON])
        let withoutEnd = Array(Self.armored().dropLast("\n-----END PKCS7-----\n".utf8.count))
        for cut in [withoutEnd, Self.armored(last: "=\n-----END"), Self.armored(last: "*\n-----END")] {
            #expect(AssociationFile.lint(cut).map(\.code) == [.signatureUnreadable])
        }
        for count in 1..<whole.count {
            #expect(AssociationFile.lint(whole.prefix(count)).contains { $0.severity == .error })
        }
    }

    @Test("wrong lengths are rejected")
    func lengths() {
        let whole = Self.signed(Self.value(0x04, Self.json))
        for index in whole.indices.prefix(60) {
            for byte: UInt8 in [0x80, 0x84, 0xFF, 0x7F] {
                var bytes = whole
                bytes[index] = byte
                _ = AssociationFile.lint(bytes)
            }
        }
    }

    /// Indefinite lengths, as `openssl smime -sign -nodetach` writes them.
    private static let inPieces: [UInt8] = {
        let end: [UInt8] = [0, 0]
        let pieces = [0x24, 0x80] + value(0x04, Array(json.prefix(10))) + value(0x04, Array(json.dropFirst(10))) + end
        let encapsulated = [0x30, 0x80] + data + [0xA0, 0x80] + pieces + end + end
        let body = [0x30, 0x80] + value(0x02, [1]) + value(0x31, []) + encapsulated + value(0x31, []) + end
        return [0x30, 0x80] + signedData + [0xA0, 0x80] + body + end + end
    }()

    private static func armored(as label: String = "PKCS7", last: String = "\n-----END") -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var (text, bytes) = ([UInt8](), signed(value(0x04, json))[...])
        while !bytes.isEmpty {
            let group = Array(bytes.prefix(3))
            let bits = (group + [0, 0]).prefix(3).reduce(0) { $0 << 8 | Int($1) }
            text += (0...group.count).map { alphabet[bits >> (18 - 6 * $0) & 63] }
            text += Array(repeating: UInt8(ascii: "="), count: 3 - group.count)
            if text.count % 65 == 64 { text.append(0x0A) }
            bytes = bytes.dropFirst(3)
        }
        return Array("-----BEGIN \(label)-----\n".utf8) + text + Array("\(last) \(label)-----\n".utf8)
    }
}
