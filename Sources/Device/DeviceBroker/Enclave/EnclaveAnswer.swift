/// What the enclave answers when it works: the value, or the reason why the policy does not allow it.
package enum EnclaveAnswer<Value: Sendable>: Sendable {
    /// The policy is met, and this is the result.
    case granted(Value)
    /// The policy is not met; nothing was done.
    case refused(EnclaveRefusal)
}

extension EnclaveAnswer: Equatable where Value: Equatable {}

extension EnclaveAnswer {
    /// Sorts what stopped a step: a refusal becomes a value, a failure is thrown.
    init(stoppedBy interruption: Interruption) throws(EnclaveError) {
        switch interruption {
        case .refused(let refusal): self = .refused(refusal)
        case .failed(let failure): throw failure
        }
    }
}

/// What stops a step within the enclave.
enum Interruption: Error {
    case refused(EnclaveRefusal)
    case failed(EnclaveError)
}
