import InternetAddresses
import Testing

/// The quick start of InternetAddresses.docc.
enum QuickStart {
    static func budget(of peer: String) throws -> IPNetwork? {
        // In Sources/Shared/InternetAddresses/InternetAddresses.docc/InternetAddresses.md
        let proxies = try IPNetwork("10.0.0.0/8")
        let address = try IPAddress(peer)
        let budget = proxies.contains(address) ? nil : address.throttleKey
        // End
        return budget
    }
}

@Suite("Quick start of InternetAddresses")
struct QuickStartTests {
    @Test(
        "the code block returns the network whose budget is charged",
        arguments: [("10.1.2.3", nil), ("::ffff:192.0.2.1", "192.0.2.1/32"), ("2001:db8::1", "2001:db8::/64")]
            as [(String, String?)])
    func runs(peer: String, expected: String?) throws {
        #expect(try QuickStart.budget(of: peer)?.description == expected)
    }
}
