import Glibc
import Synchronization

/// The way to a broker in a process of its own, over the socket that the app was launched with.
///
/// Each call that is under way has a connection of its own; connections that are free serve the next call, and none is closed before the link
/// is. So the broker knows from the first one that ends that the whole link has ended, and takes back whatever it still asks. One more
/// connection carries no call: a broker that is busy with the only other one would not see it end.
package final class SocketLink: DeviceLink {
    private struct State {
        var greeting = LinkGreeting.random()
        var free: [UnixConnection] = []
        /// One; more only where several first calls came at once, since closing one would end the link.
        var idle: [UnixConnection] = []
    }

    private let path: String
    private let state = Mutex(State())

    /// A link connects when it is first used: a broker that is started later will do.
    package init(path: String) {
        self.path = path
    }

    /// Throws `unavailable` where no broker is there, and where it goes away before the whole reply has come; whether it did what it was asked is
    /// then unknown. A later call finds the broker that is there by then. Throws `tooLarge` for a message that no frame holds.
    package func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        guard message.count <= Frame.maximumLength else { throw .item(.tooLarge) }
        let (greeting, free, isFirst) = begin()
        do throws(UnixConnection.Failure) {
            let connection = if let free { free } else { try connect(greeting, isFirst: isFirst) }
            try connection.send(message)
            let reply = try connection.receive()
            state.withLock { if $0.greeting == greeting { $0.free.append(connection) } }
            return reply
        } catch {
            // To the broker the link has ended with its first connection: the next call begins another one.
            state.withLock { if $0.greeting == greeting { $0 = State() } }
            throw .unavailable("the broker at \(path) is not there: \(error.words)")
        }
    }

    /// The link that a call belongs to, and a connection of it that is free. Where the broker of the last call is gone, that is another link: no
    /// byte was sent yet, so that nothing is asked twice.
    private func begin() -> (LinkGreeting, free: UnixConnection?, isFirst: Bool) {
        state.withLock { state in
            if state.idle.contains(where: \.isOver) || state.free.last?.isOver == true { state = State() }
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

/// The first message on each connection: which of its process's links it belongs to. It proves nothing; who the process is, the kernel says.
package struct LinkGreeting: WireRecord, Equatable {
    private static let knownMark = "latchkey-device"
    /// Of the message, in bytes.
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
