/// An IPv4 or IPv6 address in a normalized form, so that equal addresses are equal values.
///
/// An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, RFC 4291 section 2.5.5.2) becomes the IPv4 address that it maps. A dual-stack
/// socket reports IPv4 clients in that form, and both forms must be charged to the same budgets.
package struct IPAddress: Hashable, Sendable {
    /// The two address families.
    package enum Family: Hashable, Sendable {
        /// 32 bits, RFC 791.
        case v4
        /// 128 bits, RFC 4291.
        case v6

        /// The number of bits in an address: 32 or 128.
        package var bitWidth: Int { self == .v4 ? 32 : 128 }
    }

    /// The family after normalization; an IPv4-mapped address is `.v4`.
    package let family: Family

    /// The address as a number. An IPv4 address fills the low 32 bits.
    let bits: UInt128

    /// Creates an IPv4 address from a number in host order: `0x7F00_0001` is 127.0.0.1.
    package init(v4 bits: UInt32) {
        self.init(family: .v4, bits: UInt128(bits))
    }

    /// Creates an IPv6 address from a number in host order. An IPv4-mapped address becomes IPv4.
    package init(v6 bits: UInt128) {
        if bits >> 32 == 0xFFFF {
            self.init(family: .v4, bits: bits & 0xFFFF_FFFF)
        } else {
            self.init(family: .v6, bits: bits)
        }
    }

    /// Creates an address from 4 or 16 bytes in network order. Returns nil for another count.
    package init?(octets: some Collection<UInt8>) {
        let bits = octets.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        switch octets.count {
        case 4: self.init(family: .v4, bits: bits)
        case 16: self.init(v6: bits)
        default: return nil
        }
    }

    /// The bytes in network order: 4 for IPv4, 16 for IPv6.
    package var octets: [UInt8] {
        stride(from: family.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt128($0)) }
    }

    /// The network to whose budget the address is charged: the address itself (/32) for IPv4, the /64 for IPv6. A subscriber usually
    /// has a whole /64, and could otherwise use a new address for each guess.
    package var throttleKey: IPNetwork {
        IPNetwork(containing: self, prefixLength: family == .v4 ? 32 : 64)
    }

    /// The /48 that contains an IPv6 address; nil for IPv4. A provider gives a subscriber at most that much (RFC 6177, section 2).
    package var throttleSite: IPNetwork? {
        family == .v4 ? nil : IPNetwork(containing: self, prefixLength: 48)
    }

    private init(family: Family, bits: UInt128) {
        self.family = family
        self.bits = bits
    }
}

extension IPAddress {
    /// 127.0.0.1.
    package static let loopback = IPAddress(v4: 0x7F00_0001)

    /// Whether this is a loopback address: in 127.0.0.0/8, or ::1.
    package var isLoopback: Bool {
        switch family {
        case .v4: bits >> 24 == 127
        case .v6: bits == 1
        }
    }
}

extension IPAddress {
    /// Parses an address in one of the three forms of RFC 4291 section 2.2, or in dotted decimal.
    ///
    /// Rejects decimal numbers with leading zeros, because other software reads them as octal, and fewer than four numbers. Rejects
    /// hexadecimal groups of more than four digits and a `::` that replaces no group. Rejects zone identifiers, brackets, ports and
    /// white space.
    package init(_ text: some StringProtocol) throws(IPAddressError) {
        var reader = IPAddressReader(text)
        self = try reader.address()
    }
}

extension IPAddress: CustomStringConvertible {
    /// The canonical text: dotted decimal, or the form of RFC 5952 section 4.
    package var description: String {
        switch family {
        case .v4:
            let bits = UInt32(truncatingIfNeeded: bits)
            return "\(bits >> 24).\(bits >> 16 & 0xFF).\(bits >> 8 & 0xFF).\(bits & 0xFF)"
        case .v6: return Self.canonicalText(of: groups)
        }
    }

    private var groups: [UInt16] {
        stride(from: 112, through: 0, by: -16).map { UInt16(truncatingIfNeeded: bits >> UInt128($0)) }
    }

    /// Formats groups in lower case without leading zeros. The first of the longest runs of at least two zero groups becomes `::`.
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

/// A range of addresses of one family that share a prefix, in CIDR notation (RFC 4632 section 3.1, RFC 4291 section 2.3).
package struct IPNetwork: Hashable, Sendable {
    /// The lowest address of the network.
    package let address: IPAddress
    /// The number of prefix bits: 0 to 32 for IPv4, 0 to 128 for IPv6.
    package let prefixLength: Int

    /// Creates the network that starts at `address`. Returns nil if `prefixLength` is out of range for the family or `address` has
    /// bits set after the prefix.
    package init?(address: IPAddress, prefixLength: Int) {
        guard (0...address.family.bitWidth).contains(prefixLength) else { return nil }
        self.init(containing: address, prefixLength: prefixLength)
        guard self.address == address else { return nil }
    }

    /// Parses a network: `10.0.0.0/8`, `2001:db8::/32`, or an address, which is a network of one.
    ///
    /// Rejects what ``IPAddress/init(_:)`` rejects, prefix lengths that have leading zeros or are out of range, and addresses with
    /// bits set after the prefix (`10.0.0.1/8`), which are usually typing errors. A network of IPv4-mapped addresses becomes an
    /// IPv4 network.
    package init(_ text: some StringProtocol) throws(IPAddressError) {
        var reader = IPAddressReader(text)
        self = try reader.network()
    }

    /// Creates the network of that size which contains `address`. `prefixLength` must be in range for the family.
    init(containing address: IPAddress, prefixLength: Int) {
        let hostBits = UInt128(address.family.bitWidth - prefixLength)
        // A smart shift by the full width returns zero, as a /0 requires.
        let masked = (address.bits >> hostBits) << hostBits
        self.address = address.family == .v4 ? IPAddress(v4: UInt32(masked)) : IPAddress(v6: masked)
        self.prefixLength = prefixLength
    }

    /// Returns whether the network contains `address`. Always false for an address of the other family.
    package func contains(_ address: IPAddress) -> Bool {
        address.family == self.address.family
            && IPNetwork(containing: address, prefixLength: prefixLength).address == self.address
    }
}

extension IPNetwork: CustomStringConvertible {
    /// The lowest address, a slash, and the prefix length.
    package var description: String { "\(address)/\(prefixLength)" }
}
