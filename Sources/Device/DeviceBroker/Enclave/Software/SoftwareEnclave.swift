import Crypto
package import DeviceProtocol
import Glibc
package import Secrets

/// A software enclave: keys in a sealed file, used in a separate process or, for tests, in this process.
///
/// It is not backed by hardware, and its description says so. Three things protect its keys. The host key seals the file; the caller
/// stores that key as safely as it can (systemd-creds, a Secret Service, a file of root). The process is separate. Keys whose every
/// use requires the passcode are encrypted to the passcode. Root, and a program that reads both the file and the host key, can use
/// all other keys. Restoring an old copy of the state file restores the passcode and the generation of its time;
/// only a TPM's counters prevent that.
package struct SoftwareEnclave: Enclave {
    /// The location of the enclave's file and how to open it.
    package struct Configuration: Sendable, Redacted {
        /// The path of the state file. Its folder must exist and be accessible only by the broker.
        package let stateFile: String
        /// The key that seals the file: 32 bytes, the same at each opening.
        package let hostKey: SecretBytes
        /// The treatment of a file that does not exist.
        package let opening: EnclaveOpening

        /// Creates a configuration. Returns nil unless the key has 32 bytes and the path has 1 to 4,096 bytes, none of them zero.
        package init?(stateFile: String, hostKey: SecretBytes, opening: EnclaveOpening) {
            let path = stateFile.utf8
            guard hostKey.count == 32, !path.isEmpty, path.count <= SoftwareEnclaveOpening.pathLimit, !path.contains(0) else {
                return nil
            }
            self.stateFile = stateFile
            self.hostKey = hostKey
            self.opening = opening
        }

        var message: SoftwareEnclaveOpening {
            SoftwareEnclaveOpening(stateFile: stateFile, hostKey: hostKey, opening: opening)
        }
    }

    /// The enclave's description, which is never hardware-backed.
    package let description: EnclaveDescription

    private let transport: any EnclaveTransport

    /// Opens the enclave in this process, whose memory then contains its keys. For tests and simulated devices.
    package init(
        inProcess configuration: Configuration, random: any RandomBytes = SystemRandomBytes(), steps: EnclaveSteps = .unobserved
    ) throws(EnclaveError) {
        let description = EnclaveDescription(
            kind: .software, isHardwareBacked: false, model: "software enclave in the broker's process")
        let vault = try SoftwareVault(configuration.message, description: description, random: random, steps: steps)
        self.description = description
        transport = InProcessTransport(vault)
    }

    /// Opens the enclave through a socket, at whose other end ``SoftwareEnclaveProcess/run(socket:random:steps:)`` serves. The
    /// socket is closed with the last copy of this value, and then the process ends.
    ///
    /// `timeout` limits each call. A call that takes longer throws ``EnclaveError/Code/timedOut`` and closes the connection, since
    /// a late response would be mistaken for that of the next call.
    package init(socket: UnixConnection, configuration: Configuration, timeout: Duration) throws(EnclaveError) {
        let transport = SocketTransport(socket, timeout: timeout)
        guard case .opened(let description) = try Self.settled(transport.exchange(.open(configuration.message))) else {
            throw Self.unexpected
        }
        self.description = description
        self.transport = transport
    }

    package func createKey(_ policy: KeyPolicy) throws(EnclaveError) -> EnclaveAnswer<EnclaveKey> {
        switch try ask(.createKey(policy)) {
        case .key(let key): .granted(key)
        case .rejected(let rejection): .rejected(rejection)
        default: throw Self.unexpected
        }
    }

    /// Rejects every attestation: a user who can change this program could make it attest anything.
    package func attest(_ key: KeyBlob, over digest: SignatureInput) throws(EnclaveError) -> EnclaveAnswer<KeyAttestation> {
        .rejected(.cannotAttest)
    }

    /// Rejects every request, because a software enclave has no attestation key.
    package func attestationKey() throws(EnclaveError) -> EnclaveAnswer<AttestationKeyName> {
        .rejected(.cannotAttest)
    }

    package func sign(
        _ input: SignatureInput, with key: KeyBlob, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<[UInt8]> {
        switch try use(KeyUse(blob: key.bytes, operation: .sign(input)), authorization) {
        case .signature(let signature): .granted(signature)
        case .rejected(let rejection): .rejected(rejection)
        default: throw Self.unexpected
        }
    }

    package func sharedSecret(
        of key: KeyBlob, with peer: EnclavePublicKey, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<SecretBytes> {
        switch try use(KeyUse(blob: key.bytes, operation: .agree(peer)), authorization) {
        case .secret(let secret): .granted(secret)
        case .rejected(let rejection): .rejected(rejection)
        default: throw Self.unexpected
        }
    }

    package func deviceSecret() throws(EnclaveError) -> SecretBytes {
        guard case .secret(let secret) = try ask(.deviceSecret) else { throw Self.unexpected }
        return secret
    }

    package func isPasscodeSet() throws(EnclaveError) -> Bool {
        guard case .flag(let isSet) = try ask(.isPasscodeSet) else { throw Self.unexpected }
        return isSet
    }

    package func setPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        try done(.setPasscode(proof))
    }

    package func changePasscode(from old: PasscodeProof, to new: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        try done(.changePasscode(old, new))
    }

    package func removePasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        try done(.removePasscode(proof))
    }

    package func verifyPasscode(_ proof: PasscodeProof) throws(EnclaveError) -> EnclaveAnswer<Void> {
        try done(.verifyPasscode(proof))
    }

    package func biometricGeneration() throws(EnclaveError) -> UInt64 {
        guard case .generation(let generation) = try ask(.biometricGeneration) else { throw Self.unexpected }
        return generation
    }

    package func advanceBiometricGeneration() throws(EnclaveError) -> UInt64 {
        guard case .generation(let generation) = try ask(.advanceBiometricGeneration) else { throw Self.unexpected }
        return generation
    }
}

