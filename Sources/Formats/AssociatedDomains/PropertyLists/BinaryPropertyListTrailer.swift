/// The last 32 bytes of a binary property list, and the table that they describe.
struct BinaryPropertyListTrailer {
    /// Bytes of an offset in the table.
    private(set) var offsetSize = 1

    /// Bytes of a reference to an object.
    private(set) var referenceSize = 1

    /// How many objects there are.
    private(set) var objectCount = 0

    /// The number of the outermost object.
    private(set) var topObject = 0

    /// Where the table begins, and objects end.
    private(set) var tableOffset = 0

    /// An empty file, before anything was read.
    init() {}

    /// Reads the trailer and holds it against the file: the table must lie after the header and fit before the trailer.
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
            throw PropertyListError(.badTrailer, at: start + 6, "offsets and references have one to eight bytes")
        }
        guard counts.allSatisfy({ $0 <= room }), counts[0] > 0, counts[1] < counts[0] else {
            throw PropertyListError(.badTrailer, at: start + 8, "the number of objects contradicts the file")
        }
        (objectCount, topObject, tableOffset) = (Int(counts[0]), Int(counts[1]), Int(counts[2]))
        guard tableOffset > Self.headerSize, tableOffset + objectCount * offsetSize <= start else {
            throw PropertyListError(.badTrailer, at: start + 24, "the table does not lie between the objects and the trailer")
        }
    }

    /// Where an object begins.
    func offset(of number: Int, in bytes: [UInt8]) throws(PropertyListError) -> Int {
        let place = tableOffset + number * offsetSize
        let offset = bytes[place..<(place + offsetSize)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard offset >= UInt64(Self.headerSize), offset < UInt64(tableOffset) else {
            throw PropertyListError(.badReference, at: place, "object \(number) lies outside of the objects")
        }
        return Int(offset)
    }

    private static let size = 32
    private static let headerSize = 8
}
