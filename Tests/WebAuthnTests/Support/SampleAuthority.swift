import Crypto
import FoundationEssentials
import SwiftASN1
import WebAuthn
import X509

/// A manufacturer's certification authority, which issues certificates with one changed property.
struct SampleAuthority {
    let key = P256.Signing.PrivateKey()

    /// The authority's own certificate in DER.
    var root: [UInt8] {
        get throws {
            try certificate(
                for: Certificate.PublicKey(key.publicKey), subject: Self.name,
                extensions: [try .init(BasicConstraints.isCertificateAuthority(maxPathLength: nil), critical: true)])
        }
    }

    /// Returns the extensions of an attestation certificate: basic constraints of an end entity, and `more`.
    static func extensions(_ more: [Certificate.Extension] = []) throws -> [Certificate.Extension] {
        [try .init(BasicConstraints.notCertificateAuthority, critical: true)] + more
    }

    /// Issues a certificate in DER.
    func certificate(
        for key: Certificate.PublicKey, subject: DistinguishedName, extensions: [Certificate.Extension],
        version: Certificate.Version = .v3,
        until end: Date = Date(timeIntervalSince1970: 2_000_000_000)
    ) throws -> [UInt8] {
        let certificate = try Certificate(
            version: version, serialNumber: Certificate.SerialNumber(bytes: [1, 2, 3]), publicKey: key,
            notValidBefore: Date(timeIntervalSince1970: 1_600_000_000), notValidAfter: end, issuer: Self.name, subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256, extensions: Certificate.Extensions(extensions),
            issuerPrivateKey: Certificate.PrivateKey(self.key))
        var serializer = DER.Serializer()
        try serializer.serialize(certificate)
        return serializer.serializedBytes
    }

    static let name =
        (try? DistinguishedName([.init(type: .RDNAttributeType.commonName, utf8String: "Authority")])) ?? DistinguishedName()

    /// Returns the subject that section 8.2.1 requires, with replaced values. Nil omits a value.
    static func subject(
        country: String? = "SE", organization: String? = "Maker", unit: String? = "Authenticator Attestation", name: String? = "Key"
    ) throws -> DistinguishedName {
        let values: [(ASN1ObjectIdentifier, String?)] = [
            (.RDNAttributeType.countryName, country), (.RDNAttributeType.organizationName, organization),
            (.RDNAttributeType.organizationalUnitName, unit), (.RDNAttributeType.commonName, name),
        ]
        return try DistinguishedName(
            values.compactMap { type, value in value.map { RelativeDistinguishedName.Attribute(type: type, utf8String: $0) } })
    }
}
