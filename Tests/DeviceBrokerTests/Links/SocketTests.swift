import Dispatch
import Foundation
import Testing
import Threads

@testable import DeviceBroker
@testable import DeviceProtocol

@Suite("Broker behind a socket") struct SocketTests {
    let device: TestDevice
    let path: String
    let server: BrokerServer

    init() throws {
        device = try TestDevice()
        path = FileManager.default.temporaryDirectory.path + "/lk-\(UInt32.random(in: 0 ... .max)).sock"
        server = try BrokerServer(broker: device.device.broker, app: TestDevice.app, path: path)
    }

    @Test("a broker behind a socket returns the same responses as one in this process")
    func roundTrip() throws {
        defer { server.stop() }
        let link = SocketLink(path: path)
        try link.perform(AddItem.password(constraints: [.userPresence]))
        #expect(throws: DeviceError.item(.duplicate)) { try link.perform(AddItem.password()) }
        device.sensor.see(.matched)
        device.person.will(.wait)
        #expect(try link.perform(FindItems.password()).items.first?.data == Array("s3cret-Value".utf8))
        #expect(device.person.prompts.first?.caller.process.processID == getpid())
    }

    @Test("only its owner can use the socket")
    func permissions() throws {
        defer { server.stop() }
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }

    @Test("a stopped broker fails calls immediately, and a link connects to the next one")
    func gone() throws {
        let link = SocketLink(path: path)
        try link.perform(AddItem.password())
        server.stop()
        #expect {
            try link.perform(FindItems.password())
        } throws: { error in
            if case DeviceError.unavailable = error { true } else { false }
        }
        let next = try BrokerServer(broker: device.device.broker, app: TestDevice.app, path: path)
        defer { next.stop() }
        #expect(try link.perform(FindItems.password()).items.count == 1)
    }

    @Test("the end of a client cancels its prompt, and later prompts of it are not shown")
    func askerGone() throws {
        defer { server.stop() }
        try SocketLink(path: path).perform(AddItem.password(constraints: [.userPresence]))
        let asking = try UnixConnection(path: path)
        try asking.send(LinkGreeting(link: 7).message)
        let other = try UnixConnection(path: path)
        try other.send(LinkGreeting(link: 7).message)
        device.person.will(.then { other.shutDown() })
        try asking.send(RequestMessage.bytes(of: FindItems.password()))
        #expect(try DeviceReply(message: try asking.receive()) == .rejection(.authentication(.appCancel)))
        try asking.send(RequestMessage.bytes(of: FindItems.password()))
        #expect(try DeviceReply(message: try asking.receive()) == .rejection(.unavailable("the link has ended")))
        #expect(device.person.prompts.count == 1)
    }

    @Test("stopping cancels the prompt of a client with a single connection")
    func stopping() throws {
        try SocketLink(path: path).perform(AddItem.password(constraints: [.userPresence]))
        let foreign = try UnixConnection(path: path)
        try foreign.send(LinkGreeting(link: 9).message)
        let shown = Inbox<Bool>()
        device.person.will(.then { shown.put(true) })
        try foreign.send(RequestMessage.bytes(of: FindItems.password()))
        #expect(shown.take())
        let stopped = Inbox<Bool>()
        _ = WorkerThread.start { [server] in
            server.stop()
            stopped.put(true)
        }
        try #require(stopped.take(until: .now() + .seconds(600)) == true, "the server waits for the user")
        #expect(throws: UnixConnection.Failure.closed) { try foreign.receive() }
        #expect(
            try device.device.audit.entries(atMost: 1).first?.outcome
                == "cancelled by the app; failed \(AuthenticationFailure.appCancel.rawValue)")
    }

    @Test("malformed requests are rejected, and the connection stays open")
    func garbage() throws {
        defer { server.stop() }
        let raw = try UnixConnection(path: path)
        try raw.send(LinkGreeting(link: 1).message)
        for bytes: [UInt8] in [[], [1], [1, 250], [9, 1], [1, 2, 0, 0], RequestMessage.bytes(of: OpenContext()) + [0]] {
            try raw.send(bytes)
            let reply = try DeviceReply(message: try raw.receive())
            guard case .rejection(.badRequest) = reply else {
                Issue.record("\(bytes) gave \(reply)")
                continue
            }
        }
        try raw.send(RequestMessage.bytes(of: OpenContext()))
        guard case .answer = try DeviceReply(message: try raw.receive()) else {
            Issue.record("the connection was closed")
            return
        }
    }

    @Test("an overlong message closes the connection, unread")
    func tooLong() throws {
        defer { server.stop() }
        let raw = try UnixConnection(path: path)
        try raw.send(LinkGreeting(link: 1).message)
        #expect(throws: UnixConnection.Failure.tooLong) { try raw.send([UInt8](repeating: 0, count: Frame.maximumLength + 1)) }
        try raw.sendAll([0xFF, 0xFF, 0xFF, 0xFF])
        #expect(throws: UnixConnection.Failure.closed) { try raw.receive() }
    }

    @Test("many clients are served concurrently")
    func concurrency() async throws {
        defer { server.stop() }
        let link = SocketLink(path: path)
        await withTaskGroup { group in
            for number in 0..<32 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        _ = WorkerThread.start {
                            _ = try? link.perform(AddItem.password("user\(number)"))
                            continuation.resume()
                        }
                    }
                }
            }
        }
        #expect(try link.perform(FindItems.password(nil, limit: 100)).items.count == 32)
    }
}
