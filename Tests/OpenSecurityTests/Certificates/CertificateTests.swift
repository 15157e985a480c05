import Crypto
import Foundation
import OpenSecurity
import SwiftASN1
import TestKit
import Testing
import X509

@Suite("Certificates") struct CertificateTests {
    private let maker: CertificateMaker

    init() throws {
        maker = try #require(CertificateMaker.alice)
    }

    @Test("a certificate's contents are available") func contents() throws {
        let certificate = try maker.object
        #expect(SecCertificateCopyData(certificate) as Data == Data(try maker.der))
        #expect(SecCertificateCopySubjectSummary(certificate) as String? == "Alice")
        var name: CFString?
        #expect(SecCertificateCopyCommonName(certificate, &name) == noErr)
        #expect(name as String? == "Alice")
        var addresses: CFArray?
        #expect(SecCertificateCopyEmailAddresses(certificate, &addresses) == noErr)
        #expect(addresses as? [String] == ["alice@example.com"])
        // The leading zero is part of a positive number.
        #expect(SecCertificateCopySerialNumberData(certificate, nil) as Data? == Data([0, 0x80, 1]))
        #expect(SecCertificateCopyNotValidBeforeDate(certificate) as Date? == Date(timeIntervalSinceReferenceDate: 700_000_000))
        #expect(SecCertificateCopyNotValidAfterDate(certificate) as Date? == Date(timeIntervalSinceReferenceDate: 900_000_000))
        #expect(CFGetTypeID(certificate) == SecCertificateGetTypeID())
        #expect(certificate == (try maker.object))
        #expect(certificate != (try CertificateMaker(name: "Bob").object))
    }

    @Test("a certificate's public key verifies signatures of the private key") func key() throws {
        let key = try #require(SecCertificateCopyKey(try maker.object))
        let message = Data("order".utf8)
        let signature = try maker.key.signature(for: message).derRepresentation
        #expect(SecKeyVerifySignature(key, .ecdsaSignatureMessageX962SHA256, message as CFData, signature as CFData, nil))
        #expect(key == (try maker.privateKey.publicHalf))
    }

    @Test("a certificate of an unsupported algorithm is valid, but has no key") func foreignKey() throws {
        let key = Curve25519.Signing.PrivateKey()
        let name = try DistinguishedName { CommonName("Ed") }
        let certificate = try Certificate(
            version: .v3, serialNumber: .init(bytes: [1]), publicKey: .init(key.publicKey), notValidBefore: Date(),
            notValidAfter: Date(), issuer: name, subject: name, signatureAlgorithm: .ed25519, extensions: .init(),
            issuerPrivateKey: .init(key))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        let object = try #require(SecCertificateCreateWithData(nil, Data(serializer.serializedBytes) as CFData))
        #expect(SecCertificateCopyKey(object) == nil)
        #expect(SecCertificateCopySubjectSummary(object) as String? == "Ed")
    }

    @Test("names are compared without case and with single spaces") func names() throws {
        let spaced = try CertificateMaker(name: "  alice   LIDDELL ").object
        let plain = try CertificateMaker(name: "Alice Liddell").object
        let other = try CertificateMaker(name: "Alice Liddel").object
        let normalized = SecCertificateCopyNormalizedSubjectSequence(plain) as Data?
        #expect(SecCertificateCopyNormalizedSubjectSequence(spaced) as Data? == normalized)
        #expect(SecCertificateCopyNormalizedIssuerSequence(plain) as Data? == normalized)
        #expect(SecCertificateCopyNormalizedSubjectSequence(other) as Data? != normalized)
        #expect(normalized?.range(of: Data("ALICE LIDDELL".utf8)) != nil)
        #expect(CertificateName(der: [UInt8](try #require(normalized))) != nil)
    }

    @Test("the summary is the first available name", arguments: [("Alice", "Alice"), (nil, "Engineers")])
    func summary(name: String?, expected: String) throws {
        let key = P256.Signing.PrivateKey()
        let subject = try DistinguishedName {
            OrganizationalUnitName("Engineers")
            if let name { CommonName(name) }
        }
        let certificate = try Certificate(
            version: .v1, serialNumber: .init(bytes: [1]), publicKey: .init(key.publicKey), notValidBefore: Date(),
            notValidAfter: Date(), issuer: subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256, extensions: .init(),
            issuerPrivateKey: .init(key))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        let object = try #require(SecCertificateCreateWithData(nil, Data(serializer.serializedBytes) as CFData))
        #expect(SecCertificateCopySubjectSummary(object) as String? == expected)
        var common: CFString?
        #expect(SecCertificateCopyCommonName(object, &common) == (name == nil ? errSecItemNotFound : noErr))
        #expect(common as String? == name)
    }

    @Test("other encodings and additional bytes are rejected") func rejections() throws {
        let der = try maker.der
        let pem = try maker.certificate.serializeAsPEM().pemString
        // The length of the outermost sequence has one octet more than necessary.
        let long = [0x30, 0x83, 0x00] + der[2...]
        let rejected: [[UInt8]] = [
            [], Array(pem.utf8), der + [0], Array(der.dropLast()), Array(der.dropFirst()), [UInt8](long), [0x30, 0x00],
            [0x30, 0x80, 0, 0],
            [UInt8](repeating: 0x30, count: 4_000), [UInt8](repeating: 0, count: CertificateContents.maximumLength + 1),
        ]
        for bytes in rejected { #expect(SecCertificateCreateWithData(nil, Data(bytes) as CFData) == nil) }
        #expect(der[1] == 0x82)
        #expect(SecCertificateCreateWithData(nil, Data(der) as CFData) != nil)
    }

    @Test("a certificate above 256 KiB is rejected") func length() throws {
        let limit = CertificateContents.maximumLength
        for (padding, isRead) in [(limit - 1_000, true), (limit, false)] {
            let der = Data(try CertificateMaker(padding: padding).der)
            #expect((der.count <= limit) == isRead)
            #expect((SecCertificateCreateWithData(nil, der as CFData) != nil) == isRead)
        }
    }

    @Test("a modified certificate is rejected or re-encoded identically") func mutations() throws {
        var generator = SeededGenerator(seed: 11)
        let der = try maker.der
        var read = 0
        for _ in 0..<3_000 {
            let mutation = generator.mutation(of: der)
            guard let certificate = SecCertificateCreateWithData(nil, Data(mutation) as CFData) else { continue }
            read += 1
            #expect(SecCertificateCopyData(certificate) as Data == Data(mutation))
            if let key = SecCertificateCopyKey(certificate) { #expect([UInt8](try key.bytes) == certificate.contents.keyOctets) }
            _ = (certificate.description, SecCertificateCopyNormalizedSubjectSequence(certificate))
        }
        #expect(read > 0)
        for _ in 0..<500 { #expect(CertificateContents(der: [0x30, 0x82] + generator.bytes(200)) == nil) }
    }
}
