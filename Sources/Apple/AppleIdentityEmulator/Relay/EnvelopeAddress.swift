/// An address in an SMTP command or in the field `From`: a dot-string, and a domain name in lower case.
///
/// Quoted local parts, address literals and non-ASCII characters are rejected. No relay address has them.
struct EnvelopeAddress: Sendable, Hashable, CustomStringConvertible {
    let localPart: String
    let domain: String

    var description: String { "\(localPart)@\(domain)" }

    /// Parses an address. Returns nil if the bytes are not such an address, or exceed 64 bytes before the `@` or 254 in total (RFC
    /// 5321, section 4.5.3.1).
    init?(_ text: some Sequence<UInt8>) {
        let bytes = Array(text)
        guard bytes.count <= 254, bytes.allSatisfy({ $0 < 0x80 }), let end = bytes.firstIndex(of: 0x40) else { return nil }
        let local = bytes[..<end]
        let domain = String(decoding: bytes[(end + 1)...], as: UTF8.self).lowercased()
        guard local.count <= 64, WebHost.isDomain(domain),
            local.split(separator: 0x2E, omittingEmptySubsequences: false).allSatisfy({ atom in
                !atom.isEmpty && atom.allSatisfy(Self.isAtomText)
            })
        else { return nil }
        localPart = String(decoding: local, as: UTF8.self)
        self.domain = domain
    }

    /// Returns whether the byte may be part of an atom (RFC 5322, section 3.2.3).
    private static func isAtomText(_ byte: UInt8) -> Bool {
        Letters.isAlphanumeric(byte) || "!#$%&'*+-/=?^_`{|}~".utf8.contains(byte)
    }
}

extension EmailSource {
    /// Returns whether an address belongs to this source: it has the same domain, or is the same address. A domain does not include
    /// its subdomains, as at Apple.
    func covers(_ address: EnvelopeAddress) -> Bool {
        rawValue.contains("@")
            ? rawValue.lowercased() == address.description.lowercased() : rawValue == address.domain
    }
}
