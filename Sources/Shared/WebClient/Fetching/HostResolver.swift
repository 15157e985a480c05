internal import Glibc
package import InternetAddresses
internal import NIOPosix

/// Finds the addresses of a host.
package protocol HostResolver: Sendable {
    /// All of them, in the order in which to try them; empty where there are none.
    func addresses(of host: String) async -> [IPAddress]
}

/// The resolver of this system.
package struct SystemResolver: HostResolver {
    package init() {}

    package func addresses(of host: String) async -> [IPAddress] {
        // getaddrinfo blocks, as long as its name servers please.
        (try? await NIOThreadPool.singleton.runIfActive { Self.lookUp(host) }) ?? []
    }

    private static func lookUp(_ host: String) -> [IPAddress] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        return sequence(first: list, next: { $0?.pointee.ai_next }).prefix { $0 != nil }.compactMap { entry in
            entry?.pointee.ai_addr.flatMap(address)
        }
    }

    private static func address(_ socket: UnsafeMutablePointer<sockaddr>) -> IPAddress? {
        switch Int32(socket.pointee.sa_family) {
        case AF_INET:
            socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
                IPAddress(v4: UInt32(bigEndian: $0.pointee.sin_addr.s_addr))
            }
        case AF_INET6:
            socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { v6 in
                withUnsafeBytes(of: &v6.pointee.sin6_addr) { IPAddress(octets: $0) }
            }
        default: nil
        }
    }
}
