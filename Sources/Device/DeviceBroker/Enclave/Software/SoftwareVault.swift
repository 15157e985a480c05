import Crypto
import FoundationEssentials
import Secrets

/// The core of the software enclave, which processes one request at a time, without threads or sockets.
///
/// Changes take effect in memory only after they are on disk.
struct SoftwareVault {
    private var state: SoftwareState
    private var challenges = OutstandingChallenges()
    private var recent = RecentKeys()
    private let presenceKey: P256.Signing.PublicKey
    private let file: EnclaveStateFile
    private let hostKey: SecretBytes
    private let random: any RandomBytes
    private let steps: EnclaveSteps
    private let description: EnclaveDescription
    /// Whether a write failed. The state on disk is then unknown until the enclave is opened again.
    private var isStale = false

    /// Opens or creates the state file.
    init(
        _ opening: SoftwareEnclaveOpening, description: EnclaveDescription, random: any RandomBytes, steps: EnclaveSteps
    ) throws(EnclaveError) {
        file = try EnclaveStateFile(path: opening.stateFile, kind: .software, steps: steps)
        hostKey = opening.hostKey
        self.description = description
        self.random = random
        self.steps = steps
        if let record = try file.read() {
            state = try SoftwareState(sealed: record, under: hostKey, header: file.header)
        } else {
            guard opening.opening == .createIfAbsent else {
                throw EnclaveError(.notSetUp, "no software enclave exists at \(opening.stateFile)")
            }
            state = SoftwareState(random: random)
            try Self.save(state, to: file, hostKey, random)
        }
        guard let key = PresenceKey(deviceSecret: state.deviceSecret) else {
            throw EnclaveError(.damagedState, "cannot derive a presence key from the device secret")
        }
        presenceKey = key.publicKey
    }

    /// Processes a request.
    mutating func answer(_ request: EnclaveRequest) -> EnclaveResponse {
        if isStale { return .failed(.unavailable, "the enclave could not write its state and must be opened again") }
        do throws(Interruption) {
            return try carryOut(request)
        } catch {
            switch error {
            case .rejected(let rejection): return .rejected(rejection)
            case .failed(let failure): return .failed(failure.code, failure.reason)
            }
        }
    }

    private mutating func carryOut(_ request: EnclaveRequest) throws(Interruption) -> EnclaveResponse {
        switch request {
        case .open: throw .failed(EnclaveError(.protocolViolation, "this enclave is already open"))
        case .describe: return .opened(description)
        case .createKey(let policy): return .key(try createKey(policy))
        case .challenge(let use, let proof): return .challenge(try challenge(use, proof))
        case .use(let use, let proof, let presence): return try perform(use, proof, presence)
        case .deviceSecret: return .secret(state.deviceSecret)
        case .isPasscodeSet: return .flag(state.passcode != nil)
        case .setPasscode(let proof):
            if state.passcode != nil { throw .rejected(.passcodeAlreadySet) }
            let epoch = state.passcodesSet + 1
            let passcode = try SoftwarePasscode(epoch: epoch, proof: proof, random: random)
            try change(.passcodeStarted) { state in
                state.passcode = passcode
                state.passcodesSet = epoch
            }
            return .done
        case .changePasscode(let old, let new):
            let changed = try passcode().changed(from: old, to: new, random: random)
            try change(.passcodeChanged) { $0.passcode = changed }
            return .done
        case .removePasscode(let proof):
            _ = try passcode().open(proof)
            try change(.passcodeRemoved) { $0.passcode = nil }
            return .done
        case .verifyPasscode(let proof):
            _ = try passcode().open(proof)
            return .done
        case .biometricGeneration: return .generation(state.generation)
        case .advanceBiometricGeneration:
            try change(.generationAdvanced) { $0.generation += 1 }
            return .generation(state.generation)
        }
    }

    private func createKey(_ policy: KeyPolicy) throws(Interruption) -> EnclaveKey {
        // A scalar is drawn again if it is zero or not below the group order: a probability of 2^-32.
        for _ in 0..<8 {
            let scalar = SecretBytes(random.bytes(32))
            guard let key = scalar.withBytes({ try? P256.Signing.PrivateKey(rawRepresentation: $0) }),
                let publicKey = EnclavePublicKey(x963: key.publicKey.x963Representation)
            else { continue }
            let blob = try SoftwareBlob.wrap(scalar, policy: policy, by: state, random: random)
            return EnclaveKey(blob: KeyBlob(blob), publicKey: publicKey)
        }
        throw .failed(EnclaveError(.damagedState, "the random source returned no valid P-256 key"))
    }

