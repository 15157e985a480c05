/// The public area of a P-256 key in a TPM (TPMT_PUBLIC; TPM 2.0, part 2, section 12.2.4): what it may be used for, the digest of its policy,
/// and the point. Of everything else there is but one value for the keys that matter here, and any other is refused.
struct TPMPublicArea: Hashable, Sendable {
    /// TPMA_OBJECT (TPM 2.0, part 2, section 8.3).
    struct Attributes: OptionSet, Hashable, Sendable {
        let rawValue: UInt32

        /// It never leaves the TPM,
        static let fixedTPM = Attributes(rawValue: 1 << 1)
        /// nor its parent,
        static let fixedParent = Attributes(rawValue: 1 << 4)
        /// and the TPM itself drew it.
        static let sensitiveDataOrigin = Attributes(rawValue: 1 << 5)
        static let userWithAuthorization = Attributes(rawValue: 1 << 6)
        static let adminWithPolicy = Attributes(rawValue: 1 << 7)
        static let noDictionaryAttackProtection = Attributes(rawValue: 1 << 10)
        /// It signs nothing but what the TPM wrote.
        static let restricted = Attributes(rawValue: 1 << 16)
        static let decrypt = Attributes(rawValue: 1 << 17)
        static let sign = Attributes(rawValue: 1 << 18)
    }

    let attributes: Attributes
    /// Empty, or 32 bytes.
    let policy: [UInt8]
    /// Whether it signs by ECDSA with SHA-256 alone, or leaves the scheme to each use.
    let hasScheme: Bool
    let key: DevicePublicKey
    let name: TPMName

    init(_ bytes: ArraySlice<UInt8>) throws(AttestationError) {
        var reader = TPMReader(bytes)
        try reader.expect(TPMNumbers.ecc)
        try reader.expect(TPMNumbers.sha256)
        attributes = Attributes(rawValue: try reader.number())
        let beforePolicy = reader
        policy = Array(try reader.sized(0...32))
        guard policy.isEmpty || policy.count == 32 else { throw beforePolicy.error(.unexpectedLength) }
        try reader.expect(TPMNumbers.none)
        let beforeScheme = reader
        switch try reader.number(UInt16.self) {
        case TPMNumbers.none: hasScheme = false
        case TPMNumbers.ecdsa:
            try reader.expect(TPMNumbers.sha256)
            hasScheme = true
        default: throw beforeScheme.error(.unexpectedValue)
        }
        try reader.expect(TPMNumbers.p256)
        try reader.expect(TPMNumbers.none)
        let beforePoint = reader
        guard let key = DevicePublicKey(x963: [4] + (try reader.number32()) + (try reader.number32())) else {
            throw beforePoint.error(.noPoint)
        }
        try reader.finish()
        self.key = key
        name = TPMName(ofArea: bytes)
    }
}

/// Constants of TPM 2.0, part 2.
enum TPMNumbers {
    /// TPM_GENERATED_VALUE, which begins whatever the TPM wrote itself, and nothing that a restricted key is given to sign.
    static let generated: UInt32 = 0xFF54_4347
    /// TPM_ST_ATTEST_CREATION.
    static let creation: UInt16 = 0x801A
    static let ecc: UInt16 = 0x0023
    static let sha256: UInt16 = 0x000B
    static let none: UInt16 = 0x0010
    static let ecdsa: UInt16 = 0x0018
    static let p256: UInt16 = 0x0003
}
