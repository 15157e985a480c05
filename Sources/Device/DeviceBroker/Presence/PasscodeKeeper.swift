import DeviceProtocol
package import PasswordHashing
package import Secrets

/// Turns a passcode into the proof that the enclave knows, slowly, and counts the wrong ones. The passcode itself is kept nowhere.
package final class PasscodeKeeper: Sendable {
    /// The longest passcode, in bytes of UTF-8.
    package static let maximumLength = 1_024

    private let state: DeviceState
    private let enclave: any Enclave
    private let parameters: Argon2idParameters
    private let random: any RandomBytes

    package init(state: DeviceState, enclave: any Enclave, parameters: Argon2idParameters = .standard, random: any RandomBytes) {
        self.state = state
        self.enclave = enclave
        self.parameters = parameters
        self.random = random
    }

    /// Where the enclave cannot tell, there is one: nothing opens for want of a passcode.
    package var isSet: Bool { (try? enclave.isPasscodeSet()) ?? true }

    /// The proof of the right passcode. Nothing for a wrong one, and for any while the wait after too many wrong ones lasts: it is not
    /// even looked at. A wrong one counts, whoever asks.
    package func check(_ passcode: SecretBytes) -> PasscodeProof? {
        var failures = state.passcodeFailures
        guard failures.wait(now: state.now()) == 0 else { return nil }
        // Counted before it is looked at, so that killing the broker while it looks gains nothing.
        failures.add(now: state.now())
        guard state.note(failures), let salt = try? state.passcodeSalt(), let proof = proof(of: passcode, salt: salt),
            case .granted? = try? enclave.verifyPasscode(proof)
        else { return nil }
        failures.clear()
        return state.note(failures) ? proof : nil
    }

    /// A proof under a salt of its own, for a passcode that is about to be set. Refuses an empty one and one past `maximumLength`.
    func newProof(of passcode: SecretBytes) throws(DeviceRefusal) -> (proof: PasscodeProof, salt: [UInt8]) {
        guard (1...Self.maximumLength).contains(passcode.count) else {
            throw .badRequest("a passcode has 1 to \(Self.maximumLength) bytes")
        }
        let salt = try state.passcodeSalt() ?? random.bytes(PasswordKey.saltByteCount)
        guard let proof = proof(of: passcode, salt: salt) else {
            throw .unavailable("there is not enough memory to derive a passcode's proof")
        }
        return (proof, salt)
    }

    private func proof(of passcode: SecretBytes, salt: [UInt8]) -> PasscodeProof? {
        guard passcode.count <= Self.maximumLength,
            let derived = try? PasswordKey.derive(from: passcode, salt: salt, parameters: parameters)
        else { return nil }
        return PasscodeProof(derived)
    }
}
