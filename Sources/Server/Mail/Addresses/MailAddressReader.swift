internal import InternetAddresses

/// A parser of the local part of an address, byte by byte.
struct MailAddressReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Rejects a text that is too long or has a character that no address may contain, quoted or not.
    static func check(_ text: String) throws(MailAddressError) {
        // More bytes than any address has, escapes and non-ASCII domains included.
        guard text.utf8.count <= 1_000 else { throw MailAddressError(.tooLong, at: 0) }
        if let index = text.unicodeScalars.firstIndex(where: isForbidden) {
            throw MailAddressError(.controlCharacter, at: text.utf8.distance(from: text.startIndex, to: index))
        }
    }

    /// Parses the local part and the `@`. Returns the local part without quotation marks.
    mutating func localPart() throws(MailAddressError) -> String {
        let part = bytes.first == UInt8(ascii: "\"") ? try quotedString() : try dotString()
        position += 1
        return String(decoding: part, as: UTF8.self)
    }

    private mutating func dotString() throws(MailAddressError) -> [UInt8] {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "@")) else { throw MailAddressError(.atSignMissing, at: bytes.count) }
        let part = bytes[..<end]
        if let fault = part.firstIndex(where: { !$0.isAtom && $0 != UInt8(ascii: ".") }) {
            throw MailAddressError(.localPartCharacter, at: fault)
        }
        guard Self.isDotString(part) else { throw MailAddressError(.localPartMalformed, at: 0) }
        position = end
        return Array(part)
    }

    private mutating func quotedString() throws(MailAddressError) -> [UInt8] {
        var part: [UInt8] = []
        position = 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            if bytes[position] == UInt8(ascii: "\\") {
                position += 1
                // A backslash quotes ASCII characters only (RFC 5321 section 4.1.2, quoted-pairSMTP).
                guard position < bytes.count, bytes[position].isASCIIByte else {
                    throw MailAddressError(.quotationMalformed, at: position)
                }
            }
            part.append(bytes[position])
            position += 1
        }
        position += 1
        guard position < bytes.count, bytes[position] == UInt8(ascii: "@") else {
            throw MailAddressError(.quotationMalformed, at: min(position, bytes.count))
        }
        guard !part.isEmpty else { throw MailAddressError(.localPartMalformed, at: 0) }
        return part
    }

    /// Returns whether a local part is valid without quotation marks: atoms with single dots between them.
    static func isDotString(_ part: some Sequence<UInt8>) -> Bool {
        Array(part).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && $0.allSatisfy(\.isAtom)
        }
    }

    /// Returns whether the scalar is forbidden. Control characters can end lines, and invisible characters make two addresses look the same.
    private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
        case .spaceSeparator: scalar != " "
        default: false
        }
    }
}

extension UInt8 {
    /// Whether the byte is an ASCII character in UTF-8.
    var isASCIIByte: Bool { self < 0x80 }

    /// Whether the byte may be part of an atom: `atext` (RFC 5322 section 3.2.3), or part of a non-ASCII character (RFC 6531 section 3.3).
    var isAtom: Bool { isASCIIAlphanumeric || !isASCIIByte || "!#$%&'*+-/=?^_`{|}~".utf8.contains(self) }
}
