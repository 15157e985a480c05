import DeviceProtocol
import Dispatch
import Synchronization

/// A request to the system that blocks a separate thread until the user responds, and that the app can cancel.
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

    /// Starts `body` on a private queue, never inline. Uses a serial queue for each call: libdispatch starts a thread for it if
    /// all others are busy, whereas a concurrent queue stops at the number of processors.
    static func start(_ body: @escaping @Sendable () -> Void) {
        DispatchQueue(label: "authentication-services.call").async(execute: body)
    }

    /// Runs `body` later on the main actor with `device` as the current one, so that code of the app in a handler uses the same
    /// device. Neither queues nor their tasks inherit the current device.
    static func answer(on device: any DeviceLink, _ body: @escaping @MainActor @Sendable () -> Void) {
        Task { @MainActor in CurrentDevice.$link.withValue(device) { body() } }
    }

    /// Runs `body` later on the main actor with the device of the call.
    func answer(_ body: @escaping @MainActor @Sendable () -> Void) {
        Self.answer(on: device, body)
    }

    /// Sends the request with a separate context and blocks until the response. Throws `appCancel` after the call was cancelled.
    func perform<Request: SystemRequest>(_ request: (ContextReference) -> Request) throws(DeviceError) -> Request.Answer {
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

    /// Cancels the request. Returns immediately. Has no effect after the end of the call.
    func cancel() {
        guard let context = take() else { return }
        Self.start { [self] in close(context) }
    }

    private func end() {
        if let context = take() { close(context) }
    }

    /// Returns the context to the first caller. Later calls return nil and send nothing.
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
