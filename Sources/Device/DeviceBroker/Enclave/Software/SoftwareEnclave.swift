import Crypto
package import DeviceProtocol
import Glibc
package import Secrets

/// An enclave of software: keys in one sealed file, used in a process of its own or, for tests, in this one.
///
/// It is not backed by hardware and says so. What protects it is the host's key, which seals its file and which the caller keeps where
/// it can (systemd-creds, a Secret Service, a file of root), the separate process, and the passcode: what cannot be used without
/// the passcode is encrypted to it. Root, and whoever reads both the file and the host's key, can use every other key. An old copy of
/// the state file put back in its place brings back the passcode and the generation of its time; only a TPM's counters prevent that.
package struct SoftwareEnclave: Enclave {
    /// Where its file is and how it is opened.
    package struct Configuration: Sendable, Redacted {
        /// The state file; its folder must exist and belong to the broker alone.
        package let stateFile: String
        /// The key that seals it: 32 bytes, the same at each opening.
        package let hostKey: SecretBytes
        /// What to do where there is no file.
        package let opening: EnclaveOpening

        /// A configuration; nil for a key of another size than 32 bytes, or a path that is empty or longer than 4,096 bytes.
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

    /// What it says of itself: never backed by hardware.
    package let description: EnclaveDescription

    private let transport: any EnclaveTransport

    /// Opens the enclave in this process, whose memory then holds its keys: for tests and simulated devices.
    package init(
        inProcess configuration: Configuration, random: any RandomBytes = SystemRandomBytes(), steps: EnclaveSteps = .unobserved
    ) throws(EnclaveError) {
        let description = EnclaveDescription(
            kind: .software, isHardwareBacked: false, model: "software enclave in the broker's own process")
        let vault = try SoftwareVault(configuration.message, description: description, random: random, steps: steps)
        self.description = description
        transport = InProcessTransport(vault)
    }

    /// Opens the enclave behind a socket, at whose other end ``SoftwareEnclaveProcess/run(socket:random:steps:)`` serves. The socket is closed
    /// with the last copy of this value, upon which the process ends.
    ///
    /// `timeout` bounds each call; one that takes longer throws ``EnclaveError/Code/timedOut`` and breaks the connection, since a late
    /// answer would be taken for the next one's.
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
        case .refused(let refusal): .refused(refusal)
        default: throw Self.unexpected
        }
    }

    /// Refuses always: whoever can change this program could have it state anything.
    package func attest(_ key: KeyBlob, over digest: SignatureInput) throws(EnclaveError) -> EnclaveAnswer<KeyAttestation> {
        .refused(.cannotAttest)
    }

    /// Refuses always.
    package func attestationKey() throws(EnclaveError) -> EnclaveAnswer<AttestationKeyName> {
        .refused(.cannotAttest)
    }

    package func sign(
        _ input: SignatureInput, with key: KeyBlob, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<[UInt8]> {
        switch try use(KeyUse(blob: key.bytes, operation: .sign(input)), authorization) {
        case .signature(let signature): .granted(signature)
        case .refused(let refusal): .refused(refusal)
        default: throw Self.unexpected
        }
    }

    package func sharedSecret(
        of key: KeyBlob, with peer: EnclavePublicKey, authorization: KeyAuthorization
    ) throws(EnclaveError) -> EnclaveAnswer<SecretBytes> {
        switch try use(KeyUse(blob: key.bytes, operation: .agree(peer)), authorization) {
        case .secret(let secret): .granted(secret)
        case .refused(let refusal): .refused(refusal)
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
    /// One use. The policy that the blob shows in clear decides only whom to ask; the enclave checks the genuine one.
    private func use(_ use: KeyUse, _ authorization: KeyAuthorization) throws(EnclaveError) -> EnclaveResponse {
        guard let policy = SoftwareBlob(use.blob)?.policy else { return .refused(.unknownBlob) }
        guard let signer = authorization.presence, policy.namesBiometry else {
            return try ask(.use(use, authorization.passcode, nil))
        }
        if policy.combination == .any, authorization.passcode != nil {
            let response = try ask(.use(use, authorization.passcode, nil))
            // Only where the passcode's way is dead is the match looked at, and the broker asked for it.
            guard case .refused(.passcodeGone) = response else { return response }
        }
        switch try ask(.challenge(use, authorization.passcode)) {
        case .challenge(let challenge):
            guard let signature = signer.signature(for: challenge) else { return .refused(.authorizationRequired) }
            guard signature.count == SignedPresence.signatureByteCount else { return .refused(.wrongPresence) }
            let presence = SignedPresence(nonce: challenge.nonce, signature: signature)
            return try ask(.use(use, authorization.passcode, presence))
        case .refused(let refusal): return .refused(refusal)
        default: throw Self.unexpected
        }
    }

    private func done(_ request: EnclaveRequest) throws(EnclaveError) -> EnclaveAnswer<Void> {
        switch try ask(request) {
        case .done: .granted(())
        case .refused(let refusal): .refused(refusal)
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
        EnclaveError(.protocolViolation, "the enclave gives an answer that does not belong to the question")
    }
}
