import CTSS2
package import DeviceProtocol
package import Secrets
import Synchronization

/// An enclave in a TPM 2.0. A key that never leaves the TPM wraps the enclave's keys, and the TPM enforces their policies.
///
/// The broker cannot bypass them: without the proof, or a fresh signature of the presence key over the exact command, the TPM does
/// not use the key. Another program with access to the TPM can destroy keys (by removing the counters or clearing the TPM), but not
/// use them. A TPM cannot prevent one exception. A program that reads the state file and has access to the TPM can open the device
/// secret, and use it to claim presence. Only the broker may have access to the file. The proof is never sent in plain text. Wrong
/// proofs count towards the TPM's lockout, whose parameters this code never changes.
package final class TPMEnclave: Enclave {
    /// The location of the TPM and of the state file.
    package struct Configuration: Sendable, Redacted {
        /// The TPM's name in its library: `device:/dev/tpmrm0`, or `swtpm:path=…` for a simulated one.
        package let tcti: String
        /// The path of the state file. Its folder must exist and be accessible only by the broker.
        package let stateFile: String
        /// The treatment of a file that does not exist.
        package let opening: EnclaveOpening
        /// The handles and indices of the TPM to use.
        package let allocation: TPMAllocation
        /// The authorization of the owner hierarchy, if the machine's administrator has set one: at most 32 bytes.
        package let ownerAuthorization: SecretBytes?
        /// The time limit for one response. A slow TPM needs some seconds for a key.
        package let timeout: Duration

        /// Creates a configuration; returns nil if the owner's authorization is longer than 32 bytes.
        package init?(
            tcti: String, stateFile: String, opening: EnclaveOpening, allocation: TPMAllocation = .first,
            ownerAuthorization: SecretBytes? = nil, timeout: Duration = .seconds(60)
        ) {
            if let ownerAuthorization, ownerAuthorization.count > 32 { return nil }
            self.tcti = tcti
            self.stateFile = stateFile
            self.opening = opening
            self.allocation = allocation
            self.ownerAuthorization = ownerAuthorization
            self.timeout = timeout
        }
    }

    /// The TPM's description of itself.
    package let description: EnclaveDescription

    private let device: Mutex<TPMDevice>

    /// Connects to the TPM and opens the enclave. Sets it up first if the configuration permits it.
    package init(
        _ configuration: Configuration, random: any RandomBytes = SystemRandomBytes(), steps: EnclaveSteps = .unobserved
    ) throws(EnclaveError) {
        let (device, description) = try Self.open(configuration, random, steps)
        self.device = Mutex(device)
        self.description = description
    }

    package func createKey(_ policy: KeyPolicy) throws(EnclaveError) -> EnclaveAnswer<EnclaveKey> {
        try answer { (device) throws(Interruption) in try device.createKey(policy) }
    }

    package func sign(
        _ input: SignatureInput, with key: KeyBlob, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<[UInt8]> {
        let use = KeyUse(blob: key.bytes, operation: .sign(input))
        return try answer { (device) throws(Interruption) in try device.sign(use, input, authorization) }
    }

    package func sharedSecret(
        of key: KeyBlob, with peer: EnclavePublicKey, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<SecretBytes> {
        let use = KeyUse(blob: key.bytes, operation: .agree(peer))
        return try answer { (device) throws(Interruption) in try device.agree(use, peer, authorization) }
    }

    package func attest(_ key: KeyBlob, over digest: SignatureInput) throws(EnclaveError) -> EnclaveAnswer<KeyAttestation> {
        try answer { (device) throws(Interruption) in try device.attest(key, over: digest) }
    }

    package func attestationKey() throws(EnclaveError) -> EnclaveAnswer<AttestationKeyName> {
        try answer { (device) throws(Interruption) in try device.attestationKey() }
    }

    package func deviceSecret() throws(EnclaveError) -> SecretBytes {
        try certain { (device) throws(Interruption) in try device.deviceSecret() }
    }

    package func isPasscodeSet() throws(EnclaveError) -> Bool {
        try certain { (device) throws(Interruption) in try device.isPasscodeSet() }
    }

    package func setPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        try answer { (device) throws(Interruption) in try device.setPasscode(proof) }
    }

    package func changePasscode(from old: PasscodeProof, to new: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        try answer { (device) throws(Interruption) in try device.changePasscode(from: old, to: new) }
    }

    package func removePasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        try answer { (device) throws(Interruption) in try device.removePasscode(proof) }
    }

    package func verifyPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        try answer { (device) throws(Interruption) in try device.verifyPasscode(proof) }
    }

    package func biometricGeneration() throws(EnclaveError) -> UInt64 {
        try certain { (device) throws(Interruption) in try device.generation() }
    }

    package func advanceBiometricGeneration() throws(EnclaveError) -> UInt64 {
        try certain { (device) throws(Interruption) in try device.advanceGeneration() }
    }
}

