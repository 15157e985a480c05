import CTSS2

/// A response code of the TPM or of its library (TPM 2.0 part 2, section 6.6; TSS 2.0 overview, section 3.5).
struct TPMResponse: Hashable, Sendable {
    /// The raw code.
    let code: UInt32

    /// The TPM's own reason, without the number of the parameter, handle or session that it refers to. Nil if another software
    /// layer failed. The resource manager of a kernel or daemon forwards the TPM's own codes under its layer number, 11 or 12.
    var reason: Reason? {
        let layer = code >> 16 & 0xFF
        guard layer == 0 || layer == 11 || layer == 12 else { return nil }
        let isFormatOne = code & 0x80 != 0
        return Reason(rawValue: isFormatOne ? code & 0xBF : code & 0x97F)
    }

    /// The reasons that this code distinguishes.
    enum Reason: UInt32 {
        case nvUninitialized = 0x14A
        case nvDefined = 0x14C
        case policy = 0x126
        case value = 0x84
        case handle = 0x8B
        case authorizationFailed = 0x8E
        case signature = 0x9B
        case policyFailed = 0x9D
        case integrity = 0x9F
        case ticket = 0xA0
        case badAuthorization = 0xA2
        case binding = 0xA5
        case eccPoint = 0xA7
        case lockout = 0x921
    }

    /// Whether the code refers to a parameter, handle or session instead of the TPM's own state.
    var findsFaultWithParameter: Bool {
        let layer = code >> 16 & 0xFF
        return (layer == 0 || layer == 11 || layer == 12) && code & 0x80 != 0
    }

    /// The library's name for the code.
    var name: String {
        Tss2_RC_Decode(code).map { String(cString: $0) } ?? "no name"
    }

    /// Returns an error for a response without a specific meaning.
    func error(_ command: StaticString, file: StaticString = #fileID, line: UInt = #line) -> EnclaveError {
        let number = "0x" + String(code, radix: 16)
        return EnclaveError(
            .tpm, "\(command): \(name) (\(number))", responseCode: code, file: file, line: line)
    }
}
