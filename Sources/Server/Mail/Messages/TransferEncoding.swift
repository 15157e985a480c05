internal import Secrets

/// An encoding of text as 7-bit lines of at most 76 characters (RFC 2045 section 6).
enum TransferEncoding {
    /// Encodes UTF-8 text with LF between lines, in quoted-printable or base64, whichever is shorter. The result ends in CRLF.
    static func encode(_ text: String) -> (name: String, bytes: [UInt8]) {
        let quoted = quotedPrintable(text)
        let base64 = base64(text)
        return quoted.count <= base64.count ? ("quoted-printable", quoted) : ("base64", base64)
    }

    /// Encodes quoted-printable (section 6.7). A dot or an F at the start of a line is encoded too, because old programs change lines of one dot
    /// and lines that start with "From".
    static func quotedPrintable(_ text: String) -> [UInt8] {
        var output: [UInt8] = []
        for line in text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).droppingLastEmpty {
            let line = Array(line)
            var column = 0
            for (index, byte) in line.enumerated() {
                let isLast = index == line.count - 1
                var piece = isLiteral(byte, isLast: isLast) ? [byte] : escape(byte)
                // A soft line break takes the last of the 76 columns.
                if column + piece.count > (isLast ? 76 : 75) {
                    output += [0x3D, 0x0D, 0x0A]
                    column = 0
                }
                if column == 0, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "F") { piece = escape(byte) }
                output += piece
                column += piece.count
            }
            output += [0x0D, 0x0A]
        }
        return output
    }

    private static func base64(_ text: String) -> [UInt8] {
        let encoded = Array(Base64.standard.encodePadded(text.utf8.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }).utf8)
        return stride(from: 0, to: encoded.count, by: 76).flatMap { encoded[$0..<min($0 + 76, encoded.count)] + [0x0D, 0x0A] }
    }

    private static func isLiteral(_ byte: UInt8, isLast: Bool) -> Bool {
        byte == 0x20 || byte == 0x09 ? !isLast : (0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")
    }

    private static func escape(_ byte: UInt8) -> [UInt8] { [0x3D, digits[Int(byte >> 4)], digits[Int(byte & 15)]] }

    private static let digits = Array("0123456789ABCDEF".utf8)
}

extension [Substring.UTF8View.SubSequence] {
    /// The lines without the empty line after a final line end.
    fileprivate var droppingLastEmpty: ArraySlice<Element> { last?.isEmpty == true ? dropLast() : self[...] }
}

extension Base64 {
    /// Encodes with padding (RFC 4648 section 4), as mail requires.
    func encodePadded(_ bytes: some Collection<UInt8>) -> String {
        let text = encode(bytes)
        return text + String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
    }
}
