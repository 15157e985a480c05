import Accounts
import InternetAddresses

extension Client {
    /// A telephone at an address of the documentation range (RFC 5737).
    static let telephone = Client(address: IPAddress(v4: 0xC000_0201), deviceName: "Anna’s telephone")
}

extension IPAddress {
    /// Another address of the documentation range.
    static let elsewhere = IPAddress(v4: 0xC633_6407)
    /// 2001:db8::1 (RFC 3849).
    static let version6 = IPAddress(v6: 0x2001_0DB8_0000_0000_0000_0000_0000_0001)
}

extension Duration {
    static let millisecond = Duration.milliseconds(1)

    static func minutes(_ count: Int) -> Duration { .seconds(count * 60) }
    static func days(_ count: Int) -> Duration { .seconds(count * 86_400) }
}
