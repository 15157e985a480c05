import Glibc

/// One connection over a Unix socket, on which whole messages go back and forth. Closed with the value.
///
/// One thread at a time sends, one at a time receives. Calls block.
package final class UnixConnection: Sendable {
    /// Why nothing more comes or goes.
    package enum Failure: Error, Equatable, Sendable {
        /// The other side closed it, or is gone.
        case closed
        /// The other side announced a message longer than any may be.
        case tooLong
        /// A call of the system failed, with its `errno`.
        case system(String, Int32)
    }

    let descriptor: Int32

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

    package func send(_ message: [UInt8]) throws(Failure) {
        guard message.count <= Frame.maximumLength else { throw .tooLong }
        try sendAll(Frame.header(of: message) + message)
    }

    /// Blocks until a whole message is there. Throws `closed` at the end, also at one in the middle of a message, and `tooLong` for one of more bytes than
    /// `limit`.
    package func receive(atMost limit: Int = Frame.maximumLength) throws(Failure) -> [UInt8] {
        let length = try receiveLength()
        guard length <= limit else { throw .tooLong }
        return try receiveRest(length)
    }

    /// The length of the next message, in bytes. Throws as ``receive()``.
    package func receiveLength() throws(Failure) -> Int {
        let header = try receiveRest(Frame.headerLength)
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
    func sendAll(_ bytes: [UInt8]) throws(Failure) {
        var sent = 0
        while sent < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                let rest = UnsafeRawBufferPointer(rebasing: all[sent...])
                return Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 {
                if errno == EINTR { continue }
                throw errno == EPIPE || errno == ECONNRESET ? .closed : .system("send", errno)
            }
            sent += count
        }
    }

    /// The message after its length. Memory is taken as its bytes come, whatever was announced.
    package func receiveRest(_ count: Int) throws(Failure) -> [UInt8] {
        var failure: Failure?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = 0
            while filled < count, failure == nil {
                let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count])
                let received = Glibc.recv(descriptor, rest.baseAddress, rest.count, 0)
                if received > 0 {
                    filled += received
                } else if received == 0 || errno == ECONNRESET {
                    failure = .closed
                } else if errno != EINTR {
                    failure = .system("recv", errno)
                }
            }
        }
        if let failure { throw failure }
        return bytes
    }
}
