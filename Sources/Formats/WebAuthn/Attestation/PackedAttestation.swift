internal import SwiftASN1
internal import X509

extension AttestationStatement {
    /// Section 8.2. Without certificates the credential attests itself.
    func verifyPacked() throws(WebAuthnError) -> Attestation {
        let members = try members("alg", "sig", optional: "x5c")
        let algorithm = try algorithm(of: members)
        guard let x5c = members["x5c"] else {
            guard algorithm == publicKey.algorithm else {
                throw .invalidAttestation("The algorithm of a self attestation is not the credential's.", "alg")
            }
            guard publicKey.isValidSignature(try bytes("sig", of: members), for: signedBytes) else {
                throw .invalidAttestation("The signature of a self attestation is not the credential's.", "sig")
            }
            return Attestation(.packed, .selfSigned)
        }
        let certificate = try AttestationCertificate(x5c)
        guard algorithm != .rs1 else { throw .invalidAttestation("SHA-1 is for statements of a TPM alone.", "alg") }
        try verifySignature(members, over: signedBytes, by: certificate, algorithm)
        try certificate.verifyIsEndEntity()
        try verifySubject(of: certificate.certificate)
        try certificate.verify(attested.aaguid)
        return Attestation(.packed, .basic, certificates: certificate.chain)
    }

    /// Section 8.2.1: the maker's country and name, a fixed unit, and a name of the maker's choice.
    private func verifySubject(of certificate: Certificate) throws(WebAuthnError) {
        func values(_ type: ASN1ObjectIdentifier) -> [String] { AttestationCertificate.values(of: type, in: certificate.subject) }
        let country = values(.RDNAttributeType.countryName)
        guard
            country.count == 1, country[0].utf8.count == 2, country[0].utf8.allSatisfy({ (65...90).contains($0) }),
            values(.RDNAttributeType.organizationName).contains(where: { !$0.isEmpty }),
            values(.RDNAttributeType.organizationalUnitName).contains(where: { $0.hasSameBytes(as: "Authenticator Attestation") }),
            values(.RDNAttributeType.commonName).contains(where: { !$0.isEmpty })
        else {
            throw .invalidAttestation("The subject of the attestation certificate is not that of an authenticator.", "x5c")
        }
    }
}
