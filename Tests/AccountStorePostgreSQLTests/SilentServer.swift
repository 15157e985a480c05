#if PostgreSQL
import Foundation
import Synchronization
import Testing

/// A server at a socket that accepts every connection and never responds.
final class SilentServer: Sendable {
    let folder: String
    private let descriptor: Int32
    private let taken = Mutex<[Int32]>([])

    init() throws {
        folder = NSTemporaryDirectory() + "silent-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: "\(folder)/.s.PGSQL.5432".utf8) }
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(isBound == 0 && listen(descriptor, 1_024) == 0)
    }

    deinit {
        close(descriptor)
        for each in taken.withLock({ $0 }) { close(each) }
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The number of connections so far.
    var connectionCount: Int {
        var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return taken.withLock { taken in
            while poll(&polled, 1, 0) > 0 { taken.append(accept(descriptor, nil, nil)) }
            return taken.count
        }
    }
}
#endif
