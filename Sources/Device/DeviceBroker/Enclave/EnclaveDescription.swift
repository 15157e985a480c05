/// What an enclave says of itself.
package struct EnclaveDescription: Hashable, Sendable {
    /// The kinds of enclave; the number stands in the state file and in each blob.
    package enum Kind: UInt8, Hashable, Sendable, CaseIterable {
        /// Keys in a sealed file, used by software.
        case software = 1
        /// Keys under a TPM 2.0.
        case tpm = 2
    }

    /// Which implementation it is.
    package let kind: Kind
    /// Whether keys are out of reach of this machine's software. Never true of the software enclave, nor of a TPM that says it is an
    /// emulator; a virtual machine's TPM is believed, since it cannot be told from a real one.
    package let isHardwareBacked: Bool
    /// Who made it, for people: the TPM's manufacturer and model as it tells them, or how the software enclave runs.
    package let model: String
    /// The measures that protect the memory of a software enclave; empty for a TPM, which has no use for them.
    package let hardening: Set<HardeningMeasure>

    /// Describes an enclave.
    package init(kind: Kind, isHardwareBacked: Bool, model: String, hardening: Set<HardeningMeasure> = []) {
        self.kind = kind
        self.isHardwareBacked = isHardwareBacked
        self.model = model
        self.hardening = hardening
    }
}
