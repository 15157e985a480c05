import DeviceProtocol
import Synchronization
import Testing
import Traces

@testable import DeviceBroker

@Suite("The observer of requests")
struct RequestObserverTests {
    /// A request as the observer receives it.
    private struct Seen: Equatable {
        let kind: RequestKind
        let position: TraceParent?
        let app: AccessGroup
        let error: DeviceError?
    }

    private final class Observer: Sendable {
        private let requests = Mutex<[Seen]>([])

        var seen: [Seen] { requests.withLock { $0 } }

        func watch(_ broker: Broker) {
            broker.observe { header, caller in
                return { error in
                    let request = Seen(
                        kind: header.kind, position: header.position, app: caller.app.identifier, error: error)
                    self.requests.withLock { $0.append(request) }
                }
            }
        }
    }

    @Test("it receives the kind, the caller and the error of each request, and nothing after it is removed")
    func requests() throws {
        let device = try TestDevice()
        let observer = Observer()
        observer.watch(device.device.broker)
        let link = device.link()
        try link.perform(AddItem.password())
        #expect(throws: DeviceError.item(.duplicate)) { try link.perform(AddItem.password()) }
        let app = TestDevice.app.identifier
        #expect(
            observer.seen == [
                Seen(kind: .addItem, position: nil, app: app, error: nil),
                Seen(kind: .addItem, position: nil, app: app, error: .item(.duplicate)),
            ])

        device.device.broker.observe(nil)
        #expect(throws: DeviceError.item(.duplicate)) { try link.perform(AddItem.password()) }
        #expect(observer.seen.count == 2)
    }

    @Test("it receives the step that the caller claims, and the request is handled as any other")
    func positions() throws {
        let device = try TestDevice()
        let observer = Observer()
        observer.watch(device.device.broker)
        let position = try #require(TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
        let traced = try device.link().exchange(RequestMessage.bytes(of: AddItem.password(), at: position))
        guard case .answer = try DeviceReply(message: traced) else {
            Issue.record("rejected")
            return
        }
        // The near twin: an unknown version reaches no observer.
        let unknown = try device.link().exchange([5] + RequestMessage.bytes(of: AddItem.password(), at: position).dropFirst())
        #expect(
            try DeviceReply(message: unknown)
                == .rejection(.badRequest("unsupported protocol version 5; the broker uses version 4")))
        #expect(observer.seen.map(\.position) == [position])
    }
}
