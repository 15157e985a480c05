import InternetAddresses
import Testing

@testable import Accounts

@Suite("Device names of clients")
struct ClientTests {
    @Test(
        "a device name has no invisible characters",
        arguments: [
            ("Anna's phone", "Anna's phone"), ("  phone\n", "phone"), ("pho\u{0}ne\u{7}", "phone"), ("pho\u{202E}ne", "phone"),
            ("pho\u{200B}ne\u{FEFF}", "phone"), ("a\r\nSet-Cookie: x", "aSet-Cookie: x"), ("a\u{2028}b", "ab"), ("\u{E000}x", "x"),
            ("Телефон 📱", "Телефон 📱"), ("<b>phone</b>", "<b>phone</b>"), ("\u{1B}[31mred", "[31mred"),
        ])
    func cleaned(given: String, shown: String) {
        #expect(Client(address: .loopback, deviceName: given).deviceName == shown)
    }

    @Test("a missing device name has a default", arguments: [nil, "", "   ", "\n\u{200B}", "\u{0}"])
    func unnamed(given: String?) {
        #expect(Client(address: .loopback, deviceName: given).deviceName == "Unknown device")
    }

    @Test("a device name is truncated to a hundred scalars")
    func long() {
        #expect(
            Client(address: .loopback, deviceName: String(repeating: "é", count: 5_000)).deviceName
                == String(repeating: "é", count: 100))
        #expect(Client(address: .loopback, deviceName: String(repeating: "x", count: 100)).deviceName.count == 100)
        #expect(Client(address: .loopback, deviceName: String(repeating: "\u{200B}", count: 500) + "x").deviceName == "x")
    }

    @Test("a stored device name is unchanged")
    func stable() {
        for given in ["Anna's phone", String(repeating: "x ", count: 80), "  a  b  "] {
            let once = Client(address: .loopback, deviceName: given)
            #expect(Client(address: .loopback, deviceName: once.deviceName) == once)
        }
    }
}
