package import DeviceBroker
package import DeviceProtocol
import DeviceScreens
import Dispatch
import Glibc
import Synchronization

/// An extension that runs as a separate process. Its calls reach the device over a socket that only this process has.
package struct ExecutableExtension<Order: WireValue & Sendable, Report: WireValue & Equatable & Sendable>: ExtensionProgram {
    private let path: String
    private let arguments: [String]
    private let broker: Broker
    private let language: (@Sendable () -> String)?
    private let traceparent: (@Sendable () -> String?)?
    private let app: @Sendable () -> App?

    /// Creates an extension.
    ///
    /// - Parameters:
    ///   - language: returns the language of the device, when the extension starts; nil for a device without a language.
    ///   - traceparent: returns the position in a trace, when the extension starts; nil for a device that records nothing.
    ///   - app: returns the app that the extension acts for, when it starts; nil prevents the start.
    package init(
        path: String, arguments: [String], broker: Broker, language: (@Sendable () -> String)?,
        traceparent: (@Sendable () -> String?)?,
        app: @escaping @Sendable () -> App?
    ) {
        self.path = path
        self.arguments = arguments
        self.broker = broker
        self.language = language
        self.traceparent = traceparent
        self.app = app
    }

    package func start(report: @escaping @Sendable (ExtensionWord<Report>) -> Void) -> (any RunningExtension<Order>)? {
        guard let app = app(), let folder = try? TemporaryFolder() else { return nil }
        let socket = folder.path + "/device.sock"
        guard let server = try? BrokerServer(broker: broker, app: app, path: socket) else { return nil }
        var environment = [
            CurrentDevice.variable: "unix:" + socket, ExtensionStreams.variable: ExtensionStreams.form,
        ]
        environment[ScreenDevice.languageVariable] = language?()
        environment[ScreenDevice.traceparentVariable] = traceparent?()
        guard let child = ChildApp.start(path, arguments, environment: environment) else {
            server.stop()
            return nil
        }
        return ExtensionProcess<Order, Report>(child, server, folder, report)
    }
}

/// The extension's process.
private final class ExtensionProcess<Order: WireValue & Sendable, Report: WireValue & Equatable & Sendable>: RunningExtension {
    private let child: ChildApp
    /// The queue that writes orders, so that a process that reads slowly blocks nothing else.
    private let writing = DispatchQueue(label: "executable-extension.orders")
    private let orders: UnixConnection
    private let isStopped = Mutex(false)

    init(
        _ child: ChildApp, _ server: BrokerServer, _ folder: TemporaryFolder,
        _ report: @escaping @Sendable (ExtensionWord<Report>) -> Void
    ) {
        self.child = child
        // Close-on-exec, so that other children do not inherit these descriptors.
        orders = UnixConnection(descriptor: fcntl(child.input, F_DUPFD_CLOEXEC, 0))
        let reports = UnixConnection(descriptor: fcntl(child.output, F_DUPFD_CLOEXEC, 0))
        DispatchQueue(label: "executable-extension.reports").async {
            // A malformed report ends the extension.
            while let message = try? reports.receive(), let word = try? Report(message: message) {
                report(.report(word))
            }
            child.kill()
            // Cancels the prompts that it started.
            server.stop()
            _ = child.waitForEnd()
            withExtendedLifetime(folder) { report(.gone) }
        }
    }

    func deliver(_ order: Order) -> Bool {
        guard !isStopped.withLock({ $0 }) else { return false }
        writing.async { [orders] in try? orders.send(order.message) }
        return true
    }

    func stop() {
        isStopped.withLock { $0 = true }
        child.kill()
    }
}
