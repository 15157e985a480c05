package import DeviceBroker
package import DeviceProtocol
import Dispatch
import Glibc
import Synchronization

/// An extension that runs as a process of its own, whose calls go to the device through a socket that is this process's alone.
package struct ExecutableExtension<Order: WireValue & Sendable, Report: WireValue & Equatable & Sendable>: ExtensionProgram {
    private let path: String
    private let arguments: [String]
    private let broker: Broker
    private let app: @Sendable () -> App?

    /// - Parameter app: whom it stands for when it is started; nil: it is not started.
    package init(path: String, arguments: [String], broker: Broker, app: @escaping @Sendable () -> App?) {
        self.path = path
        self.arguments = arguments
        self.broker = broker
        self.app = app
    }

    package func start(report: @escaping @Sendable (ExtensionWord<Report>) -> Void) -> (any RunningExtension<Order>)? {
        guard let app = app(), let folder = try? TemporaryFolder() else { return nil }
        let socket = folder.path + "/device.sock"
        guard let server = try? BrokerServer(broker: broker, app: app, path: socket) else { return nil }
        let environment = [
            CurrentDevice.variable: "unix:" + socket, ExtensionStreams.variable: ExtensionStreams.form,
        ]
        guard let child = ChildApp.start(path, arguments, environment: environment) else {
            server.stop()
            return nil
        }
        return ExtensionProcess<Order, Report>(child, server, folder, report)
    }
}

/// The process, from its start to its end.
private final class ExtensionProcess<Order: WireValue & Sendable, Report: WireValue & Equatable & Sendable>: RunningExtension {
    private let child: ChildApp
    /// A process that reads slowly blocks this queue alone.
    private let writing = DispatchQueue(label: "executable-extension.orders")
    private let orders: UnixConnection
    private let isStopped = Mutex(false)

    init(
        _ child: ChildApp, _ server: BrokerServer, _ folder: TemporaryFolder,
        _ report: @escaping @Sendable (ExtensionWord<Report>) -> Void
    ) {
        self.child = child
        // Other children must not hold an end of these.
        orders = UnixConnection(descriptor: fcntl(child.input, F_DUPFD_CLOEXEC, 0))
        let reports = UnixConnection(descriptor: fcntl(child.output, F_DUPFD_CLOEXEC, 0))
        DispatchQueue(label: "executable-extension.reports").async {
            // An extension that sends a malformed report is ended.
            while let message = try? reports.receive(), let word = try? Report(message: message) {
                report(.report(word))
            }
            child.kill()
            // What it asked of a person is taken back with it.
            server.stop()
            _ = child.waitForEnd()
            withExtendedLifetime(folder) { report(.gone) }
        }
    }

    func tell(_ order: Order) -> Bool {
        guard !isStopped.withLock({ $0 }) else { return false }
        writing.async { [orders] in try? orders.send(order.message) }
        return true
    }

    func stop() {
        isStopped.withLock { $0 = true }
        child.kill()
    }
}
