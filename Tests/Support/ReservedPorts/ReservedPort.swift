import Foundation
import Glibc

/// A loopback port that is reserved while this object lives, and that a server can still listen on.
///
/// The public origin is part of a server's configuration, so its port must be known before the server listens. A socket that is
/// bound and does not listen reserves the port. Another with SO_REUSEADDR, as servers set it, can still bind to it and listen.
package final class ReservedPort: Sendable {
    package let number: Int
    private let socket: Int32

    /// Returns a number of consecutive ports.
    package static func row(of count: Int) throws -> [ReservedPort] {
        while true {
            let first = try ReservedPort()
            let others = (1..<max(1, count)).compactMap { offset in
                UInt16(exactly: first.number + offset).flatMap { try? ReservedPort($0) }
            }
            if others.count == count - 1 { return [first] + others }
        }
    }

    package convenience init() throws {
        try self.init(0)
    }

    /// - Parameter wanted: 0 for any.
    private init(_ wanted: UInt16) throws {
        socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var yes: Int32 = 1
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        address.sin_port = wanted.bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = socket
        let isBound = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                // Set after binding: before, it would share a port that another object reserves in the same way.
                bind(descriptor, generic, length) == 0 && getsockname(descriptor, generic, &length) == 0
                    && setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size)) == 0
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else {
            let reason = POSIXErrorCode(rawValue: errno) ?? .EIO
            close(descriptor)
            throw POSIXError(reason)
        }
    }

    deinit { close(socket) }
}
