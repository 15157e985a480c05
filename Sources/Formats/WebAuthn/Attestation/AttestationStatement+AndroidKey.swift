internal import SwiftASN1

extension AttestationStatement {
    /// Verifies a statement of the format `android-key` (section 8.4).
    ///
    /// Purposes and origin are optional. If present, they must say that the key was generated in the device and only signs.
    func verifyAndroidKey() throws(WebAuthnError) -> Attestation {
        let members = try members("alg", "sig", "x5c")
        let certificate = try AttestationCertificate(members["x5c"])
        let algorithm = try algorithm(of: members)
        guard algorithm != .rs1 else { throw .invalidAttestation("SHA-1 is accepted in statements of a TPM only.", "alg") }
        try verifySignature(members, over: signedBytes, by: certificate, algorithm)
        try verifyIsForCredential(certificate)
        guard
            let content = certificate.content(of: AttestationCertificate.androidKeyDescription),
            let description = try? AndroidKeyDescription(derEncoded: content)
        else {
            throw .invalidAttestation("The attestation certificate does not describe the key.", "x5c")
        }
        guard description.challenge == clientDataHash else {
            throw .invalidAttestation("The challenge of the key description is not the hash of client data.", "x5c")
        }
        for list in description.lists {
            guard !list.isForAllApplications, list.origin == nil || list.origin == 0, list.purposes == nil || list.purposes == [2]
            else {
                throw .invalidAttestation("The key is for all applications, imported, or for more than signing.", "x5c")
            }
        }
        return Attestation(.androidKey, .basic, certificates: certificate.chain)
    }
}

/// The members of Android's KeyDescription that section 8.4 verifies.
struct AndroidKeyDescription {
    let challenge: [UInt8]
    /// The properties that software enforces, and those that hardware enforces.
    let lists: [AuthorizationList]

    struct AuthorizationList {
        var purposes: Set<Int>?
        var isForAllApplications = false
        var origin: Int?

        init(_ node: ASN1Node) throws {
            guard case .constructed(let members) = node.content, node.identifier == .sequence else { throw Malformed() }
            for member in members where member.identifier.tagClass == .contextSpecific {
                guard case .constructed(let content) = member.content else { throw Malformed() }
                var values = content.makeIterator()
                guard let value = values.next(), values.next() == nil else { throw Malformed() }
                switch member.identifier.tagNumber {
                case 1:
                    guard case .constructed(let numbers) = value.content, value.identifier == .set else { throw Malformed() }
                    purposes = try Set(numbers.map { try Int(derEncoded: $0) })
                case 600: isForAllApplications = true
                case 702: origin = try Int(derEncoded: value)
                default: break
                }
            }
        }
    }

    init(derEncoded bytes: ArraySlice<UInt8>) throws {
        self = try DER.sequence(DER.parse(bytes), identifier: .sequence) { nodes in
            _ = try Int(derEncoded: &nodes)
            guard nodes.next()?.identifier == .enumerated else { throw Malformed() }
            _ = try Int(derEncoded: &nodes)
            guard nodes.next()?.identifier == .enumerated else { throw Malformed() }
            let challenge = try ASN1OctetString(derEncoded: &nodes)
            _ = try ASN1OctetString(derEncoded: &nodes)
            guard let software = nodes.next(), let hardware = nodes.next() else { throw Malformed() }
            return AndroidKeyDescription(
                challenge: Array(challenge.bytes), lists: [try AuthorizationList(software), try AuthorizationList(hardware)])
        }
    }

    private init(challenge: [UInt8], lists: [AuthorizationList]) {
        self.challenge = challenge
        self.lists = lists
    }

    private struct Malformed: Error {}
}
