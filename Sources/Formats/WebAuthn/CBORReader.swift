/// A parser of CBOR in the canonical form of CTAP2. It rejects every other encoding, so that a message has exactly one meaning.
///
/// The specification permits decoders to accept other encodings; this one follows section 2, which recommends rejecting them.
package struct CBORReader {
    /// The maximum size of an input, 64 KiB. The largest message of the standard's test vectors has 1.2 KiB. An ML-DSA key and signature add 8 KiB.
    package static let maximumByteCount = 65_536

    /// The maximum nesting of arrays and maps that CTAP2 permits. A scalar has depth 0, and an empty array has depth 1.
    package static let maximumDepth = 4

    /// The offset of the next item.
    package private(set) var offset: Int

    private let bytes: [UInt8]
    private let field: String
    private let maximumDepth: Int

    /// Creates a reader that begins at `offset`. Its errors name `field`.
    ///
    /// - Throws: ``WebAuthnError/Code/tooLarge`` for more than ``maximumByteCount``.
    package init(
        _ bytes: [UInt8], at offset: Int = 0, in field: String, maximumDepth: Int = CBORReader.maximumDepth
    ) throws(WebAuthnError) {
        self.bytes = bytes
        self.field = field
        self.maximumDepth = maximumDepth
        self.offset = offset
        guard bytes.count <= Self.maximumByteCount else {
            throw error(.tooLarge, "The message has more than \(Self.maximumByteCount) bytes.")
        }
    }

    /// Parses one item. Other bytes may follow it.
    package mutating func item() throws(WebAuthnError) -> CBOR {
        try item(depth: 0)
    }

    /// Rejects bytes after the last parsed item.
    package func end() throws(WebAuthnError) {
        guard offset == bytes.count else { throw error(.trailingBytes, "Unexpected bytes follow the message.") }
    }

    private mutating func item(depth: Int) throws(WebAuthnError) -> CBOR {
        let start = offset
        let first = try byte()
        switch first >> 5 {
        case 0: return .unsigned(try argument(first))
        case 1: return .negative(try argument(first))
        case 2: return .bytes(Array(try string(first)))
        case 3:
            let bytes = try string(first)
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw error(.invalidUTF8, "A text string is not UTF-8.", at: start)
            }
            return .text(text)
        case 4:
            let count = try count(first, depth: depth)
            var elements: [CBOR] = []
            for _ in 0..<count { elements.append(try item(depth: depth + 1)) }
            return .array(elements)
        case 5: return .map(try map(first, depth: depth))
        case 6: throw error(.unsupportedItem, "A tag is not in the canonical form.", at: start)
        default: return try simple(first, at: start)
        }
    }

    private mutating func map(_ first: UInt8, depth: Int) throws(WebAuthnError) -> CBORMap {
        let count = try count(first, depth: depth)
        var entries: [(key: CBOR, value: CBOR)] = []
        var previous: Range<Int>?
        for _ in 0..<count {
            let start = offset
            let key = try item(depth: depth + 1)
            if let previous, !CBORMap.isOrdered(bytes[previous], before: bytes[start..<offset]) {
                throw bytes[previous].elementsEqual(bytes[start..<offset])
                    ? error(.duplicateKey, "A map has a key twice.", at: start)
                    : error(.notCanonical, "The keys of a map are out of order.", at: start)
            }
            previous = start..<offset
            entries.append((key, try item(depth: depth + 1)))
        }
        return CBORMap(ordered: entries)
    }

    private func simple(_ first: UInt8, at start: Int) throws(WebAuthnError) -> CBOR {
        switch first {
        case 0xF4: return .boolean(false)
        case 0xF5: return .boolean(true)
        case 0xF6: return .null
        case 0xFF: throw error(.notCanonical, "A break code is outside an item of indefinite length.", at: start)
        default:
            throw error(.unsupportedItem, "A floating-point number or another simple value is unsupported.", at: start)
        }
    }

    private mutating func string(_ first: UInt8) throws(WebAuthnError) -> ArraySlice<UInt8> {
        let start = offset - 1
        let length = try argument(first)
        guard length <= UInt64(bytes.count - offset) else { throw truncated(at: start) }
        defer { offset += Int(length) }
        return bytes[offset..<(offset + Int(length))]
    }

    /// Parses the number of elements or entries. It must not exceed the remaining bytes, so a small message cannot announce a large array.
    private mutating func count(_ first: UInt8, depth: Int) throws(WebAuthnError) -> Int {
        let start = offset - 1
        guard depth < maximumDepth else {
            throw error(.tooDeep, "Arrays and maps are nested deeper than \(maximumDepth) levels.", at: start)
        }
        let count = try argument(first)
        guard count <= UInt64(bytes.count - offset) else { throw truncated(at: start) }
        return Int(count)
    }

    /// Parses the argument of an item's head, which must have the shortest form (RFC 8949, section 3).
    private mutating func argument(_ first: UInt8) throws(WebAuthnError) -> UInt64 {
        let start = offset - 1
        let information = first & 0x1F
        switch information {
        case 0..<24: return UInt64(information)
        case 24...27:
            let size = 1 << Int(information - 24)
            var value: UInt64 = 0
            for _ in 0..<size { value = value << 8 | UInt64(try byte()) }
            let least: UInt64 = size == 1 ? 24 : 1 << UInt64(size * 4)
            guard value >= least else { throw error(.notCanonical, "A number is not in its shortest form.", at: start) }
            return value
        case 31: throw error(.notCanonical, "An indefinite length is not in the canonical form.", at: start)
        default: throw error(.unsupportedItem, "The form of a number is reserved.", at: start)
        }
    }

    private mutating func byte() throws(WebAuthnError) -> UInt8 {
        guard offset < bytes.count else { throw truncated(at: offset) }
        defer { offset += 1 }
        return bytes[offset]
    }

    private func truncated(at offset: Int) -> WebAuthnError {
        error(.truncated, "The message ends inside an item.", at: offset)
    }

    private func error(_ code: WebAuthnError.Code, _ reason: String, at offset: Int? = nil) -> WebAuthnError {
        WebAuthnError(code, reason, in: field, offset: offset ?? self.offset)
    }
}

extension CBOR {
    /// Parses bytes that consist of one item.
    ///
    /// - Throws: ``WebAuthnError`` with the offset of the first fault.
    package init(
        _ bytes: [UInt8], in field: String, maximumDepth: Int = CBORReader.maximumDepth
    ) throws(WebAuthnError) {
        var reader = try CBORReader(bytes, in: field, maximumDepth: maximumDepth)
        self = try reader.item()
        try reader.end()
    }
}