extension SoftwareEnclave {
    /// Performs one use. The policy in the plain part of the blob only selects which evidence to obtain; the enclave checks the
    /// authenticated one.
    private func use(_ use: KeyUse, _ authorization: KeyAuthorization) throws(EnclaveError) -> EnclaveResponse {
        guard let policy = SoftwareBlob(use.blob)?.policy else { return .rejected(.unknownBlob) }
        guard let signer = authorization.presence, policy.namesBiometry else {
            return try ask(.use(use, authorization.passcode, nil))
        }
        if policy.combination == .any, authorization.passcode != nil {
            let response = try ask(.use(use, authorization.passcode, nil))
            // The presence signer is only called if the passcode cannot open the key any more and the broker has obtained presence.
            guard case .rejected(.passcodeRemoved) = response else { return response }
        }
        switch try ask(.challenge(use, authorization.passcode)) {
        case .challenge(let challenge):
            guard let signature = signer.signature(for: challenge) else { return .rejected(.authorizationRequired) }
            guard signature.count == SignedPresence.signatureByteCount else { return .rejected(.wrongPresence) }
            let presence = SignedPresence(nonce: challenge.nonce, signature: signature)
            return try ask(.use(use, authorization.passcode, presence))
        case .rejected(let rejection): return .rejected(rejection)
        default: throw Self.unexpected
        }
    }

    private func done(_ request: EnclaveRequest) throws(EnclaveError) -> EnclaveAnswer<Void> {
        switch try ask(request) {
        case .done: .granted(())
        case .rejected(let rejection): .rejected(rejection)
        default: throw Self.unexpected
        }
    }

    private func ask(_ request: EnclaveRequest) throws(EnclaveError) -> EnclaveResponse {
        try Self.settled(transport.exchange(request))
    }

    private static func settled(_ response: EnclaveResponse) throws(EnclaveError) -> EnclaveResponse {
        if case .failed(let code, let reason) = response { throw EnclaveError(code, reason) }
        return response
    }

    private static var unexpected: EnclaveError {
        EnclaveError(.protocolViolation, "unexpected response from the enclave")
    }
}
