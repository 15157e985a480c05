import DeviceParts
import TestKit
import Testing

/// The enclaves that a behaviour suite covers.
enum EnclaveSubject: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case tpm = "a TPM"
    case softwareHere = "software in this process"
    case softwareApart = "software in a separate process"

    var testDescription: String { rawValue }

    /// All that can run on this machine.
    static var available: [EnclaveSubject] {
        SimulatedTPM.isInstalled ? allCases : allCases.filter { $0 != .tpm }
    }

    var isSoftware: Bool { self != .tpm }
}

@Suite("Enclaves under test", .tags(.realParts), .timeLimit(.minutes(20)))
struct EnclaveSubjectTests {
    @Test(
        "a TPM is one of the enclaves under test",
        .enabled(if: SimulatedTPM.isInstalled, "swtpm is not installed; the TPM is not tested"))
    func tpmIsAmongThem() {
        #expect(EnclaveSubject.available.contains(.tpm))
    }
}
