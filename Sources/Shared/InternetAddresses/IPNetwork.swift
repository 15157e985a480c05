/// A block of addresses of one family that share their first bits, in CIDR notation (RFC 4632 section 3.1, RFC 4291
/// section 2.3).
package struct IPNetwork: Hashable, Sendable {
    /// The block's lowest address.
    package let address: IPAddress
    /// The number of shared bits: 0 to 32 for IPv4, 0 to 128 for IPv6.
    package let prefixLength: Int

    /// The block beginning at `address`; nil where `prefixLength` is out of the family's range or `address` has bits set
    /// beyond it.
    package init?(address: IPAddress, prefixLength: Int) {
        guard (0...address.family.bitWidth).contains(prefixLength) else { return nil }
        self.init(containing: address, prefixLength: prefixLength)
        guard self.address == address else { return nil }
    }

    /// The block that `text` spells: `10.0.0.0/8`, `2001:db8::/32`, or a bare address for itself alone.
    ///
    /// Refuses what ``IPAddress/init(_:)`` refuses, prefix lengths with leading zeros or above the family's bits, and
    /// addresses with bits set beyond the prefix (`10.0.0.1/8`), which are as a rule a typing mistake. A network of
    /// IPv4-mapped addresses becomes the IPv4 network.
    package init(_ text: some StringProtocol) throws(IPAddressError) {
        var reader = IPAddressReader(text)
        self = try reader.network()
    }

    /// The block of that size around `address`; `prefixLength` must be in the family's range.
    init(containing address: IPAddress, prefixLength: Int) {
        let hostBits = UInt128(address.family.bitWidth - prefixLength)
        // A smart shift by the whole width gives zero, which a /0 needs.
        let masked = (address.bits >> hostBits) << hostBits
        self.address = address.family == .v4 ? IPAddress(v4: UInt32(masked)) : IPAddress(v6: masked)
        self.prefixLength = prefixLength
    }

    /// Whether `address` lies in the block; never for an address of the other family.
    package func contains(_ address: IPAddress) -> Bool {
        address.family == self.address.family
            && IPNetwork(containing: address, prefixLength: prefixLength).address == self.address
    }
}

extension IPNetwork: CustomStringConvertible {
    /// The lowest address, a slash, and the prefix length.
    package var description: String { "\(address)/\(prefixLength)" }
}
