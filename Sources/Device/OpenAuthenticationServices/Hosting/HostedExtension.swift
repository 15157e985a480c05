package import DeviceProtocol
import Synchronization

/// The principal class of a kind of extensions: what it is ordered, and what it reports.
package protocol ExtensionPrincipal: AnyObject, SendableMetatype {
    associatedtype Order: WireValue & Sendable
    associatedtype Report: WireValue & Sendable

    init()

    /// Carries out an order. Reports may come later, from any thread.
    @MainActor
    func receive(_ order: Order, _ device: any DeviceLink, _ view: HostedView, _ report: @escaping @Sendable (Report) -> Void)

    /// The report that the view shows this.
    static func shows(_ screen: ShownScreen) -> Report
}

/// An extension in this process, as its system sees it: orders go in, reports come out.
///
/// Its view controller is made with the first order, lives on the main actor, and is gone after ``stop()``.
package final class HostedExtension<Principal: ExtensionPrincipal>: Sendable {
    private let orders: AsyncStream<Principal.Order>.Continuation
    private let isStopped = Mutex(false)

    /// - Parameters:
    ///   - device: the current device of everything that the extension does.
    ///   - report: called from any thread.
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
    package func tell(_ order: Principal.Order) -> Bool {
        guard !isStopped.withLock({ $0 }) else { return false }
        orders.yield(order)
        return true
    }

    /// What was ordered before is not carried out any more, unless it was begun.
    package func stop() {
        isStopped.withLock { $0 = true }
        orders.finish()
    }
}
