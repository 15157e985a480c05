/// A data item of CBOR (RFC 8949) in the canonical form of CTAP2 (section 8 there): what authenticators write.
///
/// The form has integers, byte and text strings, arrays, maps, booleans and null, each in one encoding only. Tags, floating-point numbers, other
/// simple values and indefinite lengths are absent from it.
package indirect enum CBOR: Sendable {
    case unsigned(UInt64)
    /// The integer −1 − n.
    case negative(UInt64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    case map(CBORMap)
    case boolean(Bool)
    case null

    /// An integer.
    package static func integer(_ value: Int) -> CBOR {
        value < 0 ? .negative(UInt64(bitPattern: Int64(-1 - value))) : .unsigned(UInt64(value))
    }

    /// The integer, or nil where this is something else or does not fit.
    package var integer: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    /// The byte string, or nil where this is something else.
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// The text string, or nil where this is something else.
    package var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The elements, or nil where this is no array.
    package var array: [CBOR]? { if case .array(let value) = self { value } else { nil } }

    /// The map, or nil where this is something else.
    package var map: CBORMap? { if case .map(let value) = self { value } else { nil } }

    /// The encoding, of which there is exactly one.
    package var encoded: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .unsigned(let value): Self.writeHead(0, value, to: &bytes)
        case .negative(let value): Self.writeHead(1, value, to: &bytes)
        case .bytes(let value):
            Self.writeHead(2, UInt64(value.count), to: &bytes)
            bytes += value
        case .text(let value):
            Self.writeHead(3, UInt64(value.utf8.count), to: &bytes)
            bytes += value.utf8
        case .array(let elements):
            Self.writeHead(4, UInt64(elements.count), to: &bytes)
            for element in elements { element.write(to: &bytes) }
        case .map(let map):
            Self.writeHead(5, UInt64(map.entries.count), to: &bytes)
            for entry in map.entries {
                entry.key.write(to: &bytes)
                entry.value.write(to: &bytes)
            }
        case .boolean(let value): bytes.append(value ? 0xF5 : 0xF4)
        case .null: bytes.append(0xF6)
        }
    }

    /// A major type and its argument, in the fewest bytes (RFC 8949, section 3).
    private static func writeHead(_ majorType: UInt8, _ argument: UInt64, to bytes: inout [UInt8]) {
        let size =
            switch argument {
            case ..<24: 0
            case ..<0x100: 1
            case ..<0x1_0000: 2
            case ..<0x1_0000_0000: 4
            default: 8
            }
        guard size > 0 else { return bytes.append(majorType << 5 | UInt8(argument)) }
        bytes.append(majorType << 5 | UInt8(24 + size.trailingZeroBitCount))
        for index in (0..<size).reversed() { bytes.append(UInt8(truncatingIfNeeded: argument >> UInt64(index * 8))) }
    }
}

extension CBOR: Equatable {
    /// Equal encodings. Texts that Unicode calls equivalent are different.
    package static func == (left: CBOR, right: CBOR) -> Bool { left.encoded == right.encoded }
}

/// The entries of a map, each key once, in the order of CTAP2's canonical form.
package struct CBORMap: Sendable {
    /// The entries in order.
    package let entries: [(key: CBOR, value: CBOR)]

    /// Sorts the entries. Of two with one key the first stays.
    package init(_ entries: [(key: CBOR, value: CBOR)]) {
        var sorted = entries.map { (encoded: $0.key.encoded, entry: $0) }.sorted { Self.isOrdered($0.encoded, before: $1.encoded) }
        for index in sorted.indices.dropFirst().reversed() where sorted[index].encoded == sorted[index - 1].encoded {
            sorted.remove(at: index)
        }
        self.entries = sorted.map(\.entry)
    }

    /// Entries that a reader found in order.
    init(ordered entries: [(key: CBOR, value: CBOR)]) {
        self.entries = entries
    }

    /// The value of a key, or nil.
    package subscript(key: CBOR) -> CBOR? { entries.first { $0.key == key }?.value }

    /// The value of a text key, or nil.
    package subscript(name: String) -> CBOR? { self[.text(name)] }

    /// The value of an integer key, or nil.
    package subscript(label: Int) -> CBOR? { self[.integer(label)] }

    /// CTAP2's order of encoded keys: by major type, then the shorter, then by bytes. The first byte of equally long encodings of one type
    /// settles no more than the others do, so the bytes can be compared whole.
    static func isOrdered(_ left: some Collection<UInt8>, before right: some Collection<UInt8>) -> Bool {
        let (leftType, rightType) = ((left.first ?? 0) >> 5, (right.first ?? 0) >> 5)
        if leftType != rightType { return leftType < rightType }
        if left.count != right.count { return left.count < right.count }
        return left.lexicographicallyPrecedes(right)
    }
}
