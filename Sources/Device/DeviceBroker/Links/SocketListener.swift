package import DeviceProtocol
import Dispatch
import Glibc
import Synchronization
import Threads

/// Listens on a Unix socket that is one user's alone, and serves each connection of that user on a thread of its own.
package final class SocketListener: Sendable {
    /// The most connections that may be open; further ones are closed at once.
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

    /// Listens at `path`, where nothing may be yet. Throws `badRequest` for a path that no socket can have, `unavailable` where nobody can
    /// listen.
    ///
    /// - Parameter user: who may connect; nil: the user of this process. The kernel says who connects (`SO_PEERCRED`).
    package convenience init(
        path: String, user: UInt32? = nil, serve: @escaping @Sendable (UnixConnection) -> Void
    ) throws(DeviceRefusal) {
        try self.init(path: path, user: user, connectionThreads: WorkerThread.start, serve: serve)
    }

    init(
        path: String, user: UInt32? = nil, connectionThreads start: @escaping WorkerThread.Start,
        serve: @escaping @Sendable (UnixConnection) -> Void
    ) throws(DeviceRefusal) {
        self.path = path
        self.serve = serve
        self.start = start
        self.user = user ?? geteuid()
        descriptor = try Self.listen(at: path)
        if self.user != geteuid() {
            do throws(DeviceRefusal) {
                try SocketAccess.give(path, to: self.user)
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
            throw .unavailable("there is no thread for the socket \(path)")
        }
    }

    /// Closes the socket and every connection, and waits until all are served. To be called once.
    ///
    /// - Parameter interrupt: called when nothing new arrives any more, and before anybody is waited for: whoever serves a connection may
    ///   wait for something else than its bytes, and is to be told here.
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
                // Out of descriptors or memory: the connection that waits is taken when there are some again.
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
            // Closed at once, as past the limit: whoever connected hears of it.
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

    private static func listen(at path: String) throws(DeviceRefusal) -> Int32 {
        guard var address = UnixAddress(path: path) else { throw .badRequest("\(path) is no path of a socket: 1 to 107 bytes") }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .unavailable("there is no socket: error \(errno)") }
        // The file gets the permissions of the socket (unix(7)): between bind and chmod anyone could connect, and umask would reach
        // whatever other threads make at that moment.
        guard fchmod(descriptor, 0o600) == 0, address.withPointer({ bind(descriptor, $0, $1) }) == 0,
            Glibc.listen(descriptor, 64) == 0
        else {
            let reason = errno
            close(descriptor)
            throw .unavailable("nobody can listen at \(path): error \(reason)")
        }
        return descriptor
    }
}

/// Who may open a socket: its owner, or one other user and nobody else.
enum SocketAccess {
    /// Gives the socket to `user`: as its owner, where this process may change that, else by an entry of its access control list (acl(5)), which its owner may
    /// write. Throws `unavailable` where the file system keeps no such lists.
    static func give(_ path: String, to user: UInt32) throws(DeviceRefusal) {
        if chown(path, user, gid_t.max) != 0 { try list(path, user) }
    }

    /// Names the user in the socket's list.
    static func list(_ path: String, _ user: UInt32) throws(DeviceRefusal) {
        var writer = WireWriter()
        writer.number(UInt32(2).byteSwapped)
        // Owner, the user, group, mask, others: each a tag, its rights and whom it is for, with the least significant byte first.
        for (tag, rights, name) in [(0x01, 6, UInt32.max), (0x02, 6, user), (0x04, 0, .max), (0x10, 6, .max), (0x20, 0, .max)] {
            writer.number(UInt16(tag).byteSwapped)
            writer.number(UInt16(rights).byteSwapped)
            writer.number(name.byteSwapped)
        }
        guard let setAttribute = Self.setAttribute,
            setAttribute(path, "system.posix_acl_access", writer.bytes, writer.bytes.count, 0) == 0
        else {
            throw .unavailable("\(path) cannot be given to the user \(user): \(String(cString: strerror(errno)))")
        }
    }

    private typealias SetAttribute =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
        ) -> Int32

    /// `setxattr`, which Glibc's module lacks.
    private static var setAttribute: SetAttribute? {
        dlsym(nil, "setxattr").map { unsafeBitCast($0, to: SetAttribute.self) }
    }
}
