import DeviceProtocol
import Synchronization

/// A vault behind a socket.
final class SocketTransport: EnclaveTransport {
    private let frames: EnclaveFrames
    private let timeout: Duration
    /// Whether an answer may still be under way that belongs to nobody.
    private let isBroken = Mutex(false)

    init(_ socket: EnclaveSocket, timeout: Duration) {
        frames = EnclaveFrames(socket: socket)
        self.timeout = timeout
    }

    func exchange(_ request: EnclaveRequest) throws(EnclaveError) -> EnclaveResponse {
        try isBroken.withLock { (isBroken) throws(EnclaveError) -> EnclaveResponse in
            if isBroken { throw EnclaveError(.unavailable, "the connection to the enclave was given up after an earlier failure") }
            isBroken = true
            let deadline = ContinuousClock.now.advanced(by: timeout)
            try frames.send(request.message, deadline: deadline)
            guard let message = try frames.receive(deadline: deadline) else {
                throw EnclaveError(.unavailable, "the enclave's process has ended")
            }
            do throws(WireError) {
                let response = try EnclaveResponse(message: message)
                isBroken = false
                return response
            } catch {
                throw EnclaveError(
                    .protocolViolation, "the enclave's answer cannot be read: \(error.reason) at byte \(error.position)")
            }
        }
    }
}
