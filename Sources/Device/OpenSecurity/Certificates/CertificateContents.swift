import DeviceProtocol
package import Foundation
import SwiftASN1
import X509

/// The contents of a certificate (RFC 5280, section 4), parsed once from strict DER. Neither the signature nor revocation is
/// checked.
package struct CertificateContents: Sendable {
    /// The maximum length of a certificate in bytes.
    package static let maximumLength = 256 << 10

    package let der: [UInt8]
    /// The version: 1, 2 or 3.
    package let version: Int
    /// The octets of the serial number as encoded, including the leading zero of a positive number.
    package let serialNumber: [UInt8]
    package let issuer: CertificateName
    package let subject: CertificateName
    package let notBefore: Date
    package let notAfter: Date
    /// The octets of the public key's bit string: PKCS #1 for RSA, the point for a curve.
    package let keyOctets: [UInt8]
    /// The public key. Nil for an unsupported algorithm.
    package let key: SecKey.Material?
    package let subjectKeyID: [UInt8]?
    /// The e-mail addresses of the alternative names, then of the subject.
    package let emailAddresses: [String]
    /// The host names of the alternative names.
    package let hostNames: [String]

    /// Parses a certificate. Returns nil unless the bytes are exactly one DER certificate within the maximum length.
    package init?(der: [UInt8]) {
        guard der.count <= Self.maximumLength, let certificate = try? Certificate(derEncoded: der),
            let fields = try? CertificateFields(certificate.tbsCertificateBytes)
        else { return nil }
        self.der = der
        version = fields.version
        serialNumber = fields.serialNumber
        issuer = fields.issuer
        subject = fields.subject
        notBefore = certificate.notValidBefore
        notAfter = certificate.notValidAfter
        keyOctets = fields.keyOctets
        key = fields.key
        // A malformed extension is ignored; it does not invalidate the certificate.
        subjectKeyID = (try? certificate.extensions.subjectKeyIdentifier).map { Array($0.keyIdentifier) }
        let names = (try? certificate.extensions.subjectAlternativeNames) ?? SubjectAlternativeNames()
        emailAddresses = names.compactMap { if case .rfc822Name(let name) = $0 { name } else { nil } } + subject.emailAddresses
        hostNames = names.compactMap { if case .dnsName(let name) = $0 { name } else { nil } }
    }

    /// SHA-1 of the public key's octets, which is the label of the corresponding private key.
    package var publicKeyHash: [UInt8] { HashFunction.sha1.digest(of: keyOctets) }

    /// A display name: the last common name, otherwise the unit, the organization, an e-mail address, or a host.
    package var summary: String? {
        subject.texts(of: .commonName).last ?? subject.texts(of: .organizationalUnit).last ?? subject.texts(of: .organization).last
            ?? emailAddresses.first ?? hostNames.first
    }

    /// The item attributes that follow from the certificate: its identity, and the attributes that match private keys. An app
    /// cannot change them.
    var itemAttributes: ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.certificateType, .number(Int64(version)))
        attributes.set(.certificateEncoding, .number(Self.encodingDER))
        attributes.set(.subject, .data(subject.normalized))
        attributes.set(.issuer, .data(issuer.normalized))
        attributes.set(.serialNumber, .data(serialNumber))
        attributes.set(.publicKeyHash, .data(publicKeyHash))
        if let subjectKeyID { attributes.set(.subjectKeyID, .data(subjectKeyID)) }
        return attributes
    }

    /// The attributes that identify the certificate's item.
    var primaryAttributes: ItemAttributes {
        var attributes = ItemAttributes()
        attributes.set(.certificateType, .number(Int64(version)))
        attributes.set(.issuer, .data(issuer.normalized))
        attributes.set(.serialNumber, .data(serialNumber))
        return attributes
    }

    /// `CSSM_CERT_ENCODING_DER`.
    private static let encodingDER: Int64 = 3
}

/// The parts of a certificate that are needed in their encoded form (RFC 5280, section 4.1).
private struct CertificateFields {
    let version: Int
    let serialNumber: [UInt8]
    let issuer: CertificateName
    let subject: CertificateName
    let keyOctets: [UInt8]
    let key: SecKey.Material?

    init(_ signedPart: ArraySlice<UInt8>) throws {
        let root = try DER.parse(signedPart)
        var fields = try root.constructed.makeIterator()
        var field = try fields.required()
        if field.identifier == ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific) {
            var explicit = try field.constructed.makeIterator()
            version = 1 + (try Int(derEncoded: explicit.required()))
            field = try fields.required()
        } else {
            version = 1
        }
        serialNumber = Array(try field.primitive)
        _ = try fields.required()  // the algorithm of the signature
        issuer = try CertificateName(fields.required())
        _ = try fields.required()  // the validity
        subject = try CertificateName(fields.required())
        var keyInformation = try fields.required().constructed.makeIterator()
        let algorithm = try keyInformation.required()
        keyOctets = Array(try ASN1BitString(derEncoded: keyInformation.required()).bytes)
        key = try Self.material(algorithm, keyOctets)
    }

    /// Returns the public key. Returns nil for an unsupported algorithm, curve or size.
    private static func material(_ algorithm: ASN1Node, _ octets: [UInt8]) throws -> SecKey.Material? {
        var parts = try algorithm.constructed.makeIterator()
        let name = try ASN1ObjectIdentifier(derEncoded: parts.required())
        switch name {
        case [1, 2, 840, 113_549, 1, 1, 1]: return RSAPublicKey(pkcs1: octets).map { .rsaPublic($0) }
        case [1, 2, 840, 10_045, 2, 1]:
            guard let parameters = parts.next(), let curve = try? ASN1ObjectIdentifier(derEncoded: parameters) else { return nil }
            return Self.curves[curve].flatMap { CurvePublicKey(x963: octets, on: $0) }.map { .curvePublic($0) }
        default: return nil
        }
    }

    private static let curves: [ASN1ObjectIdentifier: Curve] = [
        [1, 2, 840, 10_045, 3, 1, 7]: .p256, [1, 3, 132, 0, 34]: .p384, [1, 3, 132, 0, 35]: .p521,
    ]
}

/// A malformed certificate.
struct CertificateDefect: Error {}

extension ASN1Node {
    var constructed: ASN1NodeCollection {
        get throws {
            guard case .constructed(let nodes) = content else { throw CertificateDefect() }
            return nodes
        }
    }

    var primitive: ArraySlice<UInt8> {
        get throws {
            guard case .primitive(let octets) = content else { throw CertificateDefect() }
            return octets
        }
    }
}

extension ASN1NodeCollection.Iterator {
    mutating func required() throws -> ASN1Node {
        guard let node = next() else { throw CertificateDefect() }
        return node
    }
}
