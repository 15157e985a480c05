import Crypto

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

/// What a TPM signs of an object that it made (TPMS_ATTEST with TPMS_CREATION_INFO; TPM 2.0, part 2, sections 10.12.8 and 10.12.5).
struct TPMCreationStatement: Hashable, Sendable {
    /// What it was asked over: 32 bytes here.
    let extraData: [UInt8]
    /// The object that it made.
    let object: TPMName

    init(_ bytes: ArraySlice<UInt8>) throws(AttestationError) {
        var reader = TPMReader(bytes)
        try reader.expect(TPMNumbers.generated)
        try reader.expect(TPMNumbers.creation)
        // The signer with its ancestors, which its own name, on the operator's list, says more of.
        _ = try reader.name()
        extraData = Array(try reader.sized(32...32))
        // Clock, resets, restarts, whether the clock is safe, and the firmware: not for every program's eyes, and nothing here rests on them.
        _ = try reader.number(UInt64.self)
        _ = try reader.number(UInt32.self)
        _ = try reader.number(UInt32.self)
        let beforeSafe = reader
        guard try reader.number(UInt8.self) <= 1 else { throw beforeSafe.error(.unexpectedValue) }
        _ = try reader.number(UInt64.self)
        object = try reader.name()
        // The circumstances of its making.
        _ = try reader.sized(32...32)
        try reader.finish()
    }
}

/// The name of an object in a TPM (TPM 2.0, part 1, section 16): 00 0B for SHA-256, and the digest of its public area, 34 bytes.
package struct TPMName: Hashable, Sendable, CustomStringConvertible {
    package static let byteCount = 34
    private static let algorithm: [UInt8] = [0x00, 0x0B]

    package let bytes: [UInt8]

    /// Refuses every other length, and names by another digest.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.algorithm) else { return nil }
        self.bytes = bytes
    }

    /// From 68 lower-case hexadecimal digits, as `latchkey device attestation-key` and tpm2-tools print a name. Refuses any other spelling.
    package init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 2 * Self.byteCount else { return nil }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index].lowerCaseHexadecimal, let low = digits[index + 1].lowerCaseHexadecimal else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        self.init(bytes)
    }

    init(ofArea area: some Sequence<UInt8>) {
        bytes = Self.algorithm + SHA256.hash(data: Array(area))
    }

    /// The digits that ``init(_:)-(String)`` takes.
    package var description: String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

extension UInt8 {
    fileprivate var lowerCaseHexadecimal: UInt8? {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}

/// Takes numbers and sized strings out of a TPM's bytes (TPM 2.0, part 2, section 4): the most significant byte first, in one spelling,
/// nothing left over. Positions count from the first byte of all.
struct TPMReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    mutating func number<Number: FixedWidthInteger & UnsignedInteger>(_: Number.Type = Number.self) throws(AttestationError)
        -> Number
    {
        let width = Number.bitWidth / 8
        guard rest.count >= width else { throw error(.cutShort) }
        defer { rest.removeFirst(width) }
        return rest.prefix(width).reduce(0) { $0 << 8 | Number($1) }
    }

    /// A number that can be no other.
    mutating func expect<Number: FixedWidthInteger & UnsignedInteger>(_ value: Number) throws(AttestationError) {
        let start = self
        guard try number(Number.self) == value else { throw start.error(.unexpectedValue) }
    }

    /// Bytes behind their count in two bytes.
    mutating func sized(_ lengths: ClosedRange<Int>) throws(AttestationError) -> ArraySlice<UInt8> {
        let start = self
        let count = Int(try number(UInt16.self))
        guard lengths.contains(count) else { throw start.error(.unexpectedLength) }
        guard rest.count >= count else { throw start.error(.cutShort) }
        defer { rest.removeFirst(count) }
        return rest.prefix(count)
    }

    /// A name by SHA-256.
    mutating func name() throws(AttestationError) -> TPMName {
        let start = self
        guard let name = TPMName(Array(try sized(TPMName.byteCount...TPMName.byteCount))) else {
            throw start.error(.unexpectedValue)
        }
        return name
    }

    /// A number of P-256, in 32 bytes whatever zeros the TPM left out before it.
    mutating func number32() throws(AttestationError) -> [UInt8] {
        let bytes = try sized(1...32)
        return [UInt8](repeating: 0, count: 32 - bytes.count) + bytes
    }

    func finish() throws(AttestationError) {
        guard rest.isEmpty else { throw error(.trailingBytes) }
    }

    func error(_ code: AttestationError.Code) -> AttestationError {
        AttestationError(code: code, position: rest.startIndex)
    }
}

/// Why bytes are no statement of a TPM, and at which of them that was found.
package struct AttestationError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// More than ``KeyAttestation/maximumLength``.
        case tooLong = "too long"
        /// They end before what was announced.
        case cutShort = "cut short"
        /// Something stands after the end.
        case trailingBytes = "followed by something else"
        /// A number that is another than it must be.
        case unexpectedValue = "another value than it must be"
        /// A string of bytes of a length that it cannot have.
        case unexpectedLength = "of a length that it cannot have"
        /// Coordinates of no point of P-256.
        case noPoint = "no point of P-256"
    }

    package let code: Code
    /// Counted from the first byte.
    package let position: Int

    package var description: String { "byte \(position): \(code.rawValue)" }
}
