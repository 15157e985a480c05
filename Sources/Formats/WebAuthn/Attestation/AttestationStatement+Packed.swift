internal import SwiftASN1
internal import X509

extension AttestationStatement {
    /// Verifies a statement of the format `packed` (section 8.2). Without certificates it is a self attestation.
    func verifyPacked() throws(WebAuthnError) -> Attestation {
        let members = try members("alg", "sig", "x5c")
        let algorithm = try algorithm(of: members)
        guard let x5c = members["x5c"] else {
            guard algorithm == publicKey.algorithm else {
                throw .invalidAttestation("The algorithm of a self attestation differs from that of the credential.", "alg")
            }
            guard publicKey.isValidSignature(try bytes("sig", of: members), for: signedBytes) else {
                throw .invalidAttestation("The key of the credential does not verify the signature of the self attestation.", "sig")
            }
            return Attestation(.packed, .selfSigned)
        }
        let certificate = try AttestationCertificate(x5c)
        guard algorithm != .rs1 else { throw .invalidAttestation("SHA-1 is accepted in statements of a TPM only.", "alg") }
        try verifySignature(members, over: signedBytes, by: certificate, algorithm)
        try certificate.verifyIsEndEntity()
        try verifySubject(of: certificate.certificate)
        try certificate.verify(attested.aaguid)
        return Attestation(.packed, .basic, certificates: certificate.chain)
    }

    /// Requires the subject of section 8.2.1: the manufacturer's country and name, a fixed organizational unit, and any common name.
    private func verifySubject(of certificate: Certificate) throws(WebAuthnError) {
        func values(_ type: ASN1ObjectIdentifier) -> [String] { AttestationCertificate.values(of: type, in: certificate.subject) }
        let country = values(.RDNAttributeType.countryName)
        guard
            country.count == 1, country[0].utf8.count == 2, country[0].utf8.allSatisfy({ (65...90).contains($0) }),
            values(.RDNAttributeType.organizationName).contains(where: { !$0.isEmpty }),
            values(.RDNAttributeType.organizationalUnitName).contains(where: { $0.hasSameBytes(as: "Authenticator Attestation") }),
            values(.RDNAttributeType.commonName).contains(where: { !$0.isEmpty })
        else {
            throw .invalidAttestation("The subject of the attestation certificate lacks what section 8.2.1 requires.", "x5c")
        }
    }
}
