import Testing

@testable import InternetAddresses

@Suite("Networks")
struct IPNetworkTests {
    @Test(
        "a network contains its own addresses and no others",
        arguments: [
            ("10.0.0.0/8", "10.255.255.255", "11.0.0.0"), ("192.0.2.1", "192.0.2.1", "192.0.2.2"),
            ("192.0.2.128/25", "192.0.2.128", "192.0.2.127"), ("0.0.0.0/0", "255.255.255.255", "::1"),
            ("::/0", "2001:db8::1", "192.0.2.1"), ("2001:db8::/32", "2001:db8:ffff::", "2001:db9::"),
            ("::1", "::1", "::2"), ("::ffff:10.0.0.0/104", "10.1.2.3", "11.0.0.0"), ("::ffff:192.0.2.1", "::ffff:192.0.2.1", "::1"),
        ])
    func contains(network: String, inside: String, outside: String) throws {
        let network = try IPNetwork(network)
        #expect(network.contains(try IPAddress(inside)))
        #expect(!network.contains(try IPAddress(outside)))
    }

    @Test(
        "any other form is rejected with its position",
        arguments: [
            ("10.0.0.0/33", IPAddressError(.numberTooLarge, at: 9)), ("::/129", IPAddressError(.numberTooLarge, at: 3)),
            ("10.0.0.0/08", IPAddressError(.leadingZero, at: 9)), ("10.0.0.0/", IPAddressError(.endsEarly, at: 9)),
            ("10.0.0.0/8 ", IPAddressError(.unexpectedCharacter, at: 10)),
            ("10.0.0.0/-8", IPAddressError(.unexpectedCharacter, at: 9)),
            ("10.0.0.0/255.0.0.0", IPAddressError(.numberTooLarge, at: 9)), ("10.0.0.1/8", IPAddressError(.hostBitsSet, at: 9)),
            ("2001:db8::1/64", IPAddressError(.hostBitsSet, at: 12)), ("::ffff:10.0.0.0/95", IPAddressError(.hostBitsSet, at: 16)),
            ("/8", IPAddressError(.unexpectedCharacter, at: 0)), ("10/8", IPAddressError(.unexpectedCharacter, at: 2)),
        ])
    func otherSpellings(text: String, error: IPAddressError) {
        #expect(throws: error) { try IPNetwork(text) }
    }

    @Test("a network is formatted with its lowest address and length")
    func description() throws {
        #expect(try IPNetwork("2001:DB8:0::/48").description == "2001:db8::/48")
        #expect(try IPNetwork("192.0.2.1").description == "192.0.2.1/32")
        #expect(try IPNetwork("::ffff:10.0.0.0/104").description == "10.0.0.0/8")
    }

    @Test("a prefix length out of range and set host bits are rejected")
    func rejectedParts() throws {
        let address = IPAddress(v4: 0x0A00_0000)
        #expect(IPNetwork(address: address, prefixLength: 8) != nil)
        #expect(IPNetwork(address: address, prefixLength: 6) == nil)
        #expect(IPNetwork(address: address, prefixLength: 33) == nil)
        #expect(IPNetwork(address: address, prefixLength: -1) == nil)
    }

    @Test("rate limits count an IPv4 client alone and an IPv6 client with its /64")
    func throttleKeys() throws {
        func key(_ text: String) throws -> String { try IPAddress(text).throttleKey.description }
        #expect(try key("192.0.2.1") == "192.0.2.1/32")
        #expect(try key("::ffff:192.0.2.1") == "192.0.2.1/32")
        #expect(try key("2001:db8:1:2:3:4:5:6") == "2001:db8:1:2::/64")
        #expect(try key("2001:db8:1:2::") == key("2001:db8:1:2:ffff:ffff:ffff:ffff"))
        #expect(try key("2001:db8:1:2::") != key("2001:db8:1:3::"))
    }

    @Test("loopback is 127.0.0.0/8 and ::1, mapped or not")
    func loopback() throws {
        for text in ["127.0.0.1", "127.255.0.1", "::1", "::ffff:127.0.0.1"] { #expect(try IPAddress(text).isLoopback) }
        for text in ["128.0.0.1", "::2", "::", "0.0.0.0"] { #expect(try !IPAddress(text).isLoopback) }
    }

    @Test("an address must have 4 or 16 octets", arguments: [0, 3, 5, 15, 17])
    func otherCounts(count: Int) {
        #expect(IPAddress(octets: [UInt8](repeating: 1, count: count)) == nil)
        #expect(IPAddress(octets: [UInt8](repeating: 1, count: 4))?.description == "1.1.1.1")
    }
}
