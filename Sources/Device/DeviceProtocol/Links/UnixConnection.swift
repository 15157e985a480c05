package import Glibc

/// One connection over a Unix socket, on which whole messages go back and forth. Closed with the value.
///
/// One thread at a time sends, one at a time receives. Calls block.
package final class UnixConnection: Sendable {
    /// Why nothing more comes or goes.
    package enum Failure: Error, Equatable, Sendable {
        /// The other side closed it, or is gone.
        case closed
        /// The same, within a message.
        case cutShort
        /// The other side did not answer, or take what is sent, in time.
        case timedOut
        /// The other side announced a message longer than any may be.
        case tooLong
        /// A call of the system failed, with its `errno`.
        case system(String, Int32)
    }

    package let descriptor: Int32

    /// Takes the descriptor over.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Connects to the socket at `path`. Throws where nobody listens there.
    package convenience init(path: String) throws(Failure) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw .system("socket", errno) }
        self.init(descriptor: descriptor)
        guard var address = UnixAddress(path: path) else { throw .system("connect", ENAMETOOLONG) }
        let status = address.withPointer { Glibc.connect(descriptor, $0, $1) }
        guard status == 0 else { throw .system("connect", errno) }
    }

    /// Two connected ends, neither of which a child inherits. Throws where the system has none left.
    package static func pair() throws(Failure) -> (UnixConnection, UnixConnection) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .system("socketpair", errno)
        }
        return (UnixConnection(descriptor: ends[0]), UnixConnection(descriptor: ends[1]))
    }

    /// - Parameter deadline: nil: waits for the other side for as long as it takes.
    package func send(_ message: [UInt8], until deadline: ContinuousClock.Instant? = nil) throws(Failure) {
        guard message.count <= Frame.maximumLength else { throw .tooLong }
        try sendAll(Frame.header(of: message) + message, until: deadline)
    }

    /// Blocks until a whole message is there. Throws `closed` at the end, `cutShort` at one in the middle of a message, and `tooLong` for one of more bytes
    /// than `limit`.
    package func receive(
        atMost limit: Int = Frame.maximumLength, until deadline: ContinuousClock.Instant? = nil
    ) throws(Failure) -> [UInt8] {
        let length = try receiveLength(until: deadline)
        guard length <= limit else { throw .tooLong }
        return try receiveRest(length, until: deadline)
    }

    /// The length of the next message, in bytes. Throws as ``receive(atMost:until:)``.
    package func receiveLength(until deadline: ContinuousClock.Instant? = nil) throws(Failure) -> Int {
        let header = try receiveRest(Frame.headerLength, until: deadline, mayEnd: true)
        guard let length = try? Frame.length(header: header) else { throw .tooLong }
        return length
    }

    /// Lets a message of so many bytes go by, unread.
    package func skip(_ count: Int) throws(Failure) {
        var rest = count
        while rest > 0 { rest -= try receiveRest(min(rest, Frame.room)).count }
    }

    /// Ends both directions: whoever is blocked in a call is woken with `closed`.
    package func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether the other side has ended the connection, with nothing of it left to be received. Never blocks.
    package var isOver: Bool {
        var byte: UInt8 = 0
        while true {
            let received = Glibc.recv(descriptor, &byte, 1, Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
            if received >= 0 { return received == 0 }
            if errno != EINTR { return errno != EAGAIN }
        }
    }

    /// The process at the other end, as the kernel knows it: its number and its user. Nothing where the kernel does not tell.
    package var peer: (processID: Int32, userID: UInt32)? {
        // `struct ucred` is missing from Glibc's module: pid, uid and gid, 32 bits each.
        var credentials: (pid: Int32, uid: UInt32, gid: UInt32) = (0, 0, 0)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        let status = getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &length)
        return status == 0 && length == 12 ? (credentials.pid, credentials.uid) : nil
    }

    /// Whether the process that connected has ended, as its descriptor tells (`SO_PEERPIDFD`, Linux 6.5). False where the kernel has none.
    package var isPeerGone: Bool {
        var process: Int32 = -1
        var length = socklen_t(MemoryLayout.size(ofValue: process))
        guard getsockopt(descriptor, SOL_SOCKET, Self.peerDescriptor, &process, &length) == 0, process >= 0 else {
            // Of a process that is gone already some kernels give no descriptor any more.
            return errno == ESRCH || errno == EINVAL
        }
        defer { close(process) }
        var poll = pollfd(fd: process, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) > 0
    }

    private static let peerDescriptor: Int32 = 77

    /// Sends bytes as they are, without a length before them.
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

    /// The message after its length. Memory is taken as its bytes come, whatever was announced.
    ///
    /// - Parameter mayEnd: whether an end before the first byte is `closed`, and not `cutShort`.
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
            // A day at a time; rounded up, so that the last millisecond is waited for and not spun through.
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

/// How messages follow each other on a socket: a length of 32 bits, big-endian, and as many bytes.
package enum Frame {
    /// The longest message that any broker takes, in bytes: an item's data of 64 MiB with ``room`` for everything else. A longer one is refused before it is
    /// read.
    package static let maximumLength = 64 << 20 + room

    /// What a message has room for beside an item's data, in bytes.
    package static let room = 1 << 20

    /// The bytes before the message itself.
    package static let headerLength = 4

    /// Refuses nothing: whoever sends checks `maximumLength` first.
    package static func header(of message: [UInt8]) -> [UInt8] {
        var writer = WireWriter()
        writer.number(UInt32(clamping: message.count))
        return writer.bytes
    }

    /// The length that a header announces. Throws `tooLong` past `maximumLength`.
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

    /// Gives nothing for an empty path, one with a zero byte, and one that is too long for a socket.
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
