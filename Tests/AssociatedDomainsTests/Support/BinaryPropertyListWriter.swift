@testable import AssociatedDomains

/// Writes binary property lists for tests: valid ones, and malformed ones object by object.
struct BinaryPropertyListWriter {
    private var objects: [[UInt8]] = []

    /// A property list of a value.
    static func bytes(_ value: PropertyListValue) -> [UInt8] {
        var writer = BinaryPropertyListWriter()
        let top = writer.add(value)
        return writer.file(top: top)
    }

    /// Adds an object unchanged, and returns its number.
    mutating func add(raw bytes: [UInt8]) -> Int {
        objects.append(bytes)
        return objects.count - 1
    }

    mutating func add(_ value: PropertyListValue) -> Int {
        switch value {
        case .boolean(let isTrue): return add(raw: [isTrue ? 0x09 : 0x08])
        case .integer(let integer): return add(raw: [0x13] + Self.bigEndian(UInt64(bitPattern: integer)))
        case .real(let real): return add(raw: [0x23] + Self.bigEndian(real.bitPattern))
        case .date(let seconds): return add(raw: [0x33] + Self.bigEndian((seconds - 978_307_200).bitPattern))
        case .data(let bytes): return add(raw: Self.marker(0x40, bytes.count) + bytes)
        case .string(let text):
            if text.utf8.allSatisfy({ $0 < 0x80 }) { return add(raw: Self.marker(0x50, text.utf8.count) + Array(text.utf8)) }
            let units = Array(text.utf16)
            return add(raw: Self.marker(0x60, units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
        case .array(let nodes):
            let references = nodes.map { add($0.value) }
            return add(raw: Self.marker(0xA0, references.count) + references.flatMap(Self.reference))
        case .dictionary(let members):
            let keys = members.map { add(.string($0.key)) }
            let values = members.map { add($0.value.value) }
            return add(raw: Self.marker(0xD0, keys.count) + (keys + values).flatMap(Self.reference))
        }
    }

    /// The file: header, objects, table, trailer. References have two bytes, offsets four.
    func file(top: Int, tableShift: Int = 0, objectCount: Int? = nil) -> [UInt8] {
        var bytes = Array("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let table = bytes.count
        for offset in offsets { bytes += Self.bigEndian(UInt64(offset)).suffix(4) }
        bytes += [0, 0, 0, 0, 0, 0, 4, 2]
        for number in [objectCount ?? objects.count, top, table + tableShift] { bytes += Self.bigEndian(UInt64(number)) }
        return bytes
    }

    static func marker(_ kind: UInt8, _ count: Int) -> [UInt8] {
        count < 15 ? [kind | UInt8(count)] : [kind | 0x0F, 0x12] + bigEndian(UInt64(count)).suffix(4)
    }

    static func reference(_ number: Int) -> [UInt8] { Array(bigEndian(UInt64(number)).suffix(2)) }

    static func bigEndian(_ value: UInt64) -> [UInt8] { (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * UInt64($0))) } }
}
