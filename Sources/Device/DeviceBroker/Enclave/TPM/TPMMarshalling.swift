import CTSS2
import Crypto

/// The TPM's structures as bytes, and names, which are digests of them (TPM 2.0 part 1, section 16).
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

    /// An object's name.
    static func name(of area: TPM2B_PUBLIC) -> [UInt8]? {
        bytes(of: area.publicArea).map(name)
    }

    /// A counter's name once it was written for the first time, which is part of its name.
    static func nameOnceWritten(of area: TPM2B_NV_PUBLIC) -> [UInt8]? {
        var area = area.nvPublic
        area.attributes |= TPMA_NV_WRITTEN
        return bytes { Tss2_MU_TPMS_NV_PUBLIC_Marshal(&area, $0, $1, $2) }.map(name)
    }

    private static func name(_ bytes: [UInt8]) -> [UInt8] {
        TPM2_ALG_SHA256.bigEndianBytes + SHA256.hash(data: bytes)
    }

    private static func bytes(_ marshal: (UnsafeMutablePointer<UInt8>?, Int, UnsafeMutablePointer<Int>?) -> TSS2_RC) -> [UInt8]? {
        // No structure written here comes near this size.
        var buffer = [UInt8](repeating: 0, count: 2048)
        var count = 0
        guard marshal(&buffer, buffer.count, &count) == 0 else { return nil }
        return Array(buffer[..<count])
    }
}
