/// A parser for `bplist00`: objects, a table of their offsets, and a trailer of 32 bytes.
///
/// Objects refer to one another by number, so a small file can describe an infinite or enormous tree. The parser therefore counts
/// every use of an object, checks its depth, and rejects an object that contains itself.
struct BinaryPropertyListReader {
    private let bytes: [UInt8]
    private var nodes = 0
    private var contentBytes = 0
    private var isOpen: [Bool] = []
    private var trailer = BinaryPropertyListTrailer()

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func read() throws(PropertyListError) -> PropertyListNode {
        guard bytes.starts(with: "bplist00".utf8) else {
            throw PropertyListError(.unknownForm, at: 0, "only version 00 of binary property lists is supported")
        }
        trailer = try BinaryPropertyListTrailer(of: bytes)
        isOpen = Array(repeating: false, count: trailer.objectCount)
        return try object(trailer.topObject, depth: 0, from: bytes.count - 16)
    }

    /// Returns the object with a number. `place` is the position of the number.
    private mutating func object(_ number: Int, depth: Int, from place: Int) throws(PropertyListError) -> PropertyListNode {
        guard number < trailer.objectCount else {
            throw PropertyListError(.badReference, at: place, "object \(number) does not exist")
        }
        guard depth <= PropertyList.maximumDepth else {
            throw PropertyListError(.tooDeep, at: place, "nested deeper than \(PropertyList.maximumDepth) levels")
        }
        nodes += 1
        guard nodes <= PropertyList.maximumNodes else {
            throw PropertyListError(.tooManyValues, at: place, "more than \(PropertyList.maximumNodes) values")
        }
        guard !isOpen[number] else { throw PropertyListError(.cycle, at: place, "object \(number) contains itself") }
        isOpen[number] = true
        defer { isOpen[number] = false }
        let start = try trailer.offset(of: number, in: bytes)
        return PropertyListNode(offset: start, value: try value(at: start, depth: depth))
    }

    private mutating func value(at start: Int, depth: Int) throws(PropertyListError) -> PropertyListValue {
        let low = Int(bytes[start] & 0x0F)
        switch bytes[start] >> 4 {
        case 0x0 where low == 8: return .boolean(false)
        case 0x0 where low == 9: return .boolean(true)
        case 0x1: return .integer(try integer(at: start, exponent: low))
        case 0x2: return .real(try real(at: start, exponent: low))
        case 0x3 where low == 3: return .date(try real(at: start, exponent: low) + Self.secondsBefore2001)
        case 0x4: return .data(Array(bytes[try charged(content(at: start, unit: 1))]))
        case 0x5: return .string(try ascii(try charged(content(at: start, unit: 1))))
        case 0x6: return .string(try utf16(try charged(content(at: start, unit: 2))))
        case 0xA: return .array(try array(at: start, depth: depth))
        case 0xD: return .dictionary(try dictionary(at: start, depth: depth))
        default:
            throw PropertyListError(.unknownMarker, at: start, "the marker 0x\(String(bytes[start], radix: 16)) is not supported")
        }
    }

