package import Glibc

/// A connection over a Unix socket that carries whole messages. Closes its descriptor when it is deinitialized.
///
/// At most one thread sends and one receives at a time. Calls block.
package final class UnixConnection: Sendable {
    /// The reason why the connection failed.
    package enum Failure: Error, Equatable, Sendable {
        /// The other side closed the connection or ended.
        case closed
        /// The other side closed the connection within a message.
        case cutShort
        /// The other side did not send or receive in time.
        case timedOut
        /// A message exceeds the maximum length.
        case tooLong
        /// A system call failed; the values are its name and `errno`.
        case system(String, Int32)
    }

    package let descriptor: Int32

    /// Takes ownership of the descriptor.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Connects to the socket at `path`. Throws if no process listens there.
    package convenience init(path: String) throws(Failure) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system("socket", errno) }
        self.init(descriptor: descriptor)
        guard var address = UnixAddress(path: path) else { throw .system("connect", ENAMETOOLONG) }
        let status = address.withPointer { Glibc.connect(descriptor, $0, $1) }
        guard status == 0 else { throw .system("connect", errno) }
    }

    /// Creates a pair of connected sockets that child processes do not inherit.
    package static func pair() throws(Failure) -> (UnixConnection, UnixConnection) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .system("socketpair", errno)
        }
        return (UnixConnection(descriptor: ends[0]), UnixConnection(descriptor: ends[1]))
    }

    /// Sends a message.
    ///
    /// - Parameter deadline: nil to wait indefinitely.
    package func send(_ message: [UInt8], until deadline: ContinuousClock.Instant? = nil) throws(Failure) {
        guard message.count <= Frame.maximumLength else { throw .tooLong }
        try sendAll(Frame.header(of: message) + message, until: deadline)
    }

    /// Blocks until a whole message arrives. Throws `closed` at the end of the stream, `cutShort` if it ends within a message, and
    /// `tooLong` for a message longer than `limit`.
    package func receive(
        atMost limit: Int = Frame.maximumLength, until deadline: ContinuousClock.Instant? = nil
    ) throws(Failure) -> [UInt8] {
        let length = try receiveLength(until: deadline)
        guard length <= limit else { throw .tooLong }
        return try receiveRest(length, until: deadline)
    }

    /// Returns the length of the next message, in bytes. Throws the errors of ``receive(atMost:until:)``.
    package func receiveLength(until deadline: ContinuousClock.Instant? = nil) throws(Failure) -> Int {
        let header = try receiveRest(Frame.headerLength, until: deadline, mayEnd: true)
        guard let length = try? Frame.length(header: header) else { throw .tooLong }
        return length
    }

    /// Reads and discards `count` bytes.
    package func skip(_ count: Int) throws(Failure) {
        var rest = count
        while rest > 0 { rest -= try receiveRest(min(rest, Frame.room)).count }
    }

    /// Shuts down both directions. A blocked call throws `closed`.
    package func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether the other side has closed the connection and no received bytes are left. Never blocks.
    package var isOver: Bool {
        var byte: UInt8 = 0
        while true {
            let received = Glibc.recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            if received >= 0 { return received == 0 }
            if errno != EINTR { return errno != EAGAIN }
        }
    }

    /// The process ID and user ID of the process at the other end, from the kernel. Nil if the kernel does not provide them.
    package var peer: (processID: Int32, userID: UInt32)? {
        // Glibc's module does not import `struct ucred`: pid, uid and gid, 32 bits each.
        var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        let status = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        return status == 0 && length == 12 ? (credentials.pid, credentials.uid) : nil
    }

    /// Whether the process that connected has ended, according to its process descriptor (`SO_PEERPIDFD`, Linux 6.5). False if the
    /// kernel does not support it.
    package var isPeerGone: Bool {
        var process: Int32 = -1
        var length = socklen_t(MemoryLayout.size(ofValue: process))
        guard getsockopt(descriptor, SOL_SOCKET, Self.peerDescriptor, &process, &length) == 0, process >= 0 else {
            // Some kernels return no descriptor for a process that has already ended.
            return errno == ESRCH || errno == EINVAL
        }
        defer { close(process) }
        var poll = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) > 0
    }

    private static let peerDescriptor: Int32 = 77

    /// Sends bytes without a length prefix.
    func sendAll(_ bytes: [UInt8], until deadline: ContinuousClock.Instant? = nil) throws(Failure) {
        let flags = Int32(MSG_NOSIGNAL) | (deadline == nil ? 0 : Int32(MSG_DONTWAIT))
        var sent = 0
        while sent < bytes.count {
            if let deadline { try wait(for: POLLOUT, until: deadline) }
            let count = bytes.withUnsafeBytes { all in
                let rest = UnsafeRawBufferPointer(rebasing: all[sent...])
                return Glibc.send(descriptor, rest.baseAddress, rest.count, flags)
            }
            if count < 0 {
                if errno == EINTR || errno == EAGAIN && deadline != nil { continue }
                throw errno == EPIPE || errno == ECONNRESET ? .closed : .system("send", errno)
            }
            sent += count
        }
    }

    /// Receives the body of a message. Pages of the buffer are only used as bytes arrive, regardless of the announced length.
    ///
    /// - Parameter mayEnd: whether an end before the first byte throws `closed` instead of `cutShort`.
    package func receiveRest(
        _ count: Int, until deadline: ContinuousClock.Instant? = nil, mayEnd: Bool = false
    ) throws(Failure) -> [UInt8] {
        let flags = deadline == nil ? 0 : Int32(MSG_DONTWAIT)
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count, failure == nil {
                if let deadline {
                    do throws(Failure) { try wait(for: POLLIN, until: deadline) } catch { failure = error }
                    if failure != nil { break }
                }
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count])
                let received = Glibc.recv(descriptor, rest.baseAddress, rest.count, flags)
                if received > 0 {
                    filled += received
                } else if received == 0 || errno == ECONNRESET {
                    failure = mayEnd && filled == 0 ? .closed : .cutShort
                } else if errno != EINTR, errno != EAGAIN || deadline == nil {
                    failure = .system("recv", errno)
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }

    private func wait(for event: Int32, until deadline: ContinuousClock.Instant) throws(Failure) {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { throw .timedOut }
            let (seconds, attoseconds) = left.components
            // At most a day per call. Rounded up, so that the last millisecond is not a busy wait.
            let milliseconds = Int32(min(seconds, 86_400)) * 1000 + Int32(attoseconds / 1_000_000_000_000_000) + 1
            var poll = pollfd(fd: descriptor, events: Int16(event), revents: 0)
            let ready = Glibc.poll(&poll, 1, milliseconds)
            if ready > 0 { return }
            if ready < 0, errno != EINTR { throw .system("poll", errno) }
        }
    }
}

