import DeviceProtocol
import Dispatch
import Synchronization

/// One request to the system, which waits for as long as a person takes: on a thread of its own, and taken back when the app likes.
final class DeviceCall: Sendable {
    private enum Stage {
        case unopened
        case open(ContextReference)
        case ended
    }

    private let device: any DeviceLink
    private let stage = Mutex(Stage.unopened)

    init(device: any DeviceLink = CurrentDevice.link) {
        self.device = device
    }

    /// Starts `body` on a private queue, never inline. A serial queue each: libdispatch starts a thread for one whenever all others are busy,
    /// which a concurrent queue stops doing at the number of processors.
    static func start(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "authentication-services.call").async(execute: body)
    }

    /// Runs `body` on the main actor, later, with `device` as the current one: what an app does in an answer belongs to the same device, and
    /// neither queues nor their tasks inherit one.
    static func answer(on device: any DeviceLink, _ body: @escaping @MainActor @Sendable () -> Void) {
        Task { @MainActor in CurrentDevice.$link.withValue(device) { body() } }
    }

    /// The same, with the device of the call.
    func answer(_ body: @escaping @MainActor @Sendable () -> Void) {
        Self.answer(on: device, body)
    }

    /// Sends the request under a context of its own, and blocks until it is answered. Throws `appCancel` once the call was taken back.
    func perform<Request: SystemRequest>(_ request: (ContextReference) -> Request) throws(DeviceRefusal) -> Request.Answer {
        let context = try device.perform(OpenContext())
        let isWanted = stage.withLock { stage in
            guard case .unopened = stage else { return false }
            stage = .open(context)
            return true
        }
        defer { end() }
        guard isWanted else {
            close(context)
            throw .authentication(.appCancel)
        }
        return try device.perform(request(context))
    }

    /// Takes the request back. Returns at once; after the end of the call it does nothing.
    func cancel() {
        guard let context = take() else { return }
        Self.start { [self] in close(context) }
    }

    private func end() {
        if let context = take() { close(context) }
    }

    /// The context, for whoever comes first. From then on nothing is sent.
    private func take() -> ContextReference? {
        stage.withLock { stage in
            defer { stage = .ended }
            if case .open(let context) = stage { return context }
            return nil
        }
    }

    private func close(_ context: ContextReference) {
        _ = try? device.perform(CloseContext(context: context))
    }
}
