extension IPAddress {
    /// The address that `text` spells.
    ///
    /// Refuses octets with leading zeros (other software reads them as octal), fewer than four octets, hexadecimal groups of
    /// more than four digits, a `::` that stands for no group, zone identifiers, brackets, ports and white space. Accepts the
    /// three forms of RFC 4291 section 2.2.
    package init(_ text: some StringProtocol) throws(IPAddressError) {
        var reader = IPAddressReader(text)
        self = try reader.address()
    }
}

extension IPAddress: CustomStringConvertible {
    /// The one spelling of the address: dotted decimal, or the canonical text of RFC 5952 section 4.
    package var description: String {
        switch family {
        case .v4: octets.map(String.init).joined(separator: ".")
        case .v6: Self.canonicalText(of: groups)
        }
    }

    private var groups: [UInt16] {
        stride(from: 112, through: 0, by: -16).map { UInt16(truncatingIfNeeded: bits >> UInt128($0)) }
    }

    /// Lower case, no leading zeros, and the first of the longest runs of at least two zero groups written `::`.
    private static func canonicalText(of groups: [UInt16]) -> String {
        func hexadecimal(_ groups: some Sequence<UInt16>) -> String {
            groups.map { String($0, radix: 16) }.joined(separator: ":")
        }
        var longest = 0..<0
        var start = 0
        for (index, group) in groups.enumerated() {
            if group != 0 {
                start = index + 1
            } else if index + 1 - start > longest.count {
                longest = start..<(index + 1)
            }
        }
        guard longest.count >= 2 else { return hexadecimal(groups) }
        return hexadecimal(groups[..<longest.lowerBound]) + "::" + hexadecimal(groups[longest.upperBound...])
    }
}
