/// An IPv4 or IPv6 address in one normal form, so that equal addresses are equal values.
///
/// An IPv4-mapped IPv6 address (`::ffff:192.0.2.1`, RFC 4291 section 2.5.5.2) becomes the IPv4 address it maps: a socket that
/// listens on both families reports IPv4 clients in that form, and they must meet the same throttling budgets.
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

    /// The family after normalisation; an IPv4-mapped address is `.v4`.
    package let family: Family

    /// The address as a number; an IPv4 address fills the low 32 bits.
    let bits: UInt128

    /// The IPv4 address whose first octet is the number's highest byte: `0x7F00_0001` is 127.0.0.1.
    package init(v4 bits: UInt32) {
        self.init(family: .v4, bits: UInt128(bits))
    }

    /// The IPv6 address with the 16 octets of `bits`, highest first; an IPv4-mapped one becomes IPv4.
    package init(v6 bits: UInt128) {
        if bits >> 32 == 0xFFFF {
            self.init(family: .v4, bits: bits & 0xFFFF_FFFF)
        } else {
            self.init(family: .v6, bits: bits)
        }
    }

    /// The address of `octets` in network order; nil unless there are 4 or 16 of them.
    package init?(octets: some Collection<UInt8>) {
        let bits = octets.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }
        switch octets.count {
        case 4: self.init(family: .v4, bits: bits)
        case 16: self.init(v6: bits)
        default: return nil
        }
    }

    /// The octets in network order: 4 for IPv4, 16 for IPv6.
    package var octets: [UInt8] {
        stride(from: family.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: bits >> UInt128($0)) }
    }

    /// What throttling counts under: the address itself for IPv4 (a /32), the /64 for IPv6, since one subscriber commonly
    /// holds a whole /64 and could otherwise use a fresh address for each guess.
    package var throttleKey: IPNetwork {
        IPNetwork(containing: self, prefixLength: family == .v4 ? 32 : 64)
    }

    private init(family: Family, bits: UInt128) {
        self.family = family
        self.bits = bits
    }
}

extension IPAddress {
    /// 127.0.0.1.
    package static let loopback = IPAddress(v4: 0x7F00_0001)

    /// Whether only this machine can be reached under the address: 127.0.0.0/8 or ::1.
    package var isLoopback: Bool {
        switch family {
        case .v4: bits >> 24 == 127
        case .v6: bits == 1
        }
    }
}
