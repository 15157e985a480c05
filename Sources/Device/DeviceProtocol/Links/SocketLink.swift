import Glibc
import Synchronization
package import Traces

/// A link to a broker in a separate process, over the socket that the app was launched with.
///
/// Each concurrent call uses a separate connection. Idle connections are reused and stay open until the link is closed. If any one
/// of them ends, the broker considers the link ended and cancels its pending prompts. One additional connection carries no calls: a
/// broker that processes a call on the only other connection would not notice its end.
package final class SocketLink: DeviceLink {
    private struct State {
        var greeting = LinkGreeting.random()
        var free: [UnixConnection] = []
        /// Usually one. Several concurrent first calls may add more, since closing one would end the link.
        var idle: [UnixConnection] = []
    }

    private let path: String
    private let followed: FollowedTrace
    private let state = Mutex(State())

    /// Creates a link that connects at its first call, so the broker may start later.
    ///
    /// - Parameter followed: the step that the requests belong to.
    package init(path: String, followed: FollowedTrace = .ofProcess) {
        self.path = path
        self.followed = followed
    }

    package var position: TraceParent? { followed.position }

    /// Throws `unavailable` if the broker is not running, or if it ends before it has sent the whole reply; whether it processed
    /// the request is then unknown. A later call connects to the broker that runs by then. Throws `tooLarge` for a message that
    /// does not fit into a frame.
    package func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        guard message.count <= Frame.maximumLength else { throw .item(.tooLarge) }
        let (greeting, free, isFirst) = begin()
        do throws(UnixConnection.Failure) {
            let connection = if let free { free } else { try connect(greeting, isFirst: isFirst) }
            try connection.send(message)
            let reply = try connection.receive()
            state.withLock { if $0.greeting == greeting { $0.free.append(connection) } }
            return reply
        } catch {
            // For the broker the link ended with its first connection, so the next call starts a new link.
            state.withLock { if $0.greeting == greeting { $0 = State() } }
            throw .unavailable("the broker at \(path) is unavailable: \(error.words)")
        }
    }

    /// Returns the link of a call and an idle connection of it. If the previous broker is gone, this is a new link. No byte was
    /// sent yet, so no request is repeated.
    private func begin() -> (LinkGreeting, free: UnixConnection?, isFirst: Bool) {
        state.withLock { state in
            if state.free.last?.isOver ?? state.idle.contains(where: \.isOver) { state = State() }
            return (state.greeting, state.free.popLast(), state.idle.isEmpty)
        }
    }

    private func connect(_ greeting: LinkGreeting, isFirst: Bool) throws(UnixConnection.Failure) -> UnixConnection {
        if isFirst {
            let idle = try open(greeting)
            state.withLock { if $0.greeting == greeting { $0.idle.append(idle) } }
        }
        return try open(greeting)
    }

    private func open(_ greeting: LinkGreeting) throws(UnixConnection.Failure) -> UnixConnection {
        let connection = try UnixConnection(path: path)
        try connection.send(greeting.message)
        return connection
    }
}

/// The first message on each connection: which link of its process it belongs to. It proves nothing; the kernel identifies the
/// process.
package struct LinkGreeting: WireRecord, Equatable {
    private static let knownMark = "latchkey-device"
    /// The maximum length of the message, in bytes.
    package static let maximumLength = 64

    private let mark = knownMark
    package let link: UInt64

    package init(link: UInt64) {
        self.link = link
    }

    static func random() -> LinkGreeting {
        var random = SystemRandomNumberGenerator()
        return LinkGreeting(link: random.next())
    }

    package static let wire = WireForm(
        { $0 == knownMark ? LinkGreeting(link: $1) : nil }, .field(\.mark, .text(atMost: 32)), .field(\.link))
}
