import Foundation
import Synchronization
import Testing

@testable import DeviceProtocol

/// At which moment of a call a broker dies.
enum Death: CaseIterable, CustomTestStringConvertible {
    case beforeTheRequest
    case whileSomebodyIsAsked
    case withinTheHeader
    case afterTheHeader
    case withinTheReply
    case afterAHeaderThatAnnouncesTooMuch

    var testDescription: String { "\(self)" }

    /// What the broker still does with a connection, once it has greeted.
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

@Suite("A link whose broker goes away", .timeLimit(.minutes(5))) struct BrokerGoneTests {
    let path = FakeBroker.newPath()

    @Test("tells so wherever in a call that happens, never hangs, and finds the next broker", arguments: Death.allCases)
    func dying(death: Death) throws {
        let link = SocketLink(path: path)
        let broker = try FakeBroker(at: path) { try death.perform($0, $1) }
        expectUnavailable { try link.perform(CloseContext(context: context)) }
        let next = try FakeBroker(at: path, FakeBroker.obliging)
        try link.perform(CloseContext(context: context))
        #expect(broker.links.isDisjoint(with: next.links), "what was shown to the old broker counts for nothing at the new one")
        next.kill()
    }

    @Test("tells every call that is under way")
    func severalCalls() throws {
        let link = SocketLink(path: path)
        let asked = Mutex(0)
        let broker = try FakeBroker(at: path) { connection, broker in
            _ = try connection.receive()
            let isLast = asked.withLock { asked in
                asked += 1
                return asked == 8
            }
            // The last one dies half-way; the others wait for a person.
            if isLast { broker.kill() } else { _ = try connection.receive() }
        }
        let refused = Mutex(0)
        let ended = DispatchGroup()
        for _ in 0..<8 {
            ended.enter()
            Thread.detachNewThread {
                do {
                    try link.perform(ReadMechanisms())
                } catch DeviceRefusal.unavailable {
                    refused.withLock { $0 += 1 }
                } catch {}
                ended.leave()
            }
        }
        #expect(ended.wait(timeout: .now() + .seconds(60)) == .success)
        #expect(refused.withLock { $0 } == 8)
        withExtendedLifetime(broker) {}
    }

    @Test("tells so to a call that has not been sent whole")
    func longRequest() throws {
        let link = SocketLink(path: path)
        // Reads nothing, so that the socket is full before all is sent.
        let broker = try FakeBroker(at: path) { connection, broker in
            while !connection.hasSomething, !broker.isKilled { usleep(100) }
            broker.kill()
        }
        expectUnavailable { try link.perform(SetCredentialOfAnyLength(password: [UInt8](repeating: 1, count: 3 << 20))) }
        broker.kill()
    }

    @Test("is not there at all, and does not wait for one to come")
    func nobody() throws {
        expectUnavailable { try SocketLink(path: path).perform(ReadMechanisms()) }
        try Data().write(to: URL(fileURLWithPath: path))
        defer { unlink(path) }
        expectUnavailable { try SocketLink(path: path).perform(ReadMechanisms()) }
    }

    @Test("goes on with another one that came in between, without a failed call")
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

    @Test("asks nothing twice: a request that was sent is not sent again")
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

    @Test("refuses a message that no frame holds, and goes on with its link")
    func tooLarge() throws {
        let link = SocketLink(path: path)
        let broker = try FakeBroker(at: path, FakeBroker.obliging)
        try link.perform(CloseContext(context: context))
        #expect(throws: DeviceRefusal.item(.tooLarge)) { try link.exchange([UInt8](repeating: 0, count: Frame.maximumLength + 1)) }
        try link.perform(CloseContext(context: context))
        #expect(broker.links.count == 1)
        broker.kill()
    }

    private var context: ContextReference {
        guard let context = ContextReference([UInt8](1...16)) else { preconditionFailure("a reference of the tests is none") }
        return context
    }

    private func expectUnavailable(_ body: () throws -> Void, _ location: SourceLocation = #_sourceLocation) {
        #expect(sourceLocation: location) {
            try body()
        } throws: { error in
            if case DeviceRefusal.unavailable = error { true } else { false }
        }
    }
}

extension UnixConnection {
    /// Whether bytes wait to be received.
    fileprivate var hasSomething: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)) > 0
    }
}

/// A request as long as a test wants it.
private struct SetCredentialOfAnyLength: DeviceRequest {
    typealias Answer = Done
    static let kind = RequestKind.setCredential

    let password: [UInt8]

    static let wire = WireForm(Self.init, .field(\.password, .octets()))
}
