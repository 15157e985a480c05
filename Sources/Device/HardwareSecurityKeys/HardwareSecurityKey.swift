package import DeviceBroker
package import DeviceServices
import Dispatch
package import Logging
package import Secrets
import Synchronization
import Threads

/// A USB security key of this machine, through libfido2 (Client to Authenticator Protocol 2.1, over `/dev/hidraw`).
///
/// Each request opens the key, so the user can insert another one between two requests. A request runs on a dedicated thread, one at a
/// time, and the caller waits. If a key does not confirm a cancellation, the caller leaves the thread to libfido2, which ends the command
/// after a minute, and the next request begins. A key for U2F only is rejected.
///
/// The log has the status of each failed command of libfido2. It never has a PIN, a credential or a name.
package final class HardwareSecurityKey: SecurityKey {
    /// The key to use, of those that are connected.
    package enum Choice: Hashable, Sendable {
        /// The only connected key.
        case only
        /// The key with this path, such as `/dev/hidraw0`.
        case path(String)
    }

    /// The parts of the system that a test replaces.
    struct Parts: Sendable {
        /// Returns the paths of the connected keys. Throws `unusable` if they cannot be listed.
        var connected: @Sendable () throws(SecurityKeyRejection) -> [String] = FIDODevice.connectedPaths
        /// Prepares a device of libfido2 (`fido_dev_t`) before it is opened.
        var prepare: @Sendable (OpaquePointer) -> Void = { _ in }
        var start: WorkerThread.Start = WorkerThread.start
        var cancellation = CancellationAttempts()
        var logger = Logger(label: "latchkey") { _ in SwiftLogNoOpLogHandler() }
    }

    /// The attempts to cancel a request on its key. By default, they take two seconds.
    struct CancellationAttempts: Sendable {
        var count = 10
        /// The time before each attempt, and after the last one.
        var interval = DispatchTimeInterval.milliseconds(200)
    }

    private let choice: Choice
    private let parts: Parts
    /// Held by the thread of the one request that may use a key.
    private let turn = DispatchSemaphore(value: 0)
    /// The path of the key that asked for its PIN last.
    private let asking = Mutex<String?>(nil)
    /// The attempts that the key reported after the last wrong PIN.
    private let attempts = Mutex<Int?>(nil)

    package convenience init(_ choice: Choice) {
        self.init(choice, parts: Parts())
    }

    /// Creates a key whose failures are logged.
    package convenience init(_ choice: Choice, logger: Logger) {
        self.init(choice, parts: Parts(logger: logger))
    }

    package var attemptsLeft: Int? { attempts.withLock { $0 } }

    init(_ choice: Choice, parts: Parts) {
        self.choice = choice
        self.parts = parts
        // A semaphore must not end with a value below its first one.
        turn.signal()
    }

    package func create(
        _ order: SecurityKeyCreation, pin: SecretBytes?, until cancellation: PromptCancellationToken
    ) throws(SecurityKeyRejection) -> SecurityKeyCredential {
        try perform(pin, until: cancellation) { (device, pin) throws(SecurityKeyRejection) in try device.create(order, pin: pin) }
    }

    package func sign(
        _ order: SecurityKeySignatureOrder, pin: SecretBytes?, until cancellation: PromptCancellationToken
    ) throws(SecurityKeyRejection) -> SecurityKeySignature {
        try perform(pin, until: cancellation) { (device, pin) throws(SecurityKeyRejection) in try device.sign(order, pin: pin) }
    }

    private func perform<Value: Sendable>(
        _ pin: SecretBytes?, until cancellation: PromptCancellationToken,
        _ body: @escaping @Sendable (FIDODevice, SecretBytes?) throws(SecurityKeyRejection) -> Value
    ) throws(SecurityKeyRejection) -> Value {
        let request = KeyRequest<Value>(cancellation, turn)
        let isStarted = parts.start { [self] in
            request.takeTurn()
            request.end(
                Result { () throws(SecurityKeyRejection) -> Value in
                    guard !cancellation.isCancelled else { throw .cancelled }
                    let path = try chosenPath()
                    let device = try FIDODevice(
                        path: path, until: cancellation, logger: parts.logger, prepare: parts.prepare)
                    request.begin(on: device)
                    // The PIN is for the key that asked for it. The user may have inserted another key since.
                    let isForKey = asking.withLock { $0 == nil || $0 == path }
                    do throws(SecurityKeyRejection) {
                        return try body(device, isForKey ? pin : nil)
                    } catch {
                        if error == .pinRequired || error == .wrongPIN { asking.withLock { $0 = path } }
                        if error == .wrongPIN { attempts.withLock { $0 = device.attemptsLeft } }
                        throw error
                    }
                })
        }
        guard isStarted else { throw .unusable }
        return try request.wait(parts.cancellation)
    }

    /// Returns the path of the chosen key. Throws `missing` if the key is not connected, `several` if it is not the only one, and
    /// `unusable` if the keys cannot be listed.
    private func chosenPath() throws(SecurityKeyRejection) -> String {
        let connected = try parts.connected()
        switch choice {
        case .only:
            guard connected.count < 2 else { throw .several }
            guard let path = connected.first else { throw .missing }
            return path
        case .path(let path):
            guard connected.contains(path) else { throw .missing }
            return path
        }
    }
}

/// A request that one thread performs on a key while another waits for its end.
private final class KeyRequest<Value: Sendable>: Sendable {
    private struct State {
        var hasTurn = false
        var device: FIDODevice?
        var result: Result<Value, SecurityKeyRejection>?
    }

    private let cancellation: PromptCancellationToken
    private let turn: DispatchSemaphore
    private let state = Mutex(State())
    private let ended = DispatchSemaphore(value: 0)

    init(_ cancellation: PromptCancellationToken, _ turn: DispatchSemaphore) {
        self.cancellation = cancellation
        self.turn = turn
    }

    /// Waits until the thread may use a key.
    func takeTurn() {
        turn.wait()
        state.withLock { $0.hasTurn = true }
    }

    /// Lets the next request use a key, once.
    private func endTurn() {
        let hadTurn = state.withLock { state in
            defer { state.hasTurn = false }
            return state.hasTurn
        }
        if hadTurn { turn.signal() }
    }

    /// Makes the request cancellable on its key.
    func begin(on device: FIDODevice) {
        state.withLock { $0.device = device }
    }

    func end(_ result: Result<Value, SecurityKeyRejection>) {
        state.withLock { ($0.device, $0.result) = (nil, result) }
        endTurn()
        ended.signal()
    }

    /// Waits for the end. A cancelled request that still waits for another request ends at once. Later, it ends when its key confirms
    /// that, or after the last attempt, because a key can ignore the cancellation and send keepalives until libfido2's timeout.
    func wait(_ attempts: HardwareSecurityKey.CancellationAttempts) throws(SecurityKeyRejection) -> Value {
        var remaining = attempts.count
        // A key ignores a cancellation that arrives between two commands, so it is repeated.
        while ended.wait(timeout: .now() + attempts.interval) == .timedOut {
            guard cancellation.isCancelled else { continue }
            let (hasTurn, device) = state.withLock { ($0.hasTurn, $0.device) }
            guard hasTurn, remaining > 0 else {
                endTurn()
                throw .cancelled
            }
            remaining -= 1
            device?.cancel()
        }
        switch state.withLock(\.result) {
        case .success(let value)?: return value
        case .failure(let rejection)?: throw cancellation.isCancelled ? SecurityKeyRejection.cancelled : rejection
        case nil: throw .unusable
        }
    }
}
