import DeviceProtocol
import Secrets
import Synchronization

/// The transport of requests to a software enclave: a call or a socket.
protocol EnclaveTransport: Sendable {
    /// Sends a request and waits for its response. Concurrent requests are processed one at a time.
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

/// A vault behind a socket.
final class SocketTransport: EnclaveTransport {
    private let socket: UnixConnection
    private let timeout: Duration
    /// Whether a response to an abandoned request may still arrive.
    private let isBroken = Mutex(false)

    init(_ socket: UnixConnection, timeout: Duration) {
        self.socket = socket
        self.timeout = timeout
    }

    func exchange(_ request: EnclaveRequest) throws(EnclaveError) -> EnclaveResponse {
        try isBroken.withLock { (isBroken) throws(EnclaveError) -> EnclaveResponse in
            if isBroken { throw EnclaveError(.unavailable, "the connection to the enclave was closed after an earlier failure") }
            isBroken = true
            let deadline = ContinuousClock.now.advanced(by: timeout)
            let message: [UInt8]
            do throws(UnixConnection.Failure) {
                try socket.send(request.message, until: deadline)
                message = try socket.receive(atMost: EnclaveRequest.byteLimit, until: deadline)
            } catch {
                throw EnclaveError(error)
            }
            do throws(WireError) {
                let response = try EnclaveResponse(message: message)
                isBroken = false
                return response
            } catch {
                throw EnclaveError(
                    .protocolViolation, "malformed response from the enclave: \(error.reason) at byte \(error.position)")
            }
        }
    }
}

extension EnclaveError {
    /// Converts a failure of the enclave's socket.
    init(_ failure: UnixConnection.Failure) {
        switch failure {
        case .timedOut: self.init(.timedOut, "the enclave did not respond in time")
        case .tooLong: self.init(.protocolViolation, "a message exceeds \(EnclaveRequest.byteLimit) bytes")
        case .closed, .cutShort, .system: self.init(.unavailable, "the enclave process ended: \(failure.words)")
        }
    }
}
