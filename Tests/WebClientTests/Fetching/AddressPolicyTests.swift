import InternetAddresses
import Testing
import WebClient

@Suite("Addresses that a fetch may connect to")
struct AddressPolicyTests {
    @Test(
        "addresses that lead to the machines beside us are refused",
        arguments: [
            "127.0.0.1", "127.255.255.254", "0.0.0.0", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254",
            "100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "::127.0.0.1", "::ffff:127.0.0.1",
            "::ffff:10.0.0.1", "fe80::1", "fc00::1", "fd12:3456::1", "ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1",
        ])
    func refused(text: String) throws {
        #expect(!AddressPolicy.publicOnly.admits(try IPAddress(text)))
        #expect(AddressPolicy.any.admits(try IPAddress(text)))
    }

    @Test(
        "public addresses are visited",
        arguments: [
            "17.253.144.10", "172.15.255.255", "172.32.0.1", "192.167.1.1", "11.0.0.1", "100.63.255.255", "100.128.0.1",
            "223.255.255.254",
            "2606:4700::1", "2a00:1450::1", "::ffff:17.253.144.10",
        ])
    func admitted(text: String) throws {
        #expect(AddressPolicy.publicOnly.admits(try IPAddress(text)))
    }
}
