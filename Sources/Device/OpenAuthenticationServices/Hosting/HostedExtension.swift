package import DeviceProtocol
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
