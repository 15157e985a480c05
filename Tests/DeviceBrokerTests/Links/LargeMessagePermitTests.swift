import Dispatch
import Foundation
import Testing

@testable import DeviceBroker
@testable import DeviceProtocol

@Suite("Large messages", .timeLimit(.minutes(20))) struct LargeMessagePermitTests {
    @Test("an app has one large request at a time, and small requests do not wait")
    func turns() {
        let free = DispatchSemaphore(value: 1)
        let first = LargeMessagePermit(of: free)
        first.hold(LargeMessagePermit.threshold)
        #expect(free.wait(timeout: .now()) == .success, "a small message holds the permission")
        free.signal()
        first.hold(LargeMessagePermit.threshold + 1)
        first.hold(LargeMessagePermit.threshold + 1)
        #expect(free.wait(timeout: .now()) == .timedOut)
        first.end()
        #expect(free.wait(timeout: .now()) == .success, "the permission is held after its request")
        free.signal()
    }

    @Test("a message above the quota is rejected, and the connection stays open")
    func quota() throws {
        let device = try TestDevice(quota: KeychainQuota(items: 10, bytes: 64 << 20, valueBytes: 1 << 20))
        let path = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID().uuidString.prefix(8)).sock").path
        let server = try BrokerServer(broker: device.device.broker, app: TestDevice.app, path: path)
        defer { server.stop() }
        let link = SocketLink(path: path)
        try link.perform(AddItem.password("most", data: String(repeating: "x", count: 1 << 20)))
        for count in [1 << 20 + 1, 2 << 20, 8 << 20] {
            #expect(throws: DeviceError.item(.tooLarge)) {
                try link.perform(AddItem.password("more", data: String(repeating: "x", count: count)))
            }
        }
        #expect(try link.find(FindItems(query: .passwords(), limit: 9, returning: .data)).map { $0.data?.count } == [1 << 20])
    }

    @Test("an overlong greeting closes the connection")
    func greeting() throws {
        let device = try TestDevice()
        let path = FileManager.default.temporaryDirectory.appending(path: "large-\(UUID().uuidString.prefix(8)).sock").path
        let server = try BrokerServer(broker: device.device.broker, app: TestDevice.app, path: path)
        defer { server.stop() }
        let raw = try UnixConnection(path: path)
        // Sends the length only: the server must not wait for the rest.
        try raw.sendAll([0, 0, 0, UInt8(LinkGreeting.maximumLength + 1)])
        #expect(throws: UnixConnection.Failure.closed) { try raw.receive() }
    }
}
