import CTSS2
import Crypto

/// What a TPM gives with a new object, by which it knows again that it made it (TPM 2.0 part 3, section 12.1).
///
/// | size | content |
/// | --- | --- |
/// | n | TPM2B_DIGEST of the creation's circumstances |
/// | m | TPMT_TK_CREATION, which only this TPM can make |
/// | 32 | SHA-256 of both, which finds damage before a statement is asked for; it is no protection, and needs to be none |
struct TPMCreation {
    let digest: TPM2B_DIGEST
    let ticket: TPMT_TK_CREATION

    init(digest: TPM2B_DIGEST, ticket: TPMT_TK_CREATION) {
        self.digest = digest
        self.ticket = ticket
    }

    /// Reads both; nil where they are not of this shape to the last byte.
    init?(_ bytes: [UInt8]) {
        var offset = 0
        var digest = TPM2B_DIGEST()
        var ticket = TPMT_TK_CREATION()
        guard Tss2_MU_TPM2B_DIGEST_Unmarshal(bytes, bytes.count, &offset, &digest) == 0,
            Tss2_MU_TPMT_TK_CREATION_Unmarshal(bytes, bytes.count, &offset, &ticket) == 0,
            bytes[offset...].elementsEqual(SHA256.hash(data: bytes[..<offset]))
        else { return nil }
        self.digest = digest
        self.ticket = ticket
    }

    /// The bytes; nil where the library cannot write what it has just read.
    var bytes: [UInt8]? {
        guard let digest = TPMMarshalling.bytes(of: digest), let ticket = TPMMarshalling.bytes(of: ticket) else { return nil }
        return digest + ticket + SHA256.hash(data: digest + ticket)
    }
}
