import CTSS2

/// The TPM's sized byte strings (TPM2B_…): a count and a buffer of fixed size.
protocol SizedBuffer {
    associatedtype Buffer
    init()
    var size: UInt16 { get set }
    var buffer: Buffer { get set }
}

extension SizedBuffer {
    /// Copies `bytes`. More than the buffer takes is our own mistake: every caller's lengths are checked or fixed.
    init(_ bytes: some Collection<UInt8>) {
        self.init()
        precondition(bytes.count <= MemoryLayout<Buffer>.size, "more bytes than the TPM's buffer takes")
        size = UInt16(bytes.count)
        withUnsafeMutableBytes(of: &buffer) { $0.copyBytes(from: bytes) }
    }

    /// The bytes that are in use.
    var bytes: [UInt8] {
        withUnsafeBytes(of: buffer) { Array($0.prefix(Int(size))) }
    }

    /// A number in 32 bytes, whatever zeros the TPM left out before it.
    var number32: [UInt8] {
        let bytes = bytes
        return [UInt8](repeating: 0, count: max(0, 32 - bytes.count)) + bytes
    }

    /// Overwrites the buffer, which held a secret.
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
    /// The bytes that are in use.
    var bytes: [UInt8] {
        withUnsafeBytes(of: attestationData) { Array($0.prefix(Int(size))) }
    }
}

extension TPM2B_NAME {
    /// The bytes that are in use.
    var bytes: [UInt8] {
        withUnsafeBytes(of: name) { Array($0.prefix(Int(size))) }
    }
}
