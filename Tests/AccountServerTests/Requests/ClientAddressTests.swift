import Accounts
import HTTPTypes
import InternetAddresses
import NIOCore
import Testing

@testable import AccountServer

@Suite("The client's address")
struct ClientAddressTests {
    private func client(peer: String, forwarded: [String], trusted: [String] = ["10.0.0.0/8", "2001:db8::/32"]) throws -> String {
        let policy = ClientAddressPolicy(trustedProxies: try trusted.map { try IPNetwork($0) })
        let headers = HTTPFields(pairs: forwarded.map { (.xForwardedFor, $0) })
        return policy.clientAddress(peer: try IPAddress(peer), headers: headers).description
    }

    @Test(
        "the client address is the socket's peer address, and loopback without a peer",
        arguments: [
            ("192.0.2.129", "192.0.2.129"), ("2001:db8::8000:1", "2001:db8::8000:1"), ("::ffff:192.0.2.1", "192.0.2.1"),
            (nil, "127.0.0.1"),
        ] as [(String?, String)])
    func peer(bound: String?, expected: String) throws {
        let socket = try SocketAddress(unixDomainSocketPath: "/run/latchkey.sock")
        let peer = try bound.map { try SocketAddress(ipAddress: $0, port: 443) } ?? socket
        #expect(IPAddress(peer: peer).description == expected)
    }

    @Test("a forged field has no effect if the peer is untrusted")
    func untrustedPeer() throws {
        #expect(try client(peer: "192.0.2.1", forwarded: ["198.51.100.7"]) == "192.0.2.1")
        #expect(try client(peer: "192.0.2.1", forwarded: ["10.0.0.1"]) == "192.0.2.1")
        #expect(try client(peer: "10.0.0.1", forwarded: ["198.51.100.7"], trusted: []) == "10.0.0.1")
    }

    @Test(
        "behind trusted proxies, the first other address from the right is the client",
        arguments: [
            (["198.51.100.7"], "198.51.100.7"), (["1.2.3.4, 198.51.100.7"], "198.51.100.7"),
            (["1.2.3.4, 198.51.100.7, 10.0.0.2"], "198.51.100.7"),
            (["1.2.3.4", "198.51.100.7", "10.0.0.2,10.0.0.3"], "198.51.100.7"),
            (["198.51.100.7,\t10.0.0.2 "], "198.51.100.7"), (["2001:db8::1, ::ffff:198.51.100.7"], "198.51.100.7"),
            (["2a00::1"], "2a00::1"), (["[2a00::1]:443"], "2a00::1"), (["[2a00::1]"], "2a00::1"),
            (["198.51.100.7:50000"], "198.51.100.7"),
            ([], "10.0.0.1"), (["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ])
    func trustedPeer(forwarded: [String], expected: String) throws {
        #expect(try client(peer: "10.0.0.1", forwarded: forwarded) == expected)
        #expect(try client(peer: "::ffff:10.0.0.1", forwarded: forwarded) == expected.replacing("10.0.0.1", with: "10.0.0.1"))
    }

    @Test(
        "a malformed entry ends the search at the last proxy",
        arguments: [
            "", "unknown", "1.2.3", "01.2.3.4", "1.2.3.4 5", "1.2.3.4:", "1.2.3.4:x", "1.2.3.4:123456", "[1.2.3.4]", "[2a00::1",
            "2a00::1%eth0", "_x",
        ])
    func malformed(entry: String) throws {
        #expect(try client(peer: "10.0.0.1", forwarded: [entry]) == "10.0.0.1")
        #expect(try client(peer: "10.0.0.1", forwarded: ["198.51.100.7, \(entry), 10.0.0.2"]) == "10.0.0.2")
        #expect(try client(peer: "10.0.0.1", forwarded: ["\(entry), 198.51.100.7, 10.0.0.2"]) == "198.51.100.7")
    }

    @Test("the number of followed proxies is limited")
    func hops() throws {
        let many = [String](repeating: "10.0.0.2", count: 10_000).joined(separator: ",")
        #expect(try client(peer: "10.0.0.1", forwarded: ["198.51.100.7," + many]) == "10.0.0.2")
    }
}
