import Foundation
import Synchronization
import Testing

@testable import DeviceProtocol

/// The moment of a call at which a broker ends.
enum Death: CaseIterable, CustomTestStringConvertible {
    case beforeTheRequest
    case whileSomebodyIsAsked
    case withinTheHeader
    case afterTheHeader
    case withinTheReply
    case afterAHeaderThatAnnouncesTooMuch

    var testDescription: String { "\(self)" }

    /// Performs the broker's part on a connection after the greeting, then kills the broker.
    func perform(_ connection: UnixConnection, _ broker: FakeBroker) throws {
        if self != .beforeTheRequest { _ = try connection.receive() }
        let reply = DeviceReply.answer(Done().message).message
        let frame = Frame.header(of: reply) + reply
        switch self {
        case .beforeTheRequest, .whileSomebodyIsAsked: break
        case .withinTheHeader: try connection.sendAll(Array(frame.prefix(2)))
        case .afterTheHeader: try connection.sendAll(Array(frame.prefix(Frame.headerLength)))
        case .withinTheReply: try connection.sendAll(frame.dropLast())
        case .afterAHeaderThatAnnouncesTooMuch: try connection.sendAll([0xFF, 0xFF, 0xFF, 0xFF])
        }
        broker.kill()
    }
}

@Suite("Link to a broker that ends", .timeLimit(.minutes(20))) struct BrokerGoneTests {
    let path = FakeBroker.newPath()

    @Test("a call fails whenever the broker ends, never hangs, and the next call finds the next broker", arguments: Death.allCases)
    func dying(death: Death) throws {
        let link = SocketLink(path: path)
        let broker = try FakeBroker(at: path) { try death.perform($0, $1) }
        expectUnavailable { try link.perform(CloseContext(context: context)) }
        let next = try FakeBroker(at: path, FakeBroker.obliging)
        try link.perform(CloseContext(context: context))
        #expect(broker.links.isDisjoint(with: next.links), "evidence for the old broker does not count for the new one")
        next.kill()
    }

    @Test("the end of the broker fails every concurrent call")
    func severalCalls() throws {
        let link = SocketLink(path: path)
        let asked = Mutex(0)
        let broker = try FakeBroker(at: path) { connection, broker in
            _ = try connection.receive()
            let isLast = asked.withLock { asked in
                asked += 1
                return asked == 8
            }
            // The last one ends halfway; the others wait for a user.
            if isLast { broker.kill() } else { _ = try connection.receive() }
        }
        let rejected = Mutex(0)
        let ended = DispatchGroup()
        for _ in 0..<8 {
            ended.enter()
            Thread.detachNewThread {
                do {
                    try link.perform(ReadMechanisms())
                } catch DeviceError.unavailable {
                    rejected.withLock { $0 += 1 }
                } catch {}
                ended.leave()
            }
        }
        #expect(ended.wait(timeout: .now() + .seconds(600)) == .success)
        #expect(rejected.withLock { $0 } == 8)
        withExtendedLifetime(broker) {}
    }

    @Test("a call that was sent only partly fails")
    func longRequest() throws {
        let link = SocketLink(path: path)
        // Reads nothing, so that the socket is full before everything is sent.
        let broker = try FakeBroker(at: path) { connection, broker in
            connection.waitForBytes()
            broker.kill()
        }
        expectUnavailable { try link.perform(SetCredentialOfAnyLength(password: [UInt8](repeating: 1, count: 3 << 20))) }
        broker.kill()
    }

    @Test("a call without a broker fails immediately")
    func noBroker() throws {
        expectUnavailable { try SocketLink(path: path).perform(ReadMechanisms()) }
        try Data().write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        expectUnavailable { try SocketLink(path: path).perform(ReadMechanisms()) }
    }

    @Test("a call after a restart of the broker succeeds")
    func replaced() throws {
        let link = SocketLink(path: path)
        let first = try FakeBroker(at: path, FakeBroker.obliging)
        try link.perform(CloseContext(context: context))
        first.kill()
        let second = try FakeBroker(at: path, FakeBroker.obliging)
        try link.perform(CloseContext(context: context))
        #expect(first.links.count == 1 && second.links.count == 1 && first.links.isDisjoint(with: second.links))
        second.kill()
    }

    @Test("a request that was sent is never sent again")
    func once() throws {
        let link = SocketLink(path: path)
        let requests = Mutex(0)
        let broker = try FakeBroker(at: path) { connection, _ in
            _ = try connection.receive()
            requests.withLock { $0 += 1 }
            connection.shutDown()
        }
        expectUnavailable { try link.perform(CloseContext(context: context)) }
        #expect(requests.withLock { $0 } == 1)
        withExtendedLifetime(broker) {}
    }

    @Test("a message that exceeds the frame limit is rejected, and the link still works")
    func tooLarge() throws {
        let link = SocketLink(path: path)
        let broker = try FakeBroker(at: path, FakeBroker.obliging)
        try link.perform(CloseContext(context: context))
        #expect(throws: DeviceError.item(.tooLarge)) { try link.exchange([UInt8](repeating: 0, count: Frame.maximumLength + 1)) }
        try link.perform(CloseContext(context: context))
        #expect(broker.links.count == 1)
        broker.kill()
    }

    private var context: ContextReference {
        guard let context = ContextReference([UInt8](1...16)) else { preconditionFailure("invalid reference in a test") }
        return context
    }

    private func expectUnavailable(_ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation) {
        #expect(sourceLocation: location) {
            try body()
        } throws: { error in
            if case DeviceError.unavailable = error { true } else { false }
        }
    }
}

extension UnixConnection {
    /// Blocks until bytes arrive, and reads none of them. Returns at the end of the connection, too.
    fileprivate func waitForBytes() {
        var byte: UInt8 = 0
        _ = recv(descriptor, &byte, 1, Int32(MSG_PEEK))
    }
}

/// A request of the length that a test needs.
private struct SetCredentialOfAnyLength: DeviceRequest {
    typealias Answer = Done
    static let kind = RequestKind.setCredential

    let password: [UInt8]

    static let wire = WireForm(Self.init, .field(\.password, .octets()))
}
