import Accounts
import InternetAddresses

/// A host in the canonical form of browsers: a name or an address.
struct PublicHost: Hashable, Sendable {
    let text: String
    let address: IPAddress?

    init(_ bytes: ArraySlice<UInt8>) throws(LatchkeyError) {
        let start = bytes.startIndex
        guard bytes.allSatisfy({ $0 < 0x80 }) else {
            throw LatchkeyError(.originInternationalHost, at: start, "write the host in its ASCII form (xn--...)")
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("[") {
            // A mapped address would be formatted as IPv4, which is a different origin in a browser.
            guard text.hasSuffix("]"), let address = try? IPAddress(text.dropFirst().dropLast()), address.family == .v6 else {
                throw LatchkeyError(.originIPv6Host, at: start, "not an IPv6 address; write IPv4 without brackets")
            }
            self.init(text: "[\(address)]", address: address)
            return
        }
        guard URLAuthority.isHostName(bytes) else { throw LatchkeyError(.originHost, at: start, "not a host name") }
        guard bytes.split(separator: UInt8(ascii: ".")).last.map(Self.isNumber) == true else {
            self.init(text: text, address: nil)
            return
        }
        guard let address = try? IPAddress(text), address.family == .v4 else {
            throw LatchkeyError(
                .originNumericHost, at: start, "a host that ends in a number must be an IPv4 address such as 192.0.2.1")
        }
        self.init(text: text, address: address)
    }

    private init(text: String, address: IPAddress?) {
        self.text = text
        self.address = address
    }

    private static func isNumber(_ label: ArraySlice<UInt8>) -> Bool {
        label.allSatisfy(\.isDigit)
            || label.starts(with: "0x".utf8)
                && label.dropFirst(2).allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    var lowercased: UInt8 { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self }
}