    private mutating func challenge(_ use: KeyUse, _ proof: PasscodeProof?) throws(Interruption) -> PresenceChallenge {
        let blob = try blob(of: use)
        if recent[use] == nil { _ = try blob.unwrap(by: state) }
        let path = try path(blob, hasProof: proof != nil, hasPresence: true)
        if path.provesPasscode, let proof { _ = try passcode().open(proof) }
        return challenges.issue(binding: use.binding, random: random)
    }

    private mutating func perform(
        _ use: KeyUse, _ proof: PasscodeProof?, _ presence: SignedPresence?
    ) throws(Interruption) -> EnclaveResponse {
        // The nonce is consumed first, regardless of the result.
        let challenge = presence.flatMap { challenges.take(nonce: $0.nonce) }
        let known = recent[use]
        let blob = try blob(of: use)
        var secret = known == nil ? try blob.unwrap(by: state) : nil
        let path = try path(blob, hasProof: proof != nil, hasPresence: presence != nil)

        if path.provesPasscode, let proof {
            let passcode = try passcode()
            let passcodeKey = try passcode.open(proof)
            if blob.policy.requiresPasscode, let inside = secret {
                secret = try blob.decrypt(inside, with: passcodeKey, of: passcode)
            }
        }
        if path.provesPresence, let presence {
            guard let challenge, challenge.binding == use.binding,
                let signature = try? P256.Signing.ECDSASignature(rawRepresentation: presence.signature),
                presenceKey.isValidSignature(signature, for: challenge.message)
            else { throw .rejected(.wrongPresence) }
        }
        if let known { return try known.perform(use.operation) }
        guard let secret else { throw .rejected(.unknownBlob) }
        let key = try SoftwareKey(secret, for: use.operation)
        if !blob.policy.requiresPasscode { recent.remember(key, of: use) }
        return try key.perform(use.operation)
    }

    private func blob(of use: KeyUse) throws(Interruption) -> SoftwareBlob {
        guard let blob = SoftwareBlob(use.blob) else { throw .rejected(.unknownBlob) }
        return blob
    }

    private func path(_ blob: SoftwareBlob, hasProof: Bool, hasPresence: Bool) throws(Interruption) -> PolicyPath {
        try PolicyPath.choose(
            blob.policy, hasProof: hasProof, hasPresence: hasPresence,
            alive: PolicyPath.Liveness(
                passcode: state.passcode?.epoch == blob.passcodeEpoch, biometricSet: state.generation == blob.generation))
    }

    private func passcode() throws(Interruption) -> SoftwarePasscode {
        guard let passcode = state.passcode else { throw .rejected(.passcodeNotSet) }
        return passcode
    }

    private mutating func change(
        _ step: EnclaveStep, _ body: (inout SoftwareState) -> Void
    ) throws(Interruption) {
        var next = state
        body(&next)
        do throws(EnclaveError) {
            try Self.save(next, to: file, hostKey, random)
            state = next
            try steps.reach(step)
        } catch {
            isStale = true
            throw .failed(error)
        }
    }

    private static func save(
        _ state: SoftwareState, to file: EnclaveStateFile, _ hostKey: SecretBytes, _ random: any RandomBytes
    ) throws(EnclaveError) {
        let record: [UInt8]
        do throws(Interruption) {
            record = try state.sealed(under: hostKey, header: file.header, random: random)
        } catch {
            throw EnclaveError(.damagedState, "cannot seal the state")
        }
        try file.write(record)
    }
}

/// The pending challenges, each valid for one response. A new one above the limit discards the oldest.
struct OutstandingChallenges {
    /// The maximum number of challenges: at least the number of threads that may have a challenge at the same time. Signers respond
    /// immediately, so they are few. A signer that declines leaves its challenge pending.
    static let limit = 64

    private var waiting: [PresenceChallenge] = []

    mutating func issue(binding: [UInt8], random: some RandomBytes) -> PresenceChallenge {
        let challenge = PresenceChallenge(nonce: random.bytes(SignedPresence.nonceByteCount), binding: binding)
        if waiting.count == Self.limit { waiting.removeFirst() }
        waiting.append(challenge)
        return challenge
    }

    /// Consumes and returns the challenge with this nonce.
    mutating func take(nonce: [UInt8]) -> PresenceChallenge? {
        guard let index = waiting.firstIndex(where: { $0.nonce == nonce }) else { return nil }
        return waiting.remove(at: index)
    }
}
