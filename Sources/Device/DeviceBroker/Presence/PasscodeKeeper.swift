import DeviceProtocol
package import PasswordHashing
package import Secrets
import Synchronization

/// Derives the proof for the enclave from a passcode, with a slow function, and counts wrong passcodes. Never stores the passcode
/// itself.
///
/// With a ``PasscodeVerifier``, both must accept a passcode. The verifier comes first, and the enclave does not see a passcode that
/// it rejects.
package final class PasscodeKeeper: Sendable {
    /// The maximum length of a passcode, in bytes of UTF-8.
    package static let maximumLength = 1_024

    private let state: DeviceState
    private let enclave: any Enclave
    private let verifier: (any PasscodeVerifier)?
    private let parameters: Argon2idParameters
    private let random: any RandomBytes
    /// The lock that is held while an attempt is counted, but not while it is checked.
    private let counting = Mutex(())

    /// Creates a keeper. Without a verifier, only the enclave checks passcodes.
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

    /// Whether a passcode is set. True if the enclave fails, so that a failure does not open anything.
    package var isSet: Bool { (try? enclave.isPasscodeSet()) ?? true }

    /// Checks a passcode with the verifier and the enclave. During the delay after too many wrong ones it is rejected without a
    /// check. A wrong passcode counts for every caller.
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

    /// Returns the proofs for a change. `old` is the passcode that the enclave knows, even if the verifier rejects it because it
    /// was changed elsewhere; the verifier must accept `new`. Both together count as one attempt, so that a user who knows one of
    /// them can guess the other only as often as any passcode. Throws the errors of ``newProof(of:)``, and `authenticationFailed`
    /// if one of them is wrong.
    func proofs(
        changing old: SecretBytes, to new: SecretBytes
    ) throws(DeviceError) -> (old: PasscodeProof, new: PasscodeProof) {
        let (proof, _) = try candidate(new)
        let check = attempt { () -> PasscodeCheck in
            knownProof(of: old).map { verdict(on: new).check(proving: $0) } ?? .wrong
        }
        return (try check.accepted(), proof)
    }

    /// Returns a proof for a new passcode, with its salt. Throws `badRequest` for an empty passcode and for one longer than
    /// `maximumLength`, and `authenticationFailed` if the verifier rejects it.
    func newProof(of passcode: SecretBytes) throws(DeviceError) -> (proof: PasscodeProof, salt: [UInt8]) {
        let (proof, salt) = try candidate(passcode)
        guard verifier != nil else { return (proof, salt) }
        let check = attempt { () -> PasscodeCheck in verdict(on: passcode).check(proving: proof) }
        return (try check.accepted(), salt)
    }

    private func candidate(_ passcode: SecretBytes) throws(DeviceError) -> (proof: PasscodeProof, salt: [UInt8]) {
        guard (1...Self.maximumLength).contains(passcode.count) else {
            throw .badRequest("a passcode must have 1 to \(Self.maximumLength) bytes")
        }
        let salt = try state.passcodeSalt() ?? random.bytes(PasswordKey.saltByteCount)
        guard let proof = proof(of: passcode, salt: salt) else {
            throw .unavailable("not enough memory to derive the proof of a passcode")
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

    /// Counts an attempt before it is made, so that killing the broker and concurrent attempts gain no further attempt. Removes the
    /// count afterwards if the passcode was not checked.
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
                failures.undoAttempt()
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
    /// Converts the verdict on the passcode of `proof`.
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
    /// Returns the proof of a correct passcode, and throws the error for any other.
    func accepted() throws(DeviceError) -> PasscodeProof {
        switch self {
        case .right(let proof): return proof
        case .wrong, .exhausted: throw .authentication(.authenticationFailed)
        case .changedOutside:
            throw .badRequest(
                "the password was changed outside of the device. Change the passcode with the former and the new password.")
        case .unavailable(let obstacle): throw .unavailable(obstacle.description)
        }
    }
}

/// The result of checking a passcode.
package enum PasscodeCheck: Sendable {
    case right(PasscodeProof)
    /// The passcode is wrong, or was rejected without a check during the delay after too many wrong ones.
    case wrong
    /// The passcode was rejected, and further attempts are rejected for now.
    case exhausted
    /// The verifier accepts the passcode, but the enclave knows another one, because it was changed outside of the device. The data
    /// that the former passcode protects opens again after the user has entered both: see ``Device/changePasscode(from:to:)``.
    case changedOutside
    case unavailable(PasscodeObstacle)
}
