import Synchronization
import Testing
import Traces

@testable import DeviceProtocol

@Suite("The step of a request on the wire")
struct TracedRequestTests {
    private static let traceparent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

    @Test("a request without a step has the earlier version, and one with a step has 24 bytes more")
    func versions() throws {
        let position = try #require(TraceParent(Self.traceparent))
        let plain = RequestMessage.bytes(of: OpenContext())
        let traced = RequestMessage.bytes(of: OpenContext(), at: position)
        #expect(plain == [3, RequestKind.openContext.rawValue])
        #expect(traced.prefix(2) == [4, RequestKind.openContext.rawValue] && traced.count == plain.count + 24)
        #expect(traced.dropFirst(2).prefix(2) == [0x4B, 0xF9] && traced.last == 0xB7)
        let header = try RequestHeader(message: traced)
        #expect(header == RequestHeader(kind: .openContext, position: position))
    }

    @Test("identifiers of zeros are rejected", arguments: [0..<16, 16..<24])
    func zeros(part: Range<Int>) throws {
        let position = try #require(TraceParent(Self.traceparent))
        var bytes = RequestMessage.bytes(of: OpenContext(), at: position)
        for index in part { bytes[2 + index] = 0 }
        #expect(throws: WireError(.rejectedValue, at: 2)) { try RequestHeader(message: bytes) }
    }

    @Test("another version is rejected at its byte", arguments: [0, 1, 2, 5, 255] as [UInt8])
    func unknown(version: UInt8) {
        #expect(throws: WireError(.unknownValue, at: 0)) { try RequestHeader(message: [version, RequestKind.sign.rawValue]) }
    }

    @Test("a link over a socket sends the step that its app follows, and none for a malformed one")
    func link() throws {
        let received = Mutex<[RequestHeader]>([])
        let broker = try FakeBroker(at: FakeBroker.newPath()) { connection, _ in
            while true {
                var reader = WireReader(try connection.receive())
                let header = try RequestHeader(from: &reader)
                received.withLock { $0.append(header) }
                try connection.send(DeviceReply.answer(Done().message).message)
            }
        }
        defer { broker.kill() }
        let followed = FollowedTrace()
        let link = SocketLink(path: broker.path, followed: followed)
        for value in ["", Self.traceparent, "00-0", Self.traceparent] {
            followed.follow(value)
            try link.perform(RemoveAllRights())
        }
        let position = try #require(TraceParent(Self.traceparent))
        #expect(received.withLock { $0.map(\.position) } == [nil, position, nil, position])
    }
}
