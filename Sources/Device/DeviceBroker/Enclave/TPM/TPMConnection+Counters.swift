import CTSS2
import Secrets

/// Counters in the TPM's NV memory (TPM 2.0 part 1, section 37). They only grow, and a counter that is removed and defined again
/// starts above every value that any counter of this TPM ever had.
extension TPMConnection {
    /// Defines a counter without writing it. Its authorization is encrypted in transit.
    func define(_ area: TPM2B_NV_PUBLIC, authorization: SecretBytes?) throws(Interruption) {
        var area = area
        var value = authorization.map { $0.withBytes { TPM2B_AUTH($0) } } ?? TPM2B_AUTH()
        defer { value.clear() }
        var index = ESYS_TR_NONE
        try check(
            Esys_NV_DefineSpace(
                esys, ESYS_TR_RH_OWNER, try channel(TPMA_SESSION(TPMA_SESSION_DECRYPT)), ESYS_TR_NONE, ESYS_TR_NONE, &value, &area,
                &index),
            "TPM2_NV_DefineSpace")
        _ = Esys_TR_Close(esys, &index)
    }

    /// Removes a counter.
    func undefine(_ index: UInt32) throws(Interruption) {
        // On success, the library closes the handle itself.
        let handle = try open(index)
        do throws(Interruption) {
            try check(
                Esys_NV_UndefineSpace(esys, ESYS_TR_RH_OWNER, handle, try session(for: .owner), ESYS_TR_NONE, ESYS_TR_NONE),
                "TPM2_NV_UndefineSpace")
        } catch {
            close(handle)
            throw error
        }
    }

    /// Runs `body` with the library's handle of an index.
    func withIndex<Result>(_ index: UInt32, _ body: (ESYS_TR) throws(Interruption) -> Result) throws(Interruption) -> Result {
        let handle = try open(index)
        defer { close(handle) }
        return try body(handle)
    }

    /// Returns the counter's value.
    func value(of index: ESYS_TR, by authority: Authority) throws(Interruption) -> UInt64 {
        var data: UnsafeMutablePointer<TPM2B_MAX_NV_BUFFER>?
        try check(
            Esys_NV_Read(
                esys, handle(of: authority, index), index, try session(for: authority), ESYS_TR_NONE, ESYS_TR_NONE, 8, 0, &data),
            "TPM2_NV_Read")
        let bytes = try take(data, "TPM2_NV_Read").bytes
        guard bytes.count == 8 else { throw .failed(EnclaveError(.tpm, "a counter of \(bytes.count) bytes")) }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }

    func increment(_ index: ESYS_TR, by authority: Authority) throws(Interruption) {
        try check(
            Esys_NV_Increment(
                esys, handle(of: authority, index), index, try session(for: authority), ESYS_TR_NONE, ESYS_TR_NONE),
            "TPM2_NV_Increment")
    }

    /// Returns the handle whose authorization the authority uses.
    func handle(of authority: Authority, _ index: ESYS_TR) -> ESYS_TR {
        switch authority {
        case .owner: ESYS_TR_RH_OWNER
        case .proof, .noAuthorization: index
        }
    }

    /// The state of a counter's index.
    enum Counter {
        case absent
        /// This enclave defined the counter, but did not write it, because the process was killed.
        case unwritten
        case written
        /// Another user of the TPM defined the index, with other attributes.
        case foreign
    }

    func inspect(_ template: TPM2B_NV_PUBLIC) throws(Interruption) -> Counter {
        guard try exists(template.nvPublic.nvIndex) else { return .absent }
        return try withIndex(template.nvPublic.nvIndex) { (index) throws(Interruption) -> Counter in
            var area: UnsafeMutablePointer<TPM2B_NV_PUBLIC>?
            var name: UnsafeMutablePointer<TPM2B_NAME>?
            try check(Esys_NV_ReadPublic(esys, index, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &area, &name), "TPM2_NV_ReadPublic")
            _ = try take(name, "TPM2_NV_ReadPublic")
            let found = try take(area, "TPM2_NV_ReadPublic").nvPublic
            let wanted = template.nvPublic
            guard found.attributes & ~TPMA_NV_WRITTEN == wanted.attributes, found.dataSize == wanted.dataSize,
                found.nameAlg == wanted.nameAlg, found.authPolicy.bytes == wanted.authPolicy.bytes
            else { return .foreign }
            return found.attributes & TPMA_NV_WRITTEN == 0 ? .unwritten : .written
        }
    }

    private func open(_ index: UInt32) throws(Interruption) -> ESYS_TR {
        var handle = ESYS_TR_NONE
        try check(
            Esys_TR_FromTPMPublic(esys, index, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &handle), "TR_FromTPMPublic")
        return handle
    }

    private func close(_ handle: ESYS_TR) {
        var handle = handle
        _ = Esys_TR_Close(esys, &handle)
    }
}
