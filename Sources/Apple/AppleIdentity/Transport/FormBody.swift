/// Text that goes on the wire as `application/x-www-form-urlencoded` or in a query, in one spelling: everything but the unreserved
/// characters of RFC 3986, section 2.3, is written as `%XX`, the space as `%20`, as Apple documents it for `scope`.
enum FormBody {
    /// The type of such a body.
    static let contentType = "application/x-www-form-urlencoded"

    /// The fields in the order given.
    static func text(_ fields: [(name: String, value: String)]) -> String {
        fields.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    private static func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x2D, 0x2E, 0x5F, 0x7E: bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let digits = Array("0123456789ABCDEF".utf8)
}
