import Foundation
import Synchronization
import Testing

@testable import DeviceProtocol

/// A server on a socket that a test controls and can kill: then all its connections end together, as those of a killed process do.
final class FakeBroker: Sendable {
    /// The behaviour of the broker on a connection after the greeting.
    typealias Behaviour = @Sendable (UnixConnection, FakeBroker) throws -> Void

    private struct State {
        var connections: [UnixConnection] = []
        var greetings: [LinkGreeting] = []
        var isKilled = false
    }

    let path: String
    private let descriptor: Int32
    private let state = Mutex(State())

    /// Listens at `path`, replacing a previous listener.
    init(at path: String, _ behaviour: @escaping Behaviour) throws {
        self.path = path
        unlink(path)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = try #require(UnixAddress(path: path))
        try #require(address.withPointer { bind(descriptor, $0, $1) } == 0 && listen(descriptor, 16) == 0)
        Thread.detachNewThread { [self] in
            while case let accepted = accept(descriptor, nil, nil), accepted >= 0 {
                let connection = UnixConnection(descriptor: accepted)
                guard keep(connection) else { return }
                Thread.detachNewThread { [self] in
                    guard let greeting = try? LinkGreeting(message: connection.receive()) else { return }
                    state.withLock { $0.greetings.append(greeting) }
                    try? behaviour(connection, self)
                }
            }
        }
    }

    deinit {
        close(descriptor)
        unlink(path)
    }

    /// The links that sent a greeting.
    var links: Set<UInt64> { Set(state.withLock(\.greetings).map(\.link)) }

    func kill() {
        let open = state.withLock { state in
            state.isKilled = true
            defer { state.connections = [] }
            return state.connections
        }
        shutdown(descriptor, Int32(SHUT_RDWR))
        for connection in open { connection.shutDown() }
    }

    /// Answers every request with `Done`.
    static let obliging: Behaviour = { connection, _ in
        while true {
            _ = try connection.receive()
            try connection.send(DeviceReply.answer(Done().message).message)
        }
    }

    static func newPath() -> String {
        FileManager.default.temporaryDirectory.path + "/lkfake-\(UInt32.random(in: 0 ... .max)).sock"
    }

    private func keep(_ connection: UnixConnection) -> Bool {
        state.withLock { state in
            guard !state.isKilled else { return false }
            state.connections.append(connection)
            return true
        }
    }
}
