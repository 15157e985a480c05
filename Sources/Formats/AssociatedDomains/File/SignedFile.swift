/// Files in a PKCS#7 signature (RFC 2315, RFC 5652), in DER or PEM.
///
/// iOS 8 demanded them and later systems do not. The content is taken out and nothing is verified: what matters is what the
/// file says, and the certificate of the connection vouches for it.
enum SignedFile {
    /// The signed content; nil where the file is no PKCS#7.
    ///
    /// - Throws: where it is, and holds no content that can be read.
    static func content(of file: [UInt8]) throws(AssociationFileError) -> [UInt8]? {
        let isArmored = file.starts(with: armor)
        guard let der = isArmored ? decodedArmor(file) : file, der.first == DERReader.sequence else {
            if isArmored { throw unreadable }
            return nil
        }
        var reader = DERReader(der)
        guard let info = reader.read(DERReader.sequence) else { return nil }
        reader = DERReader(info)
        guard reader.read(DERReader.objectIdentifier)?.elementsEqual(signedData) == true else { return nil }
        guard let content = eContent(&reader) else { throw unreadable }
        return content
    }

    /// ContentInfo.content → SignedData → encapContentInfo → eContent (RFC 5652 sections 3, 5.1, 5.2).
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

    private static let unreadable = AssociationFileError(
        .signatureUnreadable, "The file is a PKCS#7 signature without content that can be read.")

    /// 1.2.840.113549.1.7.2.
    private static let signedData: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]

    private static let armor = Array("-----BEGIN PKCS7-----".utf8)

    /// The bytes between the lines of PEM; nil where they are not base64.
    private static func decodedArmor(_ file: [UInt8]) -> [UInt8]? {
        var result: [UInt8] = []
        var (buffer, bits) = (UInt32(0), 0)
        for byte in file[armor.count...] {
            if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "=") { return result }
            if byte.isSpaceOrControl { continue }
            guard let value = base64Value(byte) else { return nil }
            buffer = buffer << 6 | value
            bits += 6
            if bits >= 8 {
                bits -= 8
                result.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return nil
    }

    private static func base64Value(_ byte: UInt8) -> UInt32? {
        if byte.isUpperCase { return UInt32(byte - UInt8(ascii: "A")) }
        if byte.isLowerCase { return UInt32(byte - UInt8(ascii: "a")) + 26 }
        if byte.isDigit { return UInt32(byte - UInt8(ascii: "0")) + 52 }
        return byte == UInt8(ascii: "+") ? 62 : byte == UInt8(ascii: "/") ? 63 : nil
    }
}
