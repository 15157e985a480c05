package import DeviceProtocol
import Dispatch
import Glibc
import Synchronization

/// Serves one app on a Unix socket of its own. Whoever can open the socket is that app, within the one user: the kernel tells the user and
/// the process, the socket tells the app.
///
/// Each connection has a thread of its own, which carries each request to its end.
package final class BrokerServer: Sendable {
    /// The most connections that one app may have open; further ones are closed at once.
    package static let connectionLimit = 256

    private struct State {
        var connections: [ObjectIdentifier: UnixConnection] = [:]
        /// How many connections each link has.
        var links: [ProcessIdentity: Int] = [:]
        var isStopped = false
    }

    private let broker: Broker
    private let app: App
    private let path: String
    private let descriptor: Int32
    private let state = Mutex(State())
    private let ended = DispatchGroup()

    /// Listens at `path`, where nothing may be yet; the socket is its owner's alone. Throws `unavailable` where it cannot.
    package init(broker: Broker, app: App, path: String) throws(DeviceRefusal) {
        self.broker = broker
        self.app = app
        self.path = path
        descriptor = try Self.listen(at: path)
        let thread = ended
        thread.enter()
        Thread.detach { [self] in
            acceptConnections()
            thread.leave()
        }
    }

    /// Closes the socket and every connection, and waits until the last request has ended. Questions that are asked are withdrawn.
    package func stop() {
        let open = state.withLock { state in
            state.isStopped = true
            return Array(state.connections.values)
        }
        shutdown(descriptor, Int32(SHUT_RDWR))
        for connection in open { connection.shutDown() }
        ended.wait()
        close(descriptor)
        unlink(path)
    }

    private func acceptConnections() {
        while true {
            let accepted = accept(descriptor, nil, nil)
            if accepted < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                // Out of descriptors: the connection that waits is taken when one is free.
                guard errno == EMFILE || errno == ENFILE, !state.withLock(\.isStopped) else { return }
                sched_yield()
                continue
            }
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            let connection = UnixConnection(descriptor: accepted)
            let isWelcome = state.withLock { state in
                guard !state.isStopped, state.connections.count < Self.connectionLimit else { return false }
                state.connections[ObjectIdentifier(connection)] = connection
                return true
            }
            guard isWelcome else { continue }
            ended.enter()
            Thread.detach { [self] in
                serve(connection)
                state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
                ended.leave()
            }
        }
    }

    private func serve(_ connection: UnixConnection) {
        guard let peer = connection.peer, peer.userID == geteuid(), let startTime = RunningProcess.startTime(of: peer.processID),
            let greeting = try? LinkGreeting(message: connection.receive())
        else { return }
        let process = ProcessIdentity(
            processID: peer.processID, userID: peer.userID, startTime: startTime, link: greeting.link)
        let caller = Caller(app: app, process: process)
        state.withLock { $0.links[process, default: 0] += 1 }
        while let message = try? connection.receive() {
            guard (try? connection.send(broker.reply(to: message, from: caller))) != nil else { break }
        }
        broker.linkEnded(process)
        let isLast = state.withLock { state in
            state.links[process, default: 1] -= 1
            guard state.links[process] == 0 else { return false }
            state.links[process] = nil
            return true
        }
        if isLast { broker.linkIsGone(process) }
    }

    private static func listen(at path: String) throws(DeviceRefusal) -> Int32 {
        guard var address = UnixAddress(path: path) else { throw .badRequest("\(path) is no path of a socket: 1 to 107 bytes") }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .unavailable("there is no socket: error \(errno)") }
        // Permissions from the start: between bind and chmod anyone could connect.
        let mask = umask(0o177)
        let status = address.withPointer { bind(descriptor, $0, $1) }
        let code = errno
        umask(mask)
        guard status == 0, Glibc.listen(descriptor, 64) == 0 else {
            close(descriptor)
            throw .unavailable("nobody can listen at \(path): error \(status == 0 ? errno : code)")
        }
        return descriptor
    }
}
