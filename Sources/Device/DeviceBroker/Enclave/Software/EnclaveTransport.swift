import Secrets
import Synchronization

/// How a request reaches a software enclave: by a call, or through a socket.
protocol EnclaveTransport: Sendable {
    /// Sends one request and waits for its answer; requests of several threads go one after another.
    func exchange(_ request: EnclaveRequest) throws(EnclaveError) -> EnclaveResponse
}

/// A vault in this process.
final class InProcessTransport: EnclaveTransport {
    private let vault: Mutex<SoftwareVault>

    init(_ vault: sending SoftwareVault) {
        self.vault = Mutex(vault)
    }

    func exchange(_ request: EnclaveRequest) throws(EnclaveError) -> EnclaveResponse {
        vault.withLock { $0.answer(request) }
    }
}
