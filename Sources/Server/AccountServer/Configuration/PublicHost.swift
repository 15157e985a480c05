import Accounts
import InternetAddresses

/// A host in the spelling that browsers write: a name or an address.
struct PublicHost: Hashable, Sendable {
    let text: String
    let address: IPAddress?

    init(_ bytes: ArraySlice<UInt8>) throws(PublicOriginError) {
        let start = bytes.startIndex
        guard bytes.allSatisfy({ $0 < 0x80 }) else { throw PublicOriginError(.internationalHost, at: start) }
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("[") {
            // A mapped address would print as IPv4, which is another origin to a browser.
            guard text.hasSuffix("]"), let address = try? IPAddress(text.dropFirst().dropLast()), address.family == .v6 else {
                throw PublicOriginError(.ipv6Host, at: start)
            }
            self.init(text: "[\(address)]", address: address)
            return
        }
        let labels = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard bytes.count <= 253, labels.allSatisfy(URLAuthority.isLabel) else { throw PublicOriginError(.host, at: start) }
        guard labels.last.map(Self.isNumber) == true else {
            self.init(text: text, address: nil)
            return
        }
        guard let address = try? IPAddress(text), address.family == .v4 else { throw PublicOriginError(.numericHost, at: start) }
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
