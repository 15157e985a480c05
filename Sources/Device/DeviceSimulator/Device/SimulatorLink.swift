import DeviceBroker
import DeviceProtocol
import Glibc
import Synchronization

/// The way from a test to its device: the same messages as over a socket, in one process that a reboot of the device ends.
final class SimulatorLink: DeviceLink {
    private let broker: Broker
    private let app: App
    private let life = Mutex<UInt64>(0)
    private let isClosed = Mutex(false)

    init(broker: Broker, app: App) {
        self.broker = broker
        self.app = app
    }

    func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        if isClosed.withLock({ $0 }) { throw .unavailable("the app has ended") }
        return broker.reply(to: message, from: life.withLock { caller($0) })
    }

    /// As if the app had ended and were started again.
    func restart() {
        let ended = life.withLock { life in
            defer { life += 1 }
            return life
        }
        broker.linkEnded(caller(ended))
    }

    /// The app has ended, and none takes its place: whatever it still asks is refused.
    func close() {
        isClosed.withLock { $0 = true }
        let ended = life.withLock { caller($0) }
        broker.linkEnded(ended)
        broker.linkIsGone(ended)
    }

    private func caller(_ life: UInt64) -> Caller {
        Caller(app: app, process: ProcessIdentity(processID: getpid(), userID: geteuid(), startTime: 0, link: life))
    }
}
