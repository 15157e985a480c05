package import DeviceProtocol
import Dispatch
import Glibc
import Synchronization
import Threads

/// Listens on a Unix socket for one user, and serves each connection on a dedicated thread.
package final class SocketListener: Sendable {
    /// The maximum number of open connections; further ones are closed immediately.
    static let connectionLimit = 256

    private struct State {
        var connections: [ObjectIdentifier: UnixConnection] = [:]
        var isStopped = false
    }

    private let path: String
    private let descriptor: Int32
    private let serve: @Sendable (UnixConnection) -> Void
    private let start: WorkerThread.Start
    private let user: UInt32
    private let state = Mutex(State())
    private let ended = DispatchGroup()

    /// Listens at `path`, which must not exist yet. Throws `badRequest` for an invalid socket path, and `unavailable` if the socket
    /// cannot be opened.
    ///
    /// - Parameter user: the only user who may connect; nil for the user of this process. The kernel identifies the peer's user
    ///   (`SO_PEERCRED`).
    package convenience init(
        path: String, user: UInt32? = nil, serve: @escaping @Sendable (UnixConnection) -> Void
    ) throws(DeviceError) {
        try self.init(path: path, user: user, connectionThreads: WorkerThread.start, serve: serve)
    }

    init(
        path: String, user: UInt32? = nil, connectionThreads start: @escaping WorkerThread.Start,
        serve: @escaping @Sendable (UnixConnection) -> Void
    ) throws(DeviceError) {
        self.path = path
        self.serve = serve
        self.start = start
        self.user = user ?? geteuid()
        descriptor = try Self.listen(at: path)
        if self.user != geteuid() {
            do throws(DeviceError) {
                try SocketAccess.grantAccess(path, to: self.user)
            } catch {
                close(descriptor)
                unlink(path)
                throw error
            }
        }
        ended.enter()
        let isStarted = WorkerThread.start { [self] in
            acceptConnections()
            ended.leave()
        }
        guard isStarted else {
            ended.leave()
            close(descriptor)
            unlink(path)
            throw .unavailable("cannot start a thread for the socket \(path)")
        }
    }

    /// Closes the socket and all connections, and waits until every handler has returned. Must be called once.
    ///
    /// - Parameter interrupt: called after the connections are closed and before the wait. Wakes handlers that wait for anything
    ///   other than data from their connection.
    package func stop(interrupting interrupt: () -> Void = {}) {
        let open = state.withLock { state in
            state.isStopped = true
            return Array(state.connections.values)
        }
        shutdown(descriptor, Int32(SHUT_RDWR))
        for connection in open { connection.shutDown() }
        interrupt()
        ended.wait()
        close(descriptor)
        unlink(path)
    }

    private func acceptConnections() {
        while true {
            let accepted = accept(descriptor, nil, nil)
            if accepted < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                // Without descriptors or memory, the pending connection is accepted after some are free again.
                guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno), !state.withLock(\.isStopped) else { return }
                usleep(Self.pauseInMicroseconds)
                continue
            }
            _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
            let connection = UnixConnection(descriptor: accepted)
            guard connection.peer?.userID == user, isWelcome(connection) else { continue }
            ended.enter()
            let isStarted = start { [self] in
                serve(connection)
                end(connection)
            }
            // Closed immediately, as above the limit, so that the client receives an error.
            if !isStarted { end(connection) }
        }
    }

    private func end(_ connection: UnixConnection) {
        state.withLock { $0.connections[ObjectIdentifier(connection)] = nil }
        ended.leave()
    }

    private func isWelcome(_ connection: UnixConnection) -> Bool {
        state.withLock { state in
            guard !state.isStopped, state.connections.count < Self.connectionLimit else { return false }
            state.connections[ObjectIdentifier(connection)] = connection
            return true
        }
    }

    private static let pauseInMicroseconds: UInt32 = 10_000

    private static func listen(at path: String) throws(DeviceError) -> Int32 {
        guard var address = UnixAddress(path: path) else { throw .badRequest("\(path) is not a socket path of 1 to 107 bytes") }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .unavailable("cannot create a socket: error \(errno)") }
        // The file inherits the permissions of the socket (unix(7)). A chmod after bind would let other users connect in between,
        // and umask would affect files that other threads create at that moment.
        guard fchmod(descriptor, 0o600) == 0, address.withPointer({ bind(descriptor, $0, $1) }) == 0,
            Glibc.listen(descriptor, 64) == 0
        else {
            let reason = errno
            close(descriptor)
            throw .unavailable("cannot listen at \(path): error \(reason)")
        }
        return descriptor
    }
}

/// Grants access to a socket to one user besides its owner.
enum SocketAccess {
    /// Gives `user` access to the socket. Changes its owner if this process may do so. Otherwise adds an entry to the access
    /// control list (acl(5)), which the owner may write. Throws `unavailable` if the file system does not support such lists.
    static func grantAccess(_ path: String, to user: UInt32) throws(DeviceError) {
        if chown(path, user, gid_t.max) != 0 { try list(path, user) }
    }

    /// Adds the user to the socket's access control list.
    static func list(_ path: String, _ user: UInt32) throws(DeviceError) {
        var writer = WireWriter()
        writer.number(UInt32(2).byteSwapped)
        // Owner, the user, group, mask, others: each a tag, permissions and a user ID, in little-endian order.
        for (tag, rights, name) in [(0x01, 6, UInt32.max), (0x02, 6, user), (0x04, 0, .max), (0x10, 6, .max), (0x20, 0, .max)] {
            writer.number(UInt16(tag).byteSwapped)
            writer.number(UInt16(rights).byteSwapped)
            writer.number(name.byteSwapped)
        }
        guard let setAttribute = Self.setAttribute,
            setAttribute(path, "system.posix_acl_access", writer.bytes, writer.bytes.count, 0) == 0
        else {
            throw .unavailable("cannot give the user \(user) access to \(path): \(String(cString: strerror(errno)))")
        }
    }

    private typealias SetAttribute =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
        ) -> Int32

    /// The function `setxattr`, which Glibc's module does not import.
    private static var setAttribute: SetAttribute? {
        dlsym(nil, "setxattr").map { unsafeBitCast($0, to: SetAttribute.self) }
    }
}
