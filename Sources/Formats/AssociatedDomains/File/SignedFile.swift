/// Files in a PKCS#7 signature (RFC 2315, RFC 5652), in DER or PEM.
///
/// iOS 8 demanded them and later systems do not. The content is taken out and nothing is verified: what matters is what the
/// file says, and the certificate of the connection vouches for it.
enum SignedFile {
    /// The signed content; nil where the file is no PKCS#7.
    ///
    /// - Throws: where it is, and holds no content that can be read.
    static func content(of file: [UInt8]) throws(AssociationFileError) -> [UInt8]? {
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

    /// RFC 7468 sections 8 and 9.
    private static let armors = ["-----BEGIN PKCS7-----", "-----BEGIN CMS-----"].map { Array($0.utf8) }

    /// The bytes between the lines of PEM; nil where they are not Base64, or the last line is missing.
    private static func decoded(_ file: [UInt8], after armor: [UInt8]) -> [UInt8]? {
        let rest = file[armor.count...]
        guard let end = rest.firstIndex(of: UInt8(ascii: "-")) else { return nil }
        return Base64.decoded(rest[..<end])
    }
}
