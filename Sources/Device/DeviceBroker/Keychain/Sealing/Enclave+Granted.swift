import DeviceProtocol
import Secrets

extension Enclave {
    /// What the enclave grants. Its refusals become the refusals of the device: one place decides what an app is told.
    func granted<Value>(
        _ body: (any Enclave) throws(EnclaveError) -> EnclaveAnswer<Value>
    ) throws(DeviceRefusal) -> Value {
        let answer: EnclaveAnswer<Value>
        do throws(EnclaveError) {
            answer = try body(self)
        } catch {
            throw .unavailable("the enclave failed: \(error)")
        }
        switch answer {
        case .granted(let value): return value
        case .refused(let refusal): throw DeviceRefusal(refusal)
        }
    }

    /// What the enclave does, where it has no reason to refuse.
    func done<Value>(_ body: (any Enclave) throws(EnclaveError) -> Value) throws(DeviceRefusal) -> Value {
        do throws(EnclaveError) {
            return try body(self)
        } catch {
            throw .unavailable("the enclave failed: \(error)")
        }
    }

    /// From which the keys come that belong to this device and to nobody's passcode. Throws `unavailable` where the enclave does not give the secret.
    func deviceKey() throws(DeviceRefusal) -> MasterKey {
        guard let key = MasterKey(try done { (enclave) throws(EnclaveError) in try enclave.deviceSecret() }) else {
            throw .unavailable("the enclave's device secret is not of \(MasterKey.byteCount) bytes")
        }
        return key
    }
}

extension DeviceRefusal {
    init(_ refusal: EnclaveRefusal) {
        switch refusal {
        case .unknownBlob, .passcodeGone, .biometricSetChanged: self = .item(.notDecodable)
        case .authorizationRequired, .wrongPasscode, .wrongPresence: self = .authentication(.authenticationFailed)
        case .lockedOut: self = .authentication(.biometryLockout)
        case .passcodeNotSet: self = .item(.passcodeNotSet)
        case .passcodeAlreadySet: self = .badRequest("a passcode is set already")
        case .cannotAttest: self = .item(.notAttestable)
        }
    }
}
