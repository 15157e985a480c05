internal import Crypto
internal import SwiftASN1
internal import X509

extension AttestationStatement {
    /// Verifies a statement of the format `tpm` (section 8.3).
    func verifyTPM() throws(WebAuthnError) -> Attestation {
        let members = try members("ver", "alg", "x5c", "sig", "certInfo", "pubArea")
        guard members["ver"]?.text?.hasSameBytes(as: "2.0") == true else {
            throw .invalidAttestation("The TPM version of the statement is not 2.0.", "ver")
        }
        let algorithm = try algorithm(of: members)
        let publicArea = try bytes("pubArea", of: members)
        guard let area = TPMPublicArea(publicArea) else {
            throw .invalidAttestation("The public area is malformed or not for a signing key.", "pubArea")
        }
        guard area.key == publicKey.key else {
            throw .invalidAttestation("The key in the public area differs from the credential's key.", "pubArea")
        }
        let certificationBytes = try bytes("certInfo", of: members)
        guard let certification = TPMCertification(certificationBytes) else {
            throw .invalidAttestation("The certification is malformed or not of an object.", "certInfo")
        }
        guard let hash = TPMHash(of: algorithm), certification.extraData == hash.digest(signedBytes) else {
            throw .invalidAttestation("The certification is not for this registration.", "certInfo")
        }
        guard certification.name == area.nameAlgorithm.identifier + area.nameAlgorithm.digest(publicArea) else {
            throw .invalidAttestation("The certification is for another object than the public area.", "certInfo")
        }
        let certificate = try AttestationCertificate(members["x5c"])
        try verifySignature(members, over: certificationBytes, by: certificate, algorithm)
        try certificate.verifyIsEndEntity()
        try verifyRequirements(of: certificate.certificate)
        try certificate.verify(attested.aaguid)
        return Attestation(.tpm, .certificationAuthority, certificates: certificate.chain)
    }

    /// Verifies the requirements of section 8.3.1: an empty subject, an alternative name with the TPM's manufacturer, model and
    /// version, and the extended key usage of an attestation key.
    private func verifyRequirements(of certificate: Certificate) throws(WebAuthnError) {
        guard certificate.subject.isEmpty else {
            throw .invalidAttestation("The subject of the attestation certificate must be empty.", "x5c")
        }
        let names = (try? certificate.extensions.subjectAlternativeNames).map(Array.init) ?? []
        let describesTPM = names.contains { name in
            guard case .directoryName(let name) = name else { return false }
            return (1...3).allSatisfy { !AttestationCertificate.values(of: [2, 23, 133, 2, $0], in: name).isEmpty }
        }
        guard describesTPM else {
            throw .invalidAttestation("The certificate does not name the TPM's manufacturer, model and version.", "x5c")
        }
        let purposes = try? certificate.extensions.extendedKeyUsage
        guard purposes?.contains(.init(oid: [2, 23, 133, 8, 3])) == true else {
            throw .invalidAttestation("The certificate lacks the key usage of an attestation key.", "x5c")
        }
    }
}

/// A hash function, identified by its number in TPM 2.0, part 2, table 9.
private enum TPMHash: UInt16 {
    case sha1 = 0x04
    case sha256 = 0x0B
    case sha384 = 0x0C
    case sha512 = 0x0D

    /// Finds the hash function of a signature algorithm.
    init?(of algorithm: COSEAlgorithm) {
        switch algorithm {
        case .rs1: self = .sha1
        case .es256, .rs256: self = .sha256
        case .es384: self = .sha384
        case .es512: self = .sha512
        default: return nil
        }
    }

    var identifier: [UInt8] { [UInt8(rawValue >> 8), UInt8(rawValue & 0xFF)] }

    func digest(_ bytes: [UInt8]) -> [UInt8] {
        switch self {
        case .sha1: Array(Insecure.SHA1.hash(data: bytes))
        case .sha256: Array(SHA256.hash(data: bytes))
        case .sha384: Array(SHA384.hash(data: bytes))
        case .sha512: Array(SHA512.hash(data: bytes))
        }
    }
}

/// TPMT_PUBLIC of a signing key (TPM 2.0, part 2, section 12.2.4).
private struct TPMPublicArea {
    let nameAlgorithm: TPMHash
    let key: SignatureKey

