package import DeviceBroker
package import DeviceServices
import Dispatch
package import Secrets
import Synchronization
import Threads

/// A USB security key of this machine, through libfido2 (Client to Authenticator Protocol 2.1, over `/dev/hidraw`).
///
/// Each request opens the key, so the user can insert another one between two requests. A request runs on a dedicated thread, one at a
/// time, and the caller waits. A key for U2F only is rejected.
package final class HardwareSecurityKey: SecurityKey {
    /// The key to use, of those that are connected.
    package enum Choice: Hashable, Sendable {
        /// The first key that libfido2 finds.
        case first
        /// The key with this path, such as `/dev/hidraw0`.
        case path(String)
    }

    /// The parts of the system that a test replaces.
    struct Parts: Sendable {
        /// Returns the paths of the connected keys.
        var connected: @Sendable () -> [String] = { FIDODevice.connectedPaths }
        /// Prepares a device of libfido2 (`fido_dev_t`) before it is opened.
        var prepare: @Sendable (OpaquePointer) -> Void = { _ in }
        var start: WorkerThread.Start = WorkerThread.start
    }

    private let choice: Choice
    private let parts: Parts
    /// Held by the thread that uses a key.
    private let turn = Mutex(())

    package convenience init(_ choice: Choice) {
        self.init(choice, parts: Parts())
    }

    init(_ choice: Choice, parts: Parts) {
        self.choice = choice
        self.parts = parts
    }

    package func create(
        _ order: SecurityKeyCreation, pin: SecretBytes?, until cancellation: PromptCancellationToken
    ) throws(SecurityKeyRefusal) -> SecurityKeyCredential {
        try perform(until: cancellation) { (device) throws(SecurityKeyRefusal) in try device.create(order, pin: pin) }
    }

    package func sign(
        _ order: SecurityKeySignatureOrder, pin: SecretBytes?, until cancellation: PromptCancellationToken
    ) throws(SecurityKeyRefusal) -> SecurityKeySignature {
        try perform(until: cancellation) { (device) throws(SecurityKeyRefusal) in try device.sign(order, pin: pin) }
    }

    private func perform<Value: Sendable>(
        until cancellation: PromptCancellationToken,
        _ body: @escaping @Sendable (FIDODevice) throws(SecurityKeyRefusal) -> Value
    ) throws(SecurityKeyRefusal) -> Value {
        let request = KeyRequest<Value>(cancellation)
        let isStarted = parts.start { [self] in
            turn.withLock { _ in
                request.end(
                    Result { () throws(SecurityKeyRefusal) -> Value in
                        guard !cancellation.isCancelled else { throw .cancelled }
                        guard let path = chosenPath else { throw .missing }
                        let device = try FIDODevice(path: path, prepare: parts.prepare)
                        try request.begin(on: device)
                        return try body(device)
                    })
            }
        }
        guard isStarted else { throw .unusable }
        return try request.wait()
    }

    /// The path of the chosen key. Nil if the key is not connected.
    private var chosenPath: String? {
        let connected = parts.connected()
        return switch choice {
        case .first: connected.first
        case .path(let path): connected.contains(path) ? path : nil
        }
    }
}

/// A request that one thread performs on a key while another waits for its end.
private final class KeyRequest<Value: Sendable>: Sendable {
    private struct State {
        var device: FIDODevice?
        var result: Result<Value, SecurityKeyRefusal>?
    }

    private let cancellation: PromptCancellationToken
    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    init(_ cancellation: PromptCancellationToken) {
        self.cancellation = cancellation
    }

    /// Makes the request cancellable on its key. Throws `cancelled` if it is cancelled already, because its caller may have left.
    func begin(on device: FIDODevice) throws(SecurityKeyRefusal) {
        state.withLock { $0.device = device }
        guard !cancellation.isCancelled else { throw .cancelled }
    }

    func end(_ result: Result<Value, SecurityKeyRefusal>) {
        state.withLock { $0 = State(device: nil, result: result) }
        ended.signal()
    }

    /// Waits for the end. A cancelled request ends when its key confirms that, or at once if it is not on a key yet.
    func wait() throws(SecurityKeyRefusal) -> Value {
        // A key ignores a cancellation that arrives between two commands, so it is repeated.
        while ended.wait(timeout: .now() + .milliseconds(200)) == .timedOut {
            guard cancellation.isCancelled else { continue }
            guard let device = state.withLock(\.device) else { throw .cancelled }
            device.cancel()
        }
        switch state.withLock(\.result) {
        case .success(let value)?: return value
        case .failure(let refusal)?: throw cancellation.isCancelled ? SecurityKeyRefusal.cancelled : refusal
        case nil: throw .unusable
        }
    }
}
