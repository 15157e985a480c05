import CMalloc
package import DeviceProtocol
import Dispatch
import Glibc
import Synchronization

/// Serves one app on a dedicated Unix socket. Every program that can open the socket acts as the app: programs of the broker's
/// user, or of the app's own user if it has one. The kernel identifies the user and the process; the socket identifies the app.
///
/// Each connection has a dedicated thread, which processes one request at a time.
package final class BrokerServer: Sendable {
    private let links: Links
    private let listener: SocketListener

    /// Listens at `path`, which must not exist yet. Only the socket's user can connect. Throws the errors of ``SocketListener``.
    package init(broker: Broker, app: App, path: String, user: UInt32? = nil) throws(DeviceError) {
        let links = Links(broker: broker, app: app)
        self.links = links
        listener = try SocketListener(path: path, user: user) { links.serve($0) }
    }

    /// Closes the socket and all connections, cancels their prompts, and waits until the last request has ended. This includes the
    /// prompts of a client whose only connection waits for a response.
    package func stop() {
        listener.stop { links.endAll() }
    }
}

/// The links of an app's processes, with the number of connections of each.
private final class Links: Sendable {
    private struct State {
        var connections: [ProcessIdentity: Int] = [:]
        var areEnded = false
    }

    private let broker: Broker
    private let app: App
    /// The semaphore that limits requests that use much memory to one at a time.
    private let large = DispatchSemaphore(value: 1)
    private let state = Mutex(State())

    init(broker: Broker, app: App) {
        self.broker = broker
        self.app = app
    }

    func serve(_ connection: UnixConnection) {
        guard let peer = connection.peer, let startTime = RunningProcess.startTime(of: peer.processID),
            let greeting = try? LinkGreeting(message: connection.receive(atMost: LinkGreeting.maximumLength)),
            // Ensures that the start time belongs to the process that connected, and not to a later one with the same process ID.
            !connection.isPeerGone
        else { return }
        let process = ProcessIdentity(
            processID: peer.processID, userID: peer.userID, startTime: startTime, link: greeting.link)
        guard begin(process) else { return }
        let caller = Caller(app: app, process: process)
        while (try? answer(connection, caller)) != nil {}
        broker.linkEnded(caller)
        if end(process) { broker.lastConnectionEnded(caller) }
    }

    private func answer(_ connection: UnixConnection, _ caller: Caller) throws(UnixConnection.Failure) {
        let length = try connection.receiveLength()
        guard length <= broker.longestMessage else {
            try connection.skip(length)
            return try connection.send(DeviceReply.rejection(.item(.tooLarge)).message)
        }
        // Held until the response is sent, which may take as long as the app takes to read it.
        let turn = LargeMessagePermit(of: large)
        defer { turn.end() }
        turn.hold(length)
        let message = try connection.receiveRest(length)
        try connection.send(LargeMessagePermit.$current.withValue(turn) { broker.reply(to: message, from: caller) })
    }

    /// Rejects new connections, and cancels the prompts of all links.
    func endAll() {
        let processes = state.withLock { state in
            state.areEnded = true
            return Array(state.connections.keys)
        }
        for process in processes { broker.linkEnded(Caller(app: app, process: process)) }
    }

    /// Counts a new connection. Returns false after `endAll`; such a connection is closed unread.
    private func begin(_ process: ProcessIdentity) -> Bool {
        state.withLock { state in
            guard !state.areEnded else { return false }
            state.connections[process, default: 0] += 1
            return true
        }
    }

    /// Counts the end of a connection. Returns whether it was the last one of its link.
    private func end(_ process: ProcessIdentity) -> Bool {
        state.withLock { state in
            state.connections[process, default: 1] -= 1
            guard state.connections[process] == 0 else { return false }
            state.connections[process] = nil
            return true
        }
    }
}

/// A request's permission to use much memory. Only one request of an app has it at a time. An app can send or request large
/// messages, or leave responses unread. The broker then uses at most a few times the memory of the longest message, and other apps
/// are not affected.
package final class LargeMessagePermit: Sendable {
    /// The size in bytes from which a message or a value requires the permission.
    static let threshold = 1 << 20

    /// The permission of the current thread's request; nil for an app in this process.
    @TaskLocal static var current: LargeMessagePermit?

    private let free: DispatchSemaphore
    private nonisolated(unsafe) var isHeld = false

    /// Creates the permission of one request, for use by one thread.
    ///
    /// - Parameter free: the app's semaphore, with the value one.
    init(of free: DispatchSemaphore) {
        self.free = free
    }

    /// Makes the allocator return each large value to the system when it is freed, instead of keeping memory per thread. A program
    /// that serves apps calls this at its start.
    package static func returnFreedMemory() {
        mallopt(M_MMAP_THRESHOLD, Int32(threshold))
    }

    /// Waits until no other request of the app holds the permission. Has no effect for small values.
    func hold(_ byteCount: Int) {
        guard byteCount > Self.threshold, !isHeld else { return }
        free.wait()
        isHeld = true
    }

    /// Releases the permission. The caller must call this once, when the request's data is released.
    func end() {
        if isHeld { free.signal() }
    }
}

/// A link to a broker in the same process, which exchanges the same messages without a socket.
package struct BrokerLink: DeviceLink {
    private let broker: Broker
    let caller: Caller

    package init(broker: Broker, caller: Caller) {
        self.broker = broker
        self.caller = caller
    }

    /// Returns the system's own link, which belongs to the group of saved passwords (``AccessGroup/webCredentials``). No app
    /// belongs to that group.
    package static func system(_ broker: Broker) -> BrokerLink {
        let process = ProcessIdentity(
            processID: getpid(), userID: geteuid(), startTime: 0, link: UInt64.max)
        return BrokerLink(broker: broker, caller: Caller(app: .webCredentials, process: process))
    }

    package func exchange(_ message: [UInt8]) throws(DeviceError) -> [UInt8] {
        broker.reply(to: message, from: caller)
    }
}