    private func integer(at start: Int, exponent: Int) throws(PropertyListError) -> Int64 {
        // Integers of up to four bytes are unsigned, those of eight are signed. Entitlements need no larger ones.
        guard exponent <= 3 else { throw PropertyListError(.badValue, at: start, "an integer has more than eight bytes") }
        let width = 1 << exponent
        let value = bytes[try range(start + 1, width)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int64(bitPattern: value)
    }

    private func real(at start: Int, exponent: Int) throws(PropertyListError) -> Double {
        guard exponent == 2 || exponent == 3 else {
            throw PropertyListError(.badValue, at: start, "a real must have four or eight bytes")
        }
        let bits = bytes[try range(start + 1, 1 << exponent)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let value = exponent == 3 ? Double(bitPattern: bits) : Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
        guard value.isFinite else { throw PropertyListError(.badValue, at: start, "a number is not finite") }
        return value
    }

    private mutating func array(at start: Int, depth: Int) throws(PropertyListError) -> [PropertyListNode] {
        let references = try content(at: start, unit: trailer.referenceSize)
        var elements: [PropertyListNode] = []
        for place in stride(from: references.lowerBound, to: references.upperBound, by: trailer.referenceSize) {
            elements.append(try object(reference(at: place), depth: depth + 1, from: place))
        }
        return elements
    }

    private mutating func dictionary(at start: Int, depth: Int) throws(PropertyListError) -> [PropertyListMember] {
        let size = trailer.referenceSize
        let references = try content(at: start, unit: 2 * size)
        let half = references.count / 2
        var members: [PropertyListMember] = []
        var keys: Set<String> = []
        for place in stride(from: references.lowerBound, to: references.lowerBound + half, by: size) {
            let key = try object(reference(at: place), depth: depth + 1, from: place)
            guard let name = key.string else {
                throw PropertyListError(.unexpected, at: place, "a key must be a string, not \(key.value.kind)")
            }
            guard keys.insert(name).inserted else { throw PropertyListError(.duplicateKey, at: place, "the key occurs twice") }
            let value = try object(reference(at: place + half), depth: depth + 1, from: place + half)
            members.append(PropertyListMember(key: name, value: value))
        }
        return members
    }

    private func reference(at place: Int) -> Int {
        // At most eight bytes. A number that does not fit is not the number of an object.
        let value = bytes[place..<(place + trailer.referenceSize)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value) ?? .max
    }

    private func ascii(_ range: Range<Int>) throws(PropertyListError) -> String {
        if let place = bytes[range].firstIndex(where: { $0 >= 0x80 }) {
            throw PropertyListError(.badText, at: place, "an ASCII string contains another byte")
        }
        return String(decoding: bytes[range], as: UTF8.self)
    }

    private func utf16(_ range: Range<Int>) throws(PropertyListError) -> String {
        let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
            UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
        }
        guard let string = String(validating: units, as: UTF16.self) else {
            throw PropertyListError(.badText, at: range.lowerBound, "a surrogate pair is incomplete")
        }
        return string
    }

    /// Counts content before it is copied. A long string with many references would otherwise exhaust memory.
    private mutating func charged(_ range: Range<Int>) throws(PropertyListError) -> Range<Int> {
        contentBytes += range.count
        guard contentBytes <= 4 * PropertyList.maximumBytes else {
            throw PropertyListError(.tooManyValues, at: range.lowerBound, "strings and data are used too often")
        }
        return range
    }

    /// Returns the bytes after a marker and its count, which is in units of `unit` bytes.
    private func content(at start: Int, unit: Int) throws(PropertyListError) -> Range<Int> {
        let low = Int(bytes[start] & 0x0F)
        guard low == 0x0F else { return try range(start + 1, low * unit) }
        let marker = try range(start + 1, 1).lowerBound
        guard bytes[marker] >> 4 == 0x1, bytes[marker] & 0x0F <= 3 else {
            throw PropertyListError(.unknownMarker, at: marker, "a count must be an integer")
        }
        let width = 1 << Int(bytes[marker] & 0x0F)
        let count = bytes[try range(marker + 1, width)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard count <= UInt64(bytes.count) else {
            throw PropertyListError(.unexpectedEnd, at: marker, "the content extends beyond the file")
        }
        return try range(marker + 1 + width, Int(count) * unit)
    }

    private func range(_ start: Int, _ count: Int) throws(PropertyListError) -> Range<Int> {
        // Objects are between the header and the table.
        guard start + count <= trailer.tableOffset else {
            throw PropertyListError(.unexpectedEnd, at: start, "the object extends into the table")
        }
        return start..<(start + count)
    }

    /// Seconds from 1970 to 2001, the epoch of binary property lists.
    private static let secondsBefore2001: Double = 978_307_200
}

/// The last 32 bytes of a binary property list, and the table that they describe.
struct BinaryPropertyListTrailer {
    /// The size of an offset in the table, in bytes.
    private(set) var offsetSize = 1

    /// The size of a reference to an object, in bytes.
    private(set) var referenceSize = 1

    /// The number of objects.
    private(set) var objectCount = 0

    /// The number of the outermost object.
    private(set) var topObject = 0

    /// The start of the table and the end of the objects.
    private(set) var tableOffset = 0

    /// Creates the trailer of an empty file, as an initial value.
    init() {}

    /// Parses the trailer and checks that the table is after the header and fits before the trailer.
    init(of bytes: [UInt8]) throws(PropertyListError) {
        let start = bytes.count - Self.size
        guard start >= Self.headerSize else { throw PropertyListError(.unexpectedEnd, at: bytes.count, "the file has no trailer") }
        offsetSize = Int(bytes[start + 6])
        referenceSize = Int(bytes[start + 7])
        let counts = [8, 16, 24].map { place in
            bytes[(start + place)..<(start + place + 8)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        }
        let room = UInt64(start)
        guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
            throw PropertyListError(.badTrailer, at: start + 6, "offsets and references must have one to eight bytes")
        }
        guard counts.allSatisfy({ $0 <= room }), counts[0] > 0, counts[1] < counts[0] else {
            throw PropertyListError(.badTrailer, at: start + 8, "the number of objects does not match the file")
        }
        (objectCount, topObject, tableOffset) = (Int(counts[0]), Int(counts[1]), Int(counts[2]))
        guard tableOffset > Self.headerSize, tableOffset + objectCount * offsetSize <= start else {
            throw PropertyListError(.badTrailer, at: start + 24, "the table is not between the objects and the trailer")
        }
    }

    /// Returns the start of an object.
    func offset(of number: Int, in bytes: [UInt8]) throws(PropertyListError) -> Int {
        let place = tableOffset + number * offsetSize
        let offset = bytes[place..<(place + offsetSize)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard offset >= UInt64(Self.headerSize), offset < UInt64(tableOffset) else {
            throw PropertyListError(.badReference, at: place, "object \(number) is outside the objects")
        }
        return Int(offset)
    }

    private static let size = 32
    private static let headerSize = 8
}
