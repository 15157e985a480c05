import Crypto
import CTSS2

/// Marshals the TPM's structures, and computes names, which are digests of them (TPM 2.0 part 1, section 16).
enum TPMMarshalling {
    static func bytes(of area: TPM2B_PUBLIC) -> [UInt8]? {
        var area = area
        return bytes { Tss2_MU_TPM2B_PUBLIC_Marshal(&area, $0, $1, $2) }
    }

    static func bytes(of area: TPMT_PUBLIC) -> [UInt8]? {
        var area = area
        return bytes { Tss2_MU_TPMT_PUBLIC_Marshal(&area, $0, $1, $2) }
    }

    static func bytes(of area: TPM2B_PRIVATE) -> [UInt8]? {
        var area = area
        return bytes { Tss2_MU_TPM2B_PRIVATE_Marshal(&area, $0, $1, $2) }
    }

    static func bytes(of digest: TPM2B_DIGEST) -> [UInt8]? {
        var digest = digest
        return bytes { Tss2_MU_TPM2B_DIGEST_Marshal(&digest, $0, $1, $2) }
    }

    static func bytes(of ticket: TPMT_TK_CREATION) -> [UInt8]? {
        var ticket = ticket
        return bytes { Tss2_MU_TPMT_TK_CREATION_Marshal(&ticket, $0, $1, $2) }
    }

    static func bytes(of signature: TPMT_SIGNATURE) -> [UInt8]? {
        var signature = signature
        return bytes { Tss2_MU_TPMT_SIGNATURE_Marshal(&signature, $0, $1, $2) }
    }

    /// Returns an object's name.
    static func name(of area: TPM2B_PUBLIC) -> [UInt8]? {
        bytes(of: area.publicArea).map(name)
    }

    /// Returns a counter's name after its first write, which is a part of the name.
    static func writtenName(of area: TPM2B_NV_PUBLIC) -> [UInt8]? {
        var area = area.nvPublic
        area.attributes |= TPMA_NV_WRITTEN
        return bytes { Tss2_MU_TPMS_NV_PUBLIC_Marshal(&area, $0, $1, $2) }.map(name)
    }

    private static func name(_ bytes: [UInt8]) -> [UInt8] {
        TPM2_ALG_SHA256.bigEndianBytes + SHA256.hash(data: bytes)
    }

    private static func bytes(_ marshal: (UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?) -> TSS2_RC) -> [UInt8]? {
        // Larger than any structure that is marshalled here.
        var buffer = [UInt8](repeating: 0, count: 2048)
        var count = 0
        guard marshal(&buffer, buffer.count, &count) == 0 else { return nil }
        return Array(buffer[..<count])
    }
}

/// A sized byte string of the TPM (TPM2B_…): a count and a buffer of fixed size.
protocol SizedBuffer {
    associatedtype Buffer
    init()
    var size: UInt16 { get set }
    var buffer: Buffer { get set }
}

extension SizedBuffer {
    /// Copies `bytes`. More bytes than the buffer holds is a programming error, since callers check or fix the length.
    init(_ bytes: some Collection<UInt8>) {
        self.init()
        precondition(bytes.count <= MemoryLayout<Buffer>.size, "more bytes than the TPM's buffer holds")
        size = UInt16(bytes.count)
        withUnsafeMutableBytes(of: &buffer) { $0.copyBytes(from: bytes) }
    }

    /// The used bytes.
    var bytes: [UInt8] {
        withUnsafeBytes(of: buffer) { Array($0.prefix(Int(size))) }
    }

    /// A number in 32 bytes, with the leading zeros that the TPM omits.
    var number32: [UInt8] {
        let bytes = bytes
        return [UInt8](repeating: 0, count: max(0, 32 - bytes.count)) + bytes
    }

    /// Overwrites the buffer, which contained a secret.
    mutating func clear() {
        withUnsafeMutableBytes(of: &buffer) { _ = $0.initializeMemory(as: UInt8.self, repeating: 0) }
    }
}

extension TPM2B_DIGEST: SizedBuffer {}
extension TPM2B_ECC_PARAMETER: SizedBuffer {}
extension TPM2B_SENSITIVE_DATA: SizedBuffer {}
extension TPM2B_MAX_NV_BUFFER: SizedBuffer {}
extension TPM2B_PRIVATE: SizedBuffer {}
extension TPM2B_DATA: SizedBuffer {}

extension TPM2B_ATTEST {
    /// The used bytes.
    var bytes: [UInt8] {
        withUnsafeBytes(of: attestationData) { Array($0.prefix(Int(size))) }
    }
}

extension TPM2B_NAME {
    /// The used bytes.
    var bytes: [UInt8] {
        withUnsafeBytes(of: name) { Array($0.prefix(Int(size))) }
    }
}

/// The persistent handle and the NV indices that an enclave uses in its TPM.
///
/// | what | slot 0 | slot n |
/// | --- | --- | --- |
/// | the primary key, under the owner's hierarchy | 0x8100_4C40 | 0x8100_4C40 + n |
/// | the passcode: a counter whose authorization is the proof | 0x0180_4C40 | 0x0180_4C40 + 2n |
/// | the generation of the biometric set: a counter | 0x0180_4C41 | 0x0180_4C41 + 2n |
///
/// The ranges are those that the TCG's registry of reserved handles assigns to the owner. One machine's TPM can serve up to 16
/// enclaves, for example of the system and of several users.
package struct TPMAllocation: Hashable, Sendable {
    /// The number of slots: 16.
    package static let count: UInt8 = 16

    /// The slot.
    package let slot: UInt8

    /// Creates the allocation of a slot; returns nil for 16 or more.
    package init?(slot: UInt8) {
        guard slot < Self.count else { return nil }
        self.slot = slot
    }

    private init() {
        slot = 0
    }

    /// The allocation of slot 0.
    package static let first = TPMAllocation()

    var primary: UInt32 { 0x8100_4C40 + UInt32(slot) }
    var passcode: UInt32 { 0x0180_4C40 + 2 * UInt32(slot) }
    var generation: UInt32 { 0x0180_4C41 + 2 * UInt32(slot) }
}
