import DeviceBroker
import DeviceProtocol
import Glibc
import Synchronization
import Traces

/// The connection from a test to its device: the same messages as over a socket, within one process. A reboot of the device ends
/// it.
final class SimulatorLink: DeviceLink {
    private let broker: Broker
    private let app: App
    private let followed = FollowedTrace()
    private let runState = Mutex<UInt64>(0)
    private let isClosed = Mutex(false)

    init(broker: Broker, app: App) {
        self.broker = broker
        self.app = app
    }

    var position: TraceParent? { followed.position }

    /// Sends the value of `traceparent` with all later requests.
    func follow(_ traceparent: String) {
        followed.follow(traceparent)
    }

    func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        if isClosed.withLock({ $0 }) { throw .unavailable("the app has ended") }
        return broker.reply(to: message, from: runState.withLock { caller($0) })
    }

    /// Ends the app's connection, and starts a new one.
    func restart() {
        let ended = runState.withLock { runState in
            defer { runState += 1 }
            return runState
        }
        broker.linkEnded(caller(ended))
    }

    /// Ends the app without a successor: later requests fail.
    func close() {
        isClosed.withLock { $0 = true }
        let ended = runState.withLock { caller($0) }
        broker.linkEnded(ended)
        broker.lastConnectionEnded(ended)
    }

    private func caller(_ runState: UInt64) -> Caller {
        Caller(app: app, process: ProcessIdentity(processID: getpid(), userID: geteuid(), startTime: 0, link: runState))
    }
}
