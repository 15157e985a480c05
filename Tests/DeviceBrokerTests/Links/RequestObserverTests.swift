import DeviceProtocol
import Synchronization
import Testing

@testable import DeviceBroker

@Suite("The observer of requests")
struct RequestObserverTests {
    /// A request as the observer receives it.
    private struct Seen: Equatable {
        let kind: RequestKind
        let app: AccessGroup
        let error: DeviceError?
    }

    @Test("it receives the kind, the caller and the error of each request, and nothing after it is removed")
    func requests() throws {
        let device = try TestDevice()
        let seen = Mutex<[Seen]>([])
        device.device.broker.observe { kind, caller, error in
            seen.withLock { $0.append(Seen(kind: kind, app: caller.app.identifier, error: error)) }
        }
        let link = device.link()
        try link.perform(AddItem.password())
        #expect(throws: DeviceError.item(.duplicate)) { try link.perform(AddItem.password()) }
        let app = TestDevice.app.identifier
        #expect(
            seen.withLock { $0 } == [
                Seen(kind: .addItem, app: app, error: nil), Seen(kind: .addItem, app: app, error: .item(.duplicate)),
            ])

        device.device.broker.observe(nil)
        #expect(throws: DeviceError.item(.duplicate)) { try link.perform(AddItem.password()) }
        #expect(seen.withLock(\.count) == 2)
    }
}
