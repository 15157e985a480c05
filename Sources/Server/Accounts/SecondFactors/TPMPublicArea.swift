import Crypto
import Secrets

/// The public area of a P-256 key in a TPM (TPMT_PUBLIC; TPM 2.0, part 2, section 12.2.4): its permitted uses, the digest of its
/// policy, and the point. All other fields have only one valid value for these keys; any other value is rejected.
struct TPMPublicArea: Hashable, Sendable {
    /// TPMA_OBJECT (TPM 2.0, part 2, section 8.3).
    struct Attributes: OptionSet, Hashable, Sendable {
        let rawValue: UInt32

        /// The key never leaves the TPM.
        static let fixedTPM = Attributes(rawValue: 1 << 1)
        /// The key never leaves its parent.
        static let fixedParent = Attributes(rawValue: 1 << 4)
        /// The TPM generated the key.
        static let sensitiveDataOrigin = Attributes(rawValue: 1 << 5)
        static let adminWithPolicy = Attributes(rawValue: 1 << 7)
        static let noDictionaryAttackProtection = Attributes(rawValue: 1 << 10)
        /// The key signs only data that the TPM generated.
        static let restricted = Attributes(rawValue: 1 << 16)
        static let decrypt = Attributes(rawValue: 1 << 17)
        static let sign = Attributes(rawValue: 1 << 18)
    }

    let attributes: Attributes
    /// Empty, or 32 bytes.
    let policy: [UInt8]
    /// Whether the key signs only with ECDSA and SHA-256; false if each use chooses the scheme.
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
    /// TPM_GENERATED_VALUE. It starts all data that the TPM generates, and no data that a restricted key signs for a caller.
    static let generated: UInt32 = 0xFF54_4347
    /// TPM_ST_ATTEST_CREATION.
    static let creation: UInt16 = 0x801A
    static let ecc: UInt16 = 0x0023
    static let sha256: UInt16 = 0x000B
    static let none: UInt16 = 0x0010
    static let ecdsa: UInt16 = 0x0018
    static let p256: UInt16 = 0x0003
}

/// A TPM's signed statement about an object that it created (TPMS_ATTEST with TPMS_CREATION_INFO; TPM 2.0, part 2, sections 10.12.8
/// and 10.12.5).
struct TPMCreationStatement: Hashable, Sendable {
    /// The qualifying data of the request: 32 bytes here.
    let extraData: [UInt8]
    /// The object that the TPM created.
    let object: TPMName

    init(_ bytes: ArraySlice<UInt8>) throws(AttestationError) {
        var reader = TPMReader(bytes)
        try reader.expect(TPMNumbers.generated)
        try reader.expect(TPMNumbers.creation)
        // The signer's qualified name. Its name, on the operator's list, identifies it better.
        _ = try reader.name()
        extraData = Array(try reader.sized(32...32))
        // The clock, the reset and restart counts, the safe flag and the firmware version: obfuscated values that are not needed
        // here.
        _ = try reader.number(UInt64.self)
        _ = try reader.number(UInt32.self)
        _ = try reader.number(UInt32.self)
        let beforeSafe = reader
        guard try reader.number(UInt8.self) <= 1 else { throw beforeSafe.error(.unexpectedValue) }
        _ = try reader.number(UInt64.self)
        object = try reader.name()
        // The digest of the creation data.
        _ = try reader.sized(32...32)
        try reader.finish()
    }
}

/// The name of an object in a TPM (TPM 2.0, part 1, section 16): 00 0B for SHA-256, then the digest of its public area, 34 bytes in
/// total.
package struct TPMName: Hashable, Sendable, CustomStringConvertible {
    package static let byteCount = 34
    private static let algorithm: [UInt8] = [0x00, 0x0B]

    package let bytes: [UInt8]

    /// Returns nil for another length, or a name with another digest algorithm.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes.starts(with: Self.algorithm) else { return nil }
        self.bytes = bytes
    }

    /// Parses 68 lower-case hexadecimal digits, as `latchkey device attestation-key` and tpm2-tools print a name. Returns nil for
    /// any other spelling.
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

    /// The digits that ``init(_:)-(String)`` accepts.
    package var description: String { bytes.hexadecimal }
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

/// Parses numbers and sized buffers from a TPM's bytes (TPM 2.0, part 2, section 4): big-endian, with one valid encoding and no
/// trailing bytes. Positions count from the first byte of the whole input.
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

    /// Parses a number that must have this value.
    mutating func expect<Number: FixedWidthInteger & UnsignedInteger>(_ value: Number) throws(AttestationError) {
        let start = self
        guard try number(Number.self) == value else { throw start.error(.unexpectedValue) }
    }

    /// Parses bytes that are preceded by their count in two bytes.
    mutating func sized(_ lengths: ClosedRange<Int>) throws(AttestationError) -> ArraySlice<UInt8> {
        let start = self
        let count = Int(try number(UInt16.self))
        guard lengths.contains(count) else { throw start.error(.unexpectedLength) }
        guard rest.count >= count else { throw start.error(.cutShort) }
        defer { rest.removeFirst(count) }
        return rest.prefix(count)
    }

    /// Parses a name with a SHA-256 digest.
    mutating func name() throws(AttestationError) -> TPMName {
        let start = self
        guard let name = TPMName(Array(try sized(TPMName.byteCount...TPMName.byteCount))) else {
            throw start.error(.unexpectedValue)
        }
        return name
    }

    /// Parses a P-256 number into 32 bytes. The TPM omits leading zeros.
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

/// The reason why a TPM's bytes cannot be parsed, with the position of the error.
package struct AttestationError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: String, Hashable, Sendable, CaseIterable {
        /// The input is longer than ``KeyAttestation/maximumLength``.
        case tooLong = "too long"
        /// The input ends before the announced length.
        case cutShort = "cut short"
        /// The input continues after its end.
        case trailingBytes = "trailing bytes"
        /// A number differs from its only valid value.
        case unexpectedValue = "unexpected value"
        /// A buffer has an invalid length.
        case unexpectedLength = "unexpected length"
        /// The coordinates are not a point on P-256.
        case noPoint = "not a point on P-256"
    }

    package let code: Code
    /// The offset from the first byte.
    package let position: Int

    package var description: String { "byte \(position): \(code.rawValue)" }
}
