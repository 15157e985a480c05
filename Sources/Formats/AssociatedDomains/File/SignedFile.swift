/// Files in a PKCS#7 signature (RFC 2315, RFC 5652), in DER or PEM.
///
/// iOS 8 required the signature; later systems do not. The content is extracted and the signature is not verified: the
/// certificate of the connection authenticates the file.
enum SignedFile {
    /// Returns the signed content. Returns nil if the file is not PKCS#7.
    ///
    /// - Throws: ``AssociatedDomainsError`` if the file is PKCS#7 without readable content.
    static func content(of file: [UInt8]) throws(AssociatedDomainsError) -> [UInt8]? {
        let armor = armors.first { file.starts(with: $0) }
        guard let der = armor.map({ decoded(file, after: $0) }) ?? file, der.first == DERReader.sequence else {
            if armor != nil { throw unreadable }
            return nil
        }
        var reader = DERReader(der)
        guard let info = reader.read(DERReader.sequence) else { return nil }
        reader = DERReader(info)
        guard reader.read(DERReader.objectIdentifier)?.elementsEqual(signedData) == true else { return nil }
        guard let content = eContent(&reader) else { throw unreadable }
        return content
    }

    /// Reads ContentInfo.content → SignedData → encapContentInfo → eContent (RFC 5652 sections 3, 5.1, 5.2).
    private static func eContent(_ reader: inout DERReader) -> [UInt8]? {
        guard let explicit = reader.read(DERReader.contextZero) else { return nil }
        var outer = DERReader(explicit)
        guard let signedData = outer.read(DERReader.sequence) else { return nil }
        var fields = DERReader(signedData)
        guard fields.read(DERReader.integer) != nil, fields.read(DERReader.set) != nil,
            let encapsulated = fields.read(DERReader.sequence)
        else { return nil }
        var inner = DERReader(encapsulated)
        guard inner.read(DERReader.objectIdentifier) != nil, let wrapped = inner.read(DERReader.contextZero) else { return nil }
        var octets = DERReader(wrapped)
        return octets.readOctetString()
    }

    private static let unreadable = AssociatedDomainsError(
        .signatureUnreadable, "The file is a PKCS#7 signature without readable content.")

    /// 1.2.840.113549.1.7.2.
    private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

    /// RFC 7468 sections 8 and 9.
    private static let armors = ["-----BEGIN PKCS7-----", "-----BEGIN CMS-----"].map { Array($0.utf8) }

    /// Returns the bytes of the PEM body. Returns nil if it is not Base64, or if the last line is missing.
    private static func decoded(_ file: [UInt8], after armor: [UInt8]) -> [UInt8]? {
        let rest = file[armor.count...]
        guard let end = rest.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        return Base64.decoded(rest[..<end])
    }
}

/// A reader for consecutive DER values. Also supports the indefinite lengths of BER that signing tools write.
struct DERReader {
    static let integer: UInt8 = 0x02
    static let octetString: UInt8 = 0x04
    static let objectIdentifier: UInt8 = 0x06
    static let sequence: UInt8 = 0x30
    static let set: UInt8 = 0x31
    static let contextZero: UInt8 = 0xA0
    private static let constructed: UInt8 = 0x20

    private let bytes: ArraySlice<UInt8>
    private var index: Int

    init(_ bytes: [UInt8]) {
        self.init(bytes[...])
    }

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        index = bytes.startIndex
    }

    /// Returns the content of the next value if it has the given tag. For an indefinite length, returns everything that follows,
    /// including the end marker.
    mutating func read(_ tag: UInt8) -> ArraySlice<UInt8>? {
        guard index < bytes.endIndex, bytes[index] == tag, let length = length(at: index + 1) else { return nil }
        guard let count = length.count else {
            defer { index = bytes.endIndex }
            return bytes[length.end...]
        }
        guard count <= bytes.endIndex - length.end else { return nil }
        index = length.end + count
        return bytes[length.end..<index]
    }

    /// Reads an octet string in one piece, or in several pieces as BER permits.
    mutating func readOctetString() -> [UInt8]? {
        if let whole = read(Self.octetString) { return Array(whole) }
        guard let pieces = read(Self.octetString | Self.constructed) else { return nil }
        var (reader, result) = (DERReader(pieces), [UInt8]())
        while let piece = reader.read(Self.octetString) { result += piece }
        return result.isEmpty ? nil : result
    }

    /// Returns a length and its end. `count` is nil for an indefinite length.
    private func length(at start: Int) -> (count: Int?, end: Int)? {
        guard start < bytes.endIndex else { return nil }
        let first = bytes[start]
        if first < 0x80 { return (Int(first), start + 1) }
        let size = Int(first & 0x7F)
        // Three bytes suffice for every supported file size.
        guard size <= 3, size < bytes.endIndex - start else { return nil }
        if size == 0 { return (nil, start + 1) }
        let count = bytes[(start + 1)...(start + size)].reduce(0) { $0 << 8 | Int($1) }
        return (count, start + 1 + size)
    }
}

/// Base64 (RFC 4648 section 4) with white space at any position, as in PEM and Apple's property lists.
enum Base64 {
    /// Decodes text. Returns nil for an invalid character, incomplete padding, or unused bits that are not zero.
    static func decoded(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (buffer, bits, padding) = (UInt32(0), 0, 0)
        for byte in text where !byte.isSpaceOrControl {
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: byte) else { return nil }
            buffer = buffer << 6 | value
            bits += 6
            guard bits >= 8 else { continue }
            bits -= 8
            bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            buffer &= (1 << UInt32(bits)) - 1
        }
        return buffer == 0 && padding == bits / 2 && bits != 6 ? bytes : nil
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case _ where digit.isUpperCase: UInt32(digit - UInt8(ascii: "A"))
        case _ where digit.isLowerCase: UInt32(digit - UInt8(ascii: "a")) + 26
        case _ where digit.isDigit: UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
