import CTSS2
import Secrets

/// The passcode is a counter whose authorization value is the proof. Policies contain the counter's name and value. They therefore
/// remain valid after a change of the authorization, and become unsatisfiable when the counter is removed.
extension TPMDevice {
    func isPasscodeSet() throws(Interruption) -> Bool {
        switch try connection.inspect(TPMTemplate.passcode(allocation.passcode)) {
        case .written: return true
        // An unwritten counter is a passcode whose setting was interrupted; it was never set.
        case .absent, .unwritten: return false
        case .foreign: throw .failed(EnclaveError(.resourceTaken, "the passcode's index in the TPM belongs to something else"))
        }
    }

    func setPasscode(_ proof: PasscodeProof) throws(Interruption) {
        let template = TPMTemplate.passcode(allocation.passcode)
        if try isPasscodeSet() { throw .rejected(.passcodeAlreadySet) }
        if try connection.exists(allocation.passcode) { try connection.undefine(allocation.passcode) }
        try connection.define(template, authorization: proof.secret)
        try reach(.passcodeDefined)
        try connection.withIndex(allocation.passcode) { (index) throws(Interruption) in
            try connection.increment(index, by: .owner)
        }
        try reach(.passcodeStarted)
    }

    func changePasscode(from old: PasscodeProof, to new: PasscodeProof) throws(Interruption) {
        guard try isPasscodeSet() else { throw .rejected(.passcodeNotSet) }
        try withPasscode(old) { (index) throws(Interruption) in
            try connection.withPolicySession(salted: true) { (session) throws(Interruption) in
                try prove([.commandCode(TPM2_CC_NV_ChangeAuth), .authorizationValue], in: session)
                var value = new.secret.withBytes { TPM2B_AUTH($0) }
                defer { value.clear() }
                let channel = try connection.channel(TPMA_SESSION(TPMA_SESSION_DECRYPT))
                try rejectingWrongProof { () throws(Interruption) in
                    try connection.check(
                        Esys_NV_ChangeAuth(connection.esys, index, session, channel, ESYS_TR_NONE, &value), "TPM2_NV_ChangeAuth")
                }
            }
        }
        try reach(.passcodeChanged)
    }

    func verifyPasscode(_ proof: PasscodeProof) throws(Interruption) {
        guard try isPasscodeSet() else { throw .rejected(.passcodeNotSet) }
        try withPasscode(proof) { (index) throws(Interruption) in
            _ = try rejectingWrongProof { () throws(Interruption) in try connection.value(of: index, by: .proof) }
        }
    }

    func removePasscode(_ proof: PasscodeProof) throws(Interruption) {
        try verifyPasscode(proof)
        try connection.undefine(allocation.passcode)
        try reach(.passcodeRemoved)
    }

    /// Returns the epoch of the current passcode, or nil if none is set.
    func passcodeEpoch() throws(Interruption) -> UInt64? {
        guard try isPasscodeSet() else { return nil }
        return try connection.withIndex(allocation.passcode) { (index) throws(Interruption) in
            try connection.value(of: index, by: .owner)
        }
    }

    /// Runs `body` with the passcode's index, which the channel then authorizes with the proof.
    func withPasscode<Result>(
        _ proof: PasscodeProof, _ body: (ESYS_TR) throws(Interruption) -> Result
    ) throws(Interruption) -> Result {
        try connection.withIndex(allocation.passcode) { (index) throws(Interruption) in
            try connection.setAuthorization(of: index, to: proof.secret)
            return try body(index)
        }
    }

    /// Converts the TPM's errors for a wrong authorization to rejections.
    func rejectingWrongProof<Result>(_ body: () throws(Interruption) -> Result) throws(Interruption) -> Result {
        do throws(Interruption) {
            return try body()
        } catch {
            switch error.tpmReason {
            case .authorizationFailed, .badAuthorization: throw .rejected(.wrongPasscode)
            case .lockout: throw .rejected(.lockedOut)
            default: throw error
            }
        }
    }
}

extension Interruption {
    /// The reason of the TPM's error, if it is one.
    var tpmReason: TPMResponse.Reason? {
        guard case .failed(let error) = self, let code = error.responseCode else { return nil }
        return TPMResponse(code: code).reason
    }
}