extension TPMEnclave {
    private func answer<Value: Sendable>(
        _ body: @Sendable (TPMDevice) throws(Interruption) -> Value
    ) throws(EnclaveError) -> EnclaveAnswer<Value> {
        try device.withLock { (device) throws(EnclaveError) -> EnclaveAnswer<Value> in
            do throws(Interruption) {
                return .granted(try body(device))
            } catch {
                return try EnclaveAnswer(stoppedBy: error)
            }
        }
    }

    /// Returns the result of an operation that is never rejected.
    private func certain<Value: Sendable>(_ body: @Sendable (TPMDevice) throws(Interruption) -> Value) throws(EnclaveError) -> Value
    {
        switch try answer(body) {
        case .granted(let value): return value
        case .rejected(let rejection): throw EnclaveError(.damagedState, "unexpected rejection: \(rejection)")
        }
    }

    private static func open(
        _ configuration: Configuration, _ random: any RandomBytes, _ steps: EnclaveSteps
    ) throws(EnclaveError) -> sending (TPMDevice, EnclaveDescription) {
        let file = try EnclaveStateFile(path: configuration.stateFile, kind: .tpm, steps: steps)
        let content = try file.read()
        guard content != nil || configuration.opening == .createIfAbsent else {
            throw EnclaveError(.notSetUp, "no TPM enclave exists at \(configuration.stateFile)")
        }
        do throws(Interruption) {
            let connection = try TPMConnection(
                tcti: configuration.tcti, timeout: configuration.timeout, owner: configuration.ownerAuthorization,
                random: random)
            let setUp = TPMSetUp(
                connection: connection, file: file, allocation: configuration.allocation, random: random, steps: steps)
            let description = try connection.description(reachedBy: configuration.tcti)
            guard let content else { return (try setUp.begin(), description) }
            guard let record = try? TPMRecord(message: content) else {
                throw Interruption.failed(EnclaveError(.damagedState, "the state file is malformed"))
            }
            return (try setUp.open(record), description)
        } catch {
            switch error {
            case .failed(let failure): throw failure
            case .rejected(let rejection): throw EnclaveError(.damagedState, "unexpected rejection during opening: \(rejection)")
            }
        }
    }
}

extension TPMConnection {
    /// Returns the manufacturer and the model as the TPM reports them.
    fileprivate func description(reachedBy tcti: String) throws(Interruption) -> EnclaveDescription {
        var text: [String] = []
        for number in UInt32(0x105)...0x109 {
            let letters = try property(number).bigEndianBytes.filter { (0x20..<0x7F).contains($0) }
            text.append(String(decoding: letters, as: UTF8.self))
        }
        let model = text[1...].joined()
        // Detects emulators by their protocols, swtpm's library by its model, and the reference implementation by its manufacturer.
        let isEmulator =
            tcti.hasPrefix("swtpm") || tcti.hasPrefix("mssim") || model.contains("SW") && model.contains("TPM") || text[0] == "XCG "
        return EnclaveDescription(kind: .tpm, isHardwareBacked: !isEmulator, model: "\(text[0]) \(model)")
    }
}
