internal import Glibc
package import InternetAddresses
internal import NIOPosix

/// Resolves host names.
package protocol HostResolver: Sendable {
    /// Returns all addresses, in the order in which to try them; empty if the host cannot be resolved.
    func addresses(of host: String) async -> [IPAddress]
}

/// The system's resolver.
package struct SystemResolver: HostResolver {
    package init() {}

    package func addresses(of host: String) async -> [IPAddress] {
        // getaddrinfo blocks until the name servers respond or time out.
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

/// The addresses to which a fetch may connect.
///
/// A server that fetches URLs from clients could be directed to machines on its own network. The rejected ranges are those that the
/// IANA special-purpose registries (RFC 6890) do not list as globally reachable, and those that embed an IPv4 address, which a
/// translator would reach.
package enum AddressPolicy: Hashable, Sendable {
    case publicOnly
    /// Public addresses and those of this machine, for development.
    case publicAndLoopback
    /// Any address, for tools that a user runs locally, and for tests.
    case any

    package func admits(_ address: IPAddress) -> Bool {
        switch self {
        case .publicOnly: !Self.specialPurpose.contains { $0.contains(address) }
        case .publicAndLoopback: address.isLoopback || Self.publicOnly.admits(address)
        case .any: true
        }
    }

    private static let specialPurpose: [IPNetwork] = [
        "0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24",
        "192.0.2.0/24",
        "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4",
        "::/96", "64:ff9b::/96", "64:ff9b:1::/48", "100::/64", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20", "5f00::/16",
        "fc00::/7", "fe80::/10", "fec0::/10", "ff00::/8",
    ].compactMap { try? IPNetwork($0) }
}
