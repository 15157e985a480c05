import CMalloc
package import DeviceProtocol
import Dispatch
import Glibc
import Synchronization

/// Serves one app on a Unix socket of its own. Whoever can open the socket is that app: any program of the broker's user, or of the app's own user where it
/// has one. The kernel tells the user and the process, the socket tells the app.
///
/// Each connection has a thread of its own, which carries each request to its end.
package final class BrokerServer: Sendable {
    private let links: Links
    private let listener: SocketListener

    /// Listens at `path`, where nothing may be yet; the socket is its user's alone. Throws as ``SocketListener`` does.
    package init(broker: Broker, app: App, path: String, user: UInt32? = nil) throws(DeviceRefusal) {
        let links = Links(broker: broker, app: app)
        self.links = links
        listener = try SocketListener(path: path, user: user) { links.serve($0) }
    }

    /// Closes the socket and every connection, and waits until the last request has ended. Questions that are asked are withdrawn, also for
    /// a client that has no other connection than the one that waits for the answer.
    package func stop() {
        listener.stop { links.endAll() }
    }
}

/// The links of an app's processes, and how many connections each has.
private final class Links: Sendable {
    private struct State {
        var connections: [ProcessIdentity: Int] = [:]
        var areEnded = false
    }

    private let broker: Broker
    private let app: App
    /// For the requests that hold much memory: one at a time.
    private let large = DispatchSemaphore(value: 1)
    private let state = Mutex(State())

    init(broker: Broker, app: App) {
        self.broker = broker
        self.app = app
    }

    func serve(_ connection: UnixConnection) {
        guard let peer = connection.peer, let startTime = RunningProcess.startTime(of: peer.processID),
            let greeting = try? LinkGreeting(message: connection.receive(atMost: LinkGreeting.maximumLength)),
            // The start time is that of the process that connected, and not of a later one with its number.
            !connection.isPeerGone
        else { return }
        let process = ProcessIdentity(
            processID: peer.processID, userID: peer.userID, startTime: startTime, link: greeting.link)
        guard begin(process) else { return }
        let caller = Caller(app: app, process: process)
        while (try? answer(connection, caller)) != nil {}
        broker.linkEnded(caller)
        if end(process) { broker.linkIsGone(caller) }
    }

    private func answer(_ connection: UnixConnection, _ caller: Caller) throws(UnixConnection.Failure) {
        let length = try connection.receiveLength()
        guard length <= broker.longestMessage else {
            try connection.skip(length)
            return try connection.send(DeviceReply.refusal(.item(.tooLarge)).message)
        }
        // Held until the answer is sent, which takes as long as the app takes to read it.
        let turn = LargeTurn(of: large)
        defer { turn.end() }
        turn.hold(length)
        let message = try connection.receiveRest(length)
        try connection.send(LargeTurn.$current.withValue(turn) { broker.reply(to: message, from: caller) })
    }

    /// From now on nobody begins. What every link asked is withdrawn.
    func endAll() {
        let processes = state.withLock { state in
            state.areEnded = true
            return Array(state.connections.keys)
        }
        for process in processes { broker.linkEnded(Caller(app: app, process: process)) }
    }

    /// False where everything is ended: what such a connection still holds is not looked at.
    private func begin(_ process: ProcessIdentity) -> Bool {
        state.withLock { state in
            guard !state.areEnded else { return false }
            state.connections[process, default: 0] += 1
            return true
        }
    }

    /// Whether the connection was the last of its link.
    private func end(_ process: ProcessIdentity) -> Bool {
        state.withLock { state in
            state.connections[process, default: 1] -= 1
            guard state.connections[process] == 0 else { return false }
            state.connections[process] = nil
            return true
        }
    }
}

/// One request's claim on much memory. Of each app one request at a time has it: whatever an app sends, asks for and leaves unread, it costs the broker no
/// more than its longest message a few times over, and costs other apps nothing.
package final class LargeTurn: Sendable {
    /// From how many bytes on a message or a value takes the turn.
    static let threshold = 1 << 20

    /// Of the request that the thread carries; none where the app is this process itself.
    @TaskLocal static var current: LargeTurn?

    private let free: DispatchSemaphore
    private nonisolated(unsafe) var isHeld = false

    /// - Parameter free: the app's, with the value one. To be used by one thread.
    init(of free: DispatchSemaphore) {
        self.free = free
    }

    /// Has the process give each long value back to the system when it is done with; the allocator would keep some of what every thread freed. Called by a program
    /// that serves apps, before it begins.
    package static func giveMemoryBack() {
        mallopt(M_MMAP_THRESHOLD, Int32(threshold))
    }

    /// Waits until the app's other requests hold less. Does nothing for what is small.
    func hold(_ byteCount: Int) {
        guard byteCount > Self.threshold, !isHeld else { return }
        free.wait()
        isHeld = true
    }

    /// Lets the next one in. Called once, when nothing of the request is left.
    func end() {
        if isHeld { free.signal() }
    }
}

/// The way to a broker in the same process: the same messages, without a socket.
package struct BrokerLink: DeviceLink {
    private let broker: Broker
    let caller: Caller

    package init(broker: Broker, caller: Caller) {
        self.broker = broker
        self.caller = caller
    }

    /// The system's own way, as a member of the group of saved passwords (``AccessGroup/webCredentials``), which no app is in.
    package static func system(_ broker: Broker) -> BrokerLink {
        let process = ProcessIdentity(
            processID: getpid(), userID: geteuid(), startTime: 0, link: UInt64.max)
        return BrokerLink(broker: broker, caller: Caller(app: .webCredentials, process: process))
    }

    package func exchange(_ message: [UInt8]) throws(DeviceRefusal) -> [UInt8] {
        broker.reply(to: message, from: caller)
    }
}
