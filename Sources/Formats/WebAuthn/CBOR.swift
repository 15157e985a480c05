/// A CBOR data item (RFC 8949) in the canonical form of CTAP2 (section 8 there), which authenticators send.
///
/// The form has integers, byte and text strings, arrays, maps, booleans and null, each with exactly one encoding. It excludes tags,
/// floating-point numbers, other simple values and indefinite lengths.
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

    /// Creates an integer.
    package static func integer(_ value: Int) -> CBOR {
        value < 0 ? .negative(UInt64(bitPattern: Int64(-1 - value))) : .unsigned(UInt64(value))
    }

    /// The integer, or nil for another item or a value beyond `Int`.
    package var integer: Int? {
        switch self {
        case .unsigned(let value): Int(exactly: value)
        case .negative(let value): Int(exactly: value).map { -1 - $0 }
        default: nil
        }
    }

    /// The byte string, or nil for another item.
    package var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }

    /// The text string, or nil for another item.
    package var text: String? { if case .text(let value) = self { value } else { nil } }

    /// The elements of an array, or nil for another item.
    package var array: [CBOR]? { if case .array(let value) = self { value } else { nil } }

    /// The map, or nil for another item.
    package var map: CBORMap? { if case .map(let value) = self { value } else { nil } }

    /// The encoding in the canonical form.
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

    /// Encodes a major type and its argument in the fewest bytes (RFC 8949, section 3).
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
    /// Compares encodings. Texts that are canonically equivalent in Unicode are different items.
    package static func == (left: CBOR, right: CBOR) -> Bool { left.encoded == right.encoded }
}

/// The entries of a map with unique keys, in the order of CTAP2's canonical form.
package struct CBORMap: Sendable {
    /// The entries in canonical order.
    package let entries: [(key: CBOR, value: CBOR)]

    /// Creates a map of the entries, sorted. Of entries with the same key it keeps the first.
    package init(_ entries: [(key: CBOR, value: CBOR)]) {
        var sorted = entries.map { (encoded: $0.key.encoded, entry: $0) }.sorted { Self.isOrdered($0.encoded, before: $1.encoded) }
        for index in sorted.indices.dropFirst().reversed() where sorted[index].encoded == sorted[index - 1].encoded {
            sorted.remove(at: index)
        }
        self.entries = sorted.map(\.entry)
    }

    /// Creates a map of entries that are already in order.
    init(ordered entries: [(key: CBOR, value: CBOR)]) {
        self.entries = entries
    }

    /// Returns the value of a key, or nil if it is missing.
    package subscript(key: CBOR) -> CBOR? { entries.first { $0.key == key }?.value }

    /// Returns the value of a text key, or nil if it is missing.
    package subscript(name: String) -> CBOR? { self[.text(name)] }

    /// Returns the value of an integer key, or nil if it is missing.
    package subscript(label: Int) -> CBOR? { self[.integer(label)] }

    /// Returns whether a key precedes another in CTAP2's order: by major type, then by length, then by bytes. Encodings of the same type
    /// and length can be compared as a whole, first byte included.
    static func isOrdered(_ left: some Collection<UInt8>, before right: some Collection<UInt8>) -> Bool {
        let (leftType, rightType) = ((left.first ?? 0) >> 5, (right.first ?? 0) >> 5)
        if leftType != rightType { return leftType < rightType }
        if left.count != right.count { return left.count < right.count }
        return left.lexicographicallyPrecedes(right)
    }
}
