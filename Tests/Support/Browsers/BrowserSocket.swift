package import Foundation
import Glibc
import Synchronization

/// A connected stream socket to a browser, closed with the last reference to it.
package final class BrowserSocket: Sendable {
    let descriptor: Int32
    private let writing = Mutex(())

    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    /// Connects to a port on a loopback address.
    package init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else {
            let reason = String(cString: strerror(errno))
            throw BrowserError.unreachable(address: "127.0.0.1:\(port)", reason: reason)
        }
    }

    deinit { close(descriptor) }

    /// Writes all bytes. The reading thread sees the end of a connection that ended, and reports it to all waiting callers.
    package func send(_ bytes: Data) {
        writing.withLock { _ in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
                guard count > 0 else { return }
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Reads on a separate thread until the connection ends, which `end` reports. The thread retains the socket.
    ///
    /// - Parameter receive: gets the bytes that it left over before, and the new ones.
    package func read(
        _ receive: @escaping @Sendable (_ pending: inout Data, _ new: ArraySlice<UInt8>) -> Void,
        end: @escaping @Sendable () -> Void
    ) {
        let thread = Thread { [self] in
            var pending = Data()
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, 0)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return end() }
                receive(&pending, buffer[..<count])
            }
        }
        thread.name = "browser"
        thread.start()
    }

    /// Ends the connection in both directions, and wakes the reading thread.
    package func end() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}
