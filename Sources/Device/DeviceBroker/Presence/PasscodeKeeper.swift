import DeviceProtocol
package import PasswordHashing
package import Secrets
import Synchronization

/// Turns a passcode into the proof that the enclave knows, slowly, and counts the wrong ones. The passcode itself is kept nowhere.
///
/// With a ``PasscodeVerifier`` a passcode must be right for both. The verifier comes first, and what it refuses is not shown to the enclave.
package final class PasscodeKeeper: Sendable {
    /// The longest passcode, in bytes of UTF-8.
    package static let maximumLength = 1_024

    private let state: DeviceState
    private let enclave: any Enclave
    private let verifier: (any PasscodeVerifier)?
    private let parameters: Argon2idParameters
    private let random: any RandomBytes
    /// Held while an attempt is counted, never while it is looked at.
    private let counting = Mutex(())

    /// Without a verifier the enclave's word is all.
    package init(
        state: DeviceState, enclave: any Enclave, verifier: (any PasscodeVerifier)? = nil,
        parameters: Argon2idParameters = .standard,
        random: any RandomBytes
    ) {
        self.state = state
        self.enclave = enclave
        self.verifier = verifier
        self.parameters = parameters
        self.random = random
    }

    /// Where the enclave cannot tell, there is one: nothing opens for want of a passcode.
    package var isSet: Bool { (try? enclave.isPasscodeSet()) ?? true }

    /// Whether it is the right passcode, for the verifier and for the enclave. While the wait after too many wrong ones lasts it is not even
    /// looked at. A wrong one counts, whoever asks.
    package func check(_ passcode: SecretBytes) -> PasscodeCheck {
        attempt { () -> PasscodeCheck in
            switch verdict(on: passcode) {
            case .accepted: break
            case .rejected: return .wrong
            case .exhausted: return .exhausted
            case .unavailable(let obstacle): return .unavailable(obstacle)
            }
            if let proof = knownProof(of: passcode) { return .right(proof) }
            return verifier == nil ? .wrong : .changedOutside
        }
    }

    /// The proofs for a change: `old` is the passcode that the enclave knows, whatever the verifier says, for who brings one that was changed
    /// outside; `new` is one that the verifier takes. Both together are one attempt: who knows one of them guesses the other no oftener than
    /// any passcode. Throws as ``newProof(of:)``, and `authenticationFailed` where one of them is wrong.
    func proofs(
        changing old: SecretBytes, to new: SecretBytes
    ) throws(DeviceRefusal) -> (old: PasscodeProof, new: PasscodeProof) {
        let (proof, _) = try candidate(new)
        let check = attempt { () -> PasscodeCheck in
            knownProof(of: old).map { verdict(on: new).check(proving: $0) } ?? .wrong
        }
        return (try check.accepted(), proof)
    }

    /// A proof under a salt of its own, for a passcode that is about to be set. Refuses an empty one, one past `maximumLength`, and with
    /// `authenticationFailed` one that the verifier does not take.
    func newProof(of passcode: SecretBytes) throws(DeviceRefusal) -> (proof: PasscodeProof, salt: [UInt8]) {
        let (proof, salt) = try candidate(passcode)
        guard verifier != nil else { return (proof, salt) }
        let check = attempt { () -> PasscodeCheck in verdict(on: passcode).check(proving: proof) }
        return (try check.accepted(), salt)
    }

    private func candidate(_ passcode: SecretBytes) throws(DeviceRefusal) -> (proof: PasscodeProof, salt: [UInt8]) {
        guard (1...Self.maximumLength).contains(passcode.count) else {
            throw .badRequest("a passcode has 1 to \(Self.maximumLength) bytes")
        }
        let salt = try state.passcodeSalt() ?? random.bytes(PasswordKey.saltByteCount)
        guard let proof = proof(of: passcode, salt: salt) else {
            throw .unavailable("there is not enough memory to derive a passcode's proof")
        }
        return (proof, salt)
    }

    private func verdict(on passcode: SecretBytes) -> PasscodeVerdict {
        guard let verifier else { return .accepted }
        return verifier.verify(passcode)
    }

    private func knownProof(of passcode: SecretBytes) -> PasscodeProof? {
        guard let salt = try? state.passcodeSalt(), let proof = proof(of: passcode, salt: salt),
            case .granted? = try? enclave.verifyPasscode(proof)
        else { return nil }
        return proof
    }

    /// Counts an attempt before it is made, so that killing the broker meanwhile, or many at once, gains nothing; and takes the count back
    /// where it was none.
    private func attempt(_ body: () -> PasscodeCheck) -> PasscodeCheck {
        let isCounted = counting.withLock { _ in
            var failures = state.passcodeFailures
            if failures.bringToPresent(now: state.now()) { _ = state.note(failures) }
            guard failures.wait(now: state.now()) == 0 else { return false }
            failures.add(now: state.now())
            return state.note(failures)
        }
        guard isCounted else { return .wrong }
        let check = body()
        return counting.withLock { _ in
            var failures = state.passcodeFailures
            switch check {
            case .right:
                failures.clear()
                return state.note(failures) ? check : .wrong
            case .unavailable:
                failures.takeBack()
                _ = state.note(failures)
                return check
            case .wrong, .exhausted, .changedOutside: return check
            }
        }
    }

    private func proof(of passcode: SecretBytes, salt: [UInt8]) -> PasscodeProof? {
        guard passcode.count <= Self.maximumLength,
            let derived = try? PasswordKey.derive(from: passcode, salt: salt, parameters: parameters)
        else { return nil }
        return PasscodeProof(derived)
    }
}

extension PasscodeVerdict {
    /// What the verdict makes of the passcode behind `proof`.
    fileprivate func check(proving proof: PasscodeProof) -> PasscodeCheck {
        switch self {
        case .accepted: .right(proof)
        case .rejected: .wrong
        case .exhausted: .exhausted
        case .unavailable(let obstacle): .unavailable(obstacle)
        }
    }
}

extension PasscodeCheck {
    /// The proof of the right passcode; for any other the refusal that the owner is told.
    func accepted() throws(DeviceRefusal) -> PasscodeProof {
        switch self {
        case .right(let proof): return proof
        case .wrong, .exhausted: throw .authentication(.authenticationFailed)
        case .changedOutside:
            throw .badRequest(
                "the password was changed outside of the device; give the former one and the new one once, to change the passcode")
        case .unavailable(let obstacle): throw .unavailable(obstacle.description)
        }
    }
}

/// What became of a passcode that somebody gave.
package enum PasscodeCheck: Sendable {
    case right(PasscodeProof)
    /// Wrong, or not looked at because the wait after too many wrong ones lasts.
    case wrong
    /// Refused, and so are further ones for now.
    case exhausted
    /// The verifier takes it, the enclave knows another: it was changed outside of the device. What is behind the former one opens again
    /// once both were given: see ``Device/changePasscode(from:to:)``.
    case changedOutside
    case unavailable(PasscodeObstacle)
}