    init?(_ bytes: [UInt8]) {
        var reader = TPMReader(bytes)
        guard let type = reader.integer(UInt16.self), let name = reader.integer(UInt16.self).flatMap(TPMHash.init(rawValue:))
        else { return nil }
        // Attributes.
        reader.skip(4)
        guard
            // The policy of authorization.
            reader.sized() != nil,
            // A signing key has no symmetric algorithm, because it does not encrypt.
            reader.integer(UInt16.self) == Self.noAlgorithm, let scheme = reader.integer(UInt16.self),
            scheme == Self.noAlgorithm || Self.schemesWithHash.contains(scheme)
        else { return nil }
        // The scheme's hash.
        if scheme != Self.noAlgorithm { reader.skip(2) }
        let key: SignatureKey?
        switch type {
        case 0x01:
            // The size of the modulus.
            reader.skip(2)
            guard let exponent = reader.integer(UInt32.self), let modulus = reader.sized() else { return nil }
            // Zero represents the default exponent, 65,537.
            key = try? SignatureKey(modulus: modulus, exponent: Self.bytes(exponent == 0 ? 65_537 : exponent))
        case 0x23:
            guard
                let curve = reader.integer(UInt16.self), reader.integer(UInt16.self) == Self.noAlgorithm, let x = reader.sized(),
                let y = reader.sized()
            else { return nil }
            key = Self.key(on: curve, x, y)
        default: return nil
        }
        guard let key, reader.isAtEnd else { return nil }
        nameAlgorithm = name
        self.key = key
    }

    /// Creates a key from coordinates. A TPM may omit their leading zeros.
    private static func key(on curve: UInt16, _ x: [UInt8], _ y: [UInt8]) -> SignatureKey? {
        func padded(_ number: [UInt8], to length: Int) -> [UInt8] {
            [UInt8](repeating: 0, count: max(0, length - number.count)) + number
        }
        switch curve {
        case 3: return try? SignatureKey(p256: padded(x, to: 32) + padded(y, to: 32))
        case 4: return try? SignatureKey(p384: padded(x, to: 48) + padded(y, to: 48))
        case 5: return try? SignatureKey(p521: padded(x, to: 66) + padded(y, to: 66))
        default: return nil
        }
    }

    private static func bytes(_ exponent: UInt32) -> [UInt8] {
        Array((0..<4).map { UInt8(truncatingIfNeeded: exponent >> (24 - 8 * $0)) }.drop { $0 == 0 })
    }

    private static let noAlgorithm: UInt16 = 0x10
    /// RSASSA, RSAPSS and ECDSA.
    private static let schemesWithHash: Set<UInt16> = [0x14, 0x16, 0x18]
}

/// TPMS_ATTEST of a certified object (TPM 2.0, part 2, section 10.12.12).
private struct TPMCertification {
    let extraData: [UInt8]
    let name: [UInt8]

    init?(_ bytes: [UInt8]) {
        var reader = TPMReader(bytes)
        guard
            // TPM_GENERATED_VALUE and TPM_ST_ATTEST_CERTIFY.
            reader.integer(UInt32.self) == 0xFF54_4347, reader.integer(UInt16.self) == 0x8017,
            // The qualified name of the signer.
            reader.sized() != nil, let extraData = reader.sized()
        else { return nil }
        // Clock, reset count, restart count, whether the clock is safe, and firmware version.
        reader.skip(8 + 4 + 4 + 1 + 8)
        // The name of the object, and its qualified name.
        guard let name = reader.sized(), reader.sized() != nil, reader.isAtEnd else { return nil }
        self.extraData = extraData
        self.name = name
    }
}

/// A parser of a TPM's structures: big-endian integers, and byte strings after a length of two bytes.
private struct TPMReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) {
        rest = bytes[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// Skips bytes whose content does not matter. If there are fewer, the next read returns nil.
    mutating func skip(_ count: Int) { rest = rest.dropFirst(count) }

    mutating func integer<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type) -> Number? {
        let size = Number.bitWidth / 8
        guard rest.count >= size else { return nil }
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size).reduce(0) { Number(truncatingIfNeeded: UInt64($0) << 8) | Number($1) }
    }

    mutating func sized() -> [UInt8]? {
        guard let length = integer(UInt16.self), rest.count >= length else { return nil }
        defer { rest = rest.dropFirst(Int(length)) }
        return Array(rest.prefix(Int(length)))
    }
}