extension UnixConnection.Failure {
    package var words: String {
        switch self {
        case .closed: "it closed the connection"
        case .cutShort: "it closed the connection within a message"
        case .timedOut: "it did not answer in time"
        case .tooLong: "a message is longer than \(Frame.maximumLength) bytes"
        case .system(let call, let code): "\(call): \(String(cString: strerror(code)))"
        }
    }
}

/// The framing of messages on a socket: a big-endian length of 32 bits, then as many bytes.
package enum Frame {
    /// The longest message that a broker accepts, in bytes: an item's data of 64 MiB plus ``room``. The receiver rejects a longer
    /// one before it reads it.
    package static let maximumLength = 64 << 20 + room

    /// The space for everything besides an item's data, in bytes.
    package static let room = 1 << 20

    /// The length of the header, in bytes.
    package static let headerLength = 4

    /// Returns the header of a message. The sender checks `maximumLength` first.
    package static func header(of message: [UInt8]) -> [UInt8] {
        var writer = WireWriter()
        writer.number(UInt32(clamping: message.count))
        return writer.bytes
    }

    /// Returns the length that a header announces. Throws `tooLong` above `maximumLength`.
    package static func length(header: [UInt8]) throws(WireError) -> Int {
        var reader = WireReader(header)
        let length = Int(try reader.number(UInt32.self))
        try reader.finish()
        guard length <= maximumLength else { throw WireError(.tooLong, at: 0) }
        return length
    }
}

/// The address of a Unix socket: a path of at most 107 bytes.
package struct UnixAddress {
    private var address = sockaddr_un()

    /// Returns nil for a path that is empty, contains a zero byte or is too long.
    package init?(path: String) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0), bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    package mutating func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
        }
    }
}
