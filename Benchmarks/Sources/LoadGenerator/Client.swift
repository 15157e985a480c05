internal import Glibc

/// A keep-alive connection to the server with one request at a time.
struct Client {
    /// The current request.
    struct Exchange {
        /// Its scheduled start. A later start is a delay that the server caused, and counts.
        let intended: UInt64
        let sent: UInt64
    }

    enum Progress {
        case underWay
        case answered(status: Int)
        case broken
    }

    private(set) var descriptor: Int32
    private(set) var exchange: Exchange?
    private var outgoing: ArraySlice<UInt8> = []
    private var reader = AnswerReader()
    private let port: UInt16

    init(port: UInt16) throws {
        self.port = port
        descriptor = try Self.connected(to: port)
    }

    var isBusy: Bool { exchange != nil }
    var wantsToWrite: Bool { !outgoing.isEmpty }

    mutating func send(_ request: [UInt8], intended: UInt64) throws {
        if reader.closes { try reconnect() }
        exchange = Exchange(intended: intended, sent: monotonicNow())
        outgoing = request[...]
        write()
    }

    mutating func write() {
        while !outgoing.isEmpty {
            let written = outgoing.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard written > 0 else { return }
            outgoing = outgoing.dropFirst(written)
        }
    }

    /// Reads received bytes.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Progress {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
        if count < 0, errno == EAGAIN || errno == EINTR { return .underWay }
        guard count > 0 else { return .broken }
        reader.take(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        guard let status = reader.completedStatus() else { return .underWay }
        return .answered(status: status)
    }

    mutating func finish() {
        exchange = nil
        outgoing = []
    }

    mutating func reconnect() throws {
        close(descriptor)
        reader = AnswerReader()
        descriptor = try Self.connected(to: port)
    }

    private static func connected(to port: UInt16) throws -> Int32 {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, status == 0 else { throw LoadError(reason: "port \(port) takes no connection (errno \(errno))") }
        var on: Int32 = 1
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
        guard fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0 else {
            throw LoadError(reason: "a socket cannot be made to return at once")
        }
        return descriptor
    }
}

/// The reason why a measurement failed.
struct LoadError: Error {
    let reason: String
}
