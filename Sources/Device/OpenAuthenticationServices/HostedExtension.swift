package import DeviceProtocol
import DeviceScreens
import Dispatch
import Glibc
import Synchronization

/// The principal class of a kind of extension, with its orders and reports.
package protocol ExtensionPrincipal: AnyObject, SendableMetatype {
    associatedtype Order: WireValue & Sendable
    associatedtype Report: WireValue & Sendable

    init()

    /// Performs an order. Reports may be sent later from any thread.
    @MainActor
    func receive(_ order: Order, _ device: any DeviceLink, _ view: HostedView, _ report: @escaping @Sendable (Report) -> Void)

    /// Returns the report of a shown screen.
    static func shows(_ screen: ShownScreen) -> Report
}

/// An extension in this process: receives orders of the system and sends reports.
///
/// Its view controller is created with the first order, lives on the main actor, and is released after ``stop()``.
package final class HostedExtension<Principal: ExtensionPrincipal>: Sendable {
    private let orders: AsyncStream<Principal.Order>.Continuation
    private let isStopped = Mutex(false)

    /// - Parameters:
    ///   - device: The current device for all code of the extension.
    ///   - report: Called from any thread.
    package init(
        _ principal: Principal.Type, device: any DeviceLink, report: @escaping @Sendable (Principal.Report) -> Void
    ) {
        let (stream, continuation) = AsyncStream<Principal.Order>.makeStream()
        orders = continuation
        Task { @MainActor in
            await CurrentDevice.$link.withValue(device) {
                let controller = principal.init()
                let view = HostedView(of: controller) { report(Principal.shows($0)) }
                for await order in stream { controller.receive(order, device, view, report) }
            }
        }
    }

    /// Returns false after ``stop()``.
    package func deliver(_ order: Principal.Order) -> Bool {
        guard !isStopped.withLock({ $0 }) else { return false }
        orders.yield(order)
        return true
    }

    /// Stops the extension. Discards orders that have not started.
    package func stop() {
        isStopped.withLock { $0 = true }
        orders.finish()
    }
}

/// The view of an extension whose view controller shows screens. Sends screens to the system and receives events of the user.
@MainActor
package final class HostedView {
    private let controller: (any ScreenController)?
    private let report: @Sendable (ShownScreen) -> Void
    private var handled: UInt32 = 0

    init(of controller: AnyObject, report: @escaping @Sendable (ShownScreen) -> Void) {
        self.controller = controller as? any ScreenController
        self.report = report
    }

    /// Reports all further changes of the view.
    func open() {
        controller?.screenChanged = { [weak self] in self?.show() }
        show()
    }

    /// Processes an event. An event that cannot be decoded is ignored but counted.
    func receive(_ event: ViewEvent) {
        handled &+= 1
        if let event = try? AppLine.message(AppEvent.self, event.bytes) { controller?.take(event) }
        show()
    }

    /// Shows the screen. If it is too large, the previous one remains.
    private func show() {
        guard let controller, let bytes = try? AppLine.bytes(controller.screen),
            let screen = ShownScreen(bytes, handled: handled)
        else { return }
        report(screen)
    }
}

extension ExtensionStreams {
    /// Runs the extension in this process for the system that started it, and ends with the system. In a process that the system
    /// did not start, prints a message to standard error and exits with status 64.
    ///
    /// - Parameter occasion: When a device starts such an extension, as a clause.
    static func run<Principal: ExtensionPrincipal>(_ principal: Principal.Type, when occasion: StaticString) -> Never {
        guard getenv(variable).map({ String(cString: $0) }) == form else {
            let words = Array("This program is an app extension. A device starts it when \(occasion).\n".utf8)
            _ = write(STDERR_FILENO, words, words.count)
            exit(64)
        }
        let (orders, reports) = (UnixConnection(descriptor: dup(STDIN_FILENO)), UnixConnection(descriptor: dup(STDOUT_FILENO)))
        dup2(STDERR_FILENO, STDOUT_FILENO)
        // Sends reports in the order of their creation.
        let writing = DispatchQueue(label: "extension.reports")
        let hosted = HostedExtension(principal, device: CurrentDevice.link) { report in
            let message = report.message
            // The end of the system is detected when reading.
            writing.async { try? reports.send(message) }
        }
        DispatchQueue(label: "extension.orders").async {
            while let message = try? orders.receive() {
                guard let order = try? Principal.Order(message: message) else { exit(65) }
                _ = hosted.deliver(order)
            }
            exit(0)
        }
        dispatchMain()
    }
}
