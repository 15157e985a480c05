/// An absolute `http` or `https` address elsewhere.
///
/// Refused: other schemes (`javascript:`, `data:`), user information before the host, hosts that are not ASCII names or
/// bracketed IPv6 addresses, ports beyond 65535, and characters outside of RFC 3986, backslash and white space among them.
package struct WebURL: Sendable, Hashable, CustomStringConvertible {
    /// The address as written.
    package let text: String

    /// An address from a string, or nil when it is not one.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        let schemes = ["https://", "http://"].map { Array($0.utf8) }
        guard PercentEncoding.isWellFormed(bytes),
            let scheme = schemes.first(where: { bytes.starts(with: $0, by: { $0 | 0x20 == $1 | 0x20 }) })
        else { return nil }
        let authority = bytes.dropFirst(scheme.count).prefix {
            ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0)
        }
        guard Self.isAuthority(authority) else { return nil }
        self.text = text
    }

    /// The address as written.
    package var description: String { text }

    private static func isAuthority(_ authority: ArraySlice<UInt8>) -> Bool {
        var host = authority
        var port: ArraySlice<UInt8> = []
        if authority.first == UInt8(ascii: "[") {
            guard let end = authority.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let address = authority[authority.index(after: authority.startIndex)..<end]
            let isAddress = address.allSatisfy { $0.isHexadecimalDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
            guard isAddress, address.contains(UInt8(ascii: ":")) else { return false }
            port = authority[authority.index(after: end)...]
            guard port.isEmpty || port.first == UInt8(ascii: ":") else { return false }
        } else {
            host = authority.prefix { $0 != UInt8(ascii: ":") }
            port = authority[host.endIndex...]
            let isName = host.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: ".") }
            guard !host.isEmpty, isName else { return false }
        }
        guard !port.isEmpty else { return true }
        return UInt16(String(decoding: port.dropFirst(), as: UTF8.self)) != nil && port.dropFirst().allSatisfy { 0x30...0x39 ~= $0 }
    }
}
