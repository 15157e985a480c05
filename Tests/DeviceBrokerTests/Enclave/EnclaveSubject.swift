import DeviceParts
import TestKit
import Testing

/// The enclaves that one behaviour suite runs over.
enum EnclaveSubject: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case tpm = "a TPM"
    case softwareHere = "software in this process"
    case softwareApart = "software in a process of its own"

    var testDescription: String { rawValue }

    /// All that can run on this machine.
    static var available: [EnclaveSubject] {
        SimulatedTPM.isInstalled ? allCases : allCases.filter { $0 != .tpm }
    }

    var isSoftware: Bool { self != .tpm }
}

@Suite("What the enclave's tests run over", .tags(.realParts))
struct EnclaveSubjectTests {
    @Test(
        "a TPM is among the enclaves that are tested",
        .enabled(if: SimulatedTPM.isInstalled, "swtpm is not installed: everything about the TPM is left out"))
    func tpmIsAmongThem() {
        #expect(EnclaveSubject.available.contains(.tpm))
    }
}
