import CLibcrypto
import Crypto
import Foundation
import OpenSecurity
import SwiftASN1
import Testing
import X509

/// Creates certificates, their keys, and PKCS #12 files, with another library than the one under test.
struct CertificateMaker {
    /// Each is created once.
    static let alice = try? CertificateMaker(name: "Alice", unit: "Engineers", mail: "alice@example.com")

    let key: P256.Signing.PrivateKey
    let certificate: Certificate

    init(
        name: String = "Alice", unit: String? = nil, mail: String? = nil, serial: [UInt8] = [0x80, 1],
        issuer: CertificateMaker? = nil,
        key: P256.Signing.PrivateKey = P256.Signing.PrivateKey(), valid: Range<Double> = 700_000_000..<900_000_000,
        padding: Int = 0
    ) throws {
        let subject = try DistinguishedName {
            CountryName("DE")
            OrganizationName("Example  Trust")
            if let unit { OrganizationalUnitName(unit) }
            CommonName(name)
        }
        let signer = issuer?.key ?? key
        var extensions = Certificate.Extensions()
        if let mail { try extensions.append(Certificate.Extension(SubjectAlternativeNames([.rfc822Name(mail)]), critical: false)) }
        try extensions.append(
            Certificate.Extension(SubjectKeyIdentifier(keyIdentifier: [1, 2, 3]), critical: false))
        if padding > 0 {
            let value = ArraySlice([UInt8](repeating: 0, count: padding))
            try extensions.append(Certificate.Extension(oid: [1, 2, 3, 4], critical: false, value: value))
        }
        self.key = key
        certificate = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(bytes: serial), publicKey: .init(key.publicKey),
            notValidBefore: Date(timeIntervalSinceReferenceDate: valid.lowerBound),
            notValidAfter: Date(timeIntervalSinceReferenceDate: valid.upperBound),
            issuer: issuer?.certificate.subject ?? subject, subject: subject, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions, issuerPrivateKey: .init(signer))
    }

    var der: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(certificate)
            return serializer.serializedBytes
        }
    }

    var object: SecCertificate {
        get throws { try #require(SecCertificateCreateWithData(nil, Data(try der) as CFData)) }
    }

    var privateKey: SecKey {
        get throws {
            let attributes = [kSecAttrKeyType: kSecAttrKeyTypeEC, kSecAttrKeyClass: kSecAttrKeyClassPrivate] as CFDictionary
            return try result { SecKeyCreateWithData(key.x963Representation as CFData, attributes, $0) }
        }
    }

    var identity: SecIdentity {
        get throws { try #require(SecIdentity(try object, try privateKey)) }
    }

    /// Creates a PKCS #12 file with the key and the certificate. Uses the ciphers of PBES2 by default; a negative iteration count
    /// for the code omits the code.
    func file(
        password: String, cipher: Int32 = NID_aes_256_cbc, keyIterations: Int32 = 2, codeIterations: Int32 = 2,
        issuers: [CertificateMaker] = []
    ) throws -> Data {
        let library = OSSL_LIB_CTX_new()
        defer { OSSL_LIB_CTX_free(library) }
        _ = OSSL_PROVIDER_load(library, "default")
        _ = OSSL_PROVIDER_load(library, "legacy")
        let chain = OPENSSL_sk_new_null()
        defer { OPENSSL_sk_pop_free(chain) { $0.map { X509_free(OpaquePointer($0)) } } }
        for issuer in issuers { OPENSSL_sk_push(chain, UnsafeRawPointer(try Self.read(try issuer.der, { d2i_X509(nil, $0, $1) }))) }
        let certificate = try Self.read(try der) { d2i_X509(nil, $0, $1) }
        defer { X509_free(certificate) }
        let key = try Self.read(Array(key.derRepresentation)) { d2i_AutoPrivateKey(nil, $0, $1) }
        defer { EVP_PKEY_free(key) }
        let made = PKCS12_create_ex(
            password, "Alice's key", key, certificate, chain, cipher, cipher, keyIterations, codeIterations, 0, library, nil)
        let file = try #require(made)
        defer { PKCS12_free(file) }
        var bytes = [UInt8](repeating: 0, count: Int(i2d_PKCS12(file, nil)))
        bytes.withUnsafeMutableBufferPointer { buffer in
            var position = buffer.baseAddress
            _ = i2d_PKCS12(file, &position)
        }
        return Data(bytes)
    }

    private static func read(
        _ bytes: [UInt8], _ body: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
    ) throws -> OpaquePointer {
        try bytes.withUnsafeBufferPointer { buffer in
            var position = buffer.baseAddress
            return try #require(body(&position, buffer.count))
        }
    }
}

extension CertificateMaker {
    /// Creates a certificate for a key that signs elsewhere: creates one for another key, and replaces the point.
    static func certified(_ key: SecKey) throws -> Data {
        let stranger = try CertificateMaker(name: "Enclave")
        let point = try key.publicHalf.bytes
        let own = stranger.key.publicKey.x963Representation
        var der = Data(try stranger.der)
        der.replaceSubrange(try #require(der.range(of: own)), with: point)
        return der
    }
}
