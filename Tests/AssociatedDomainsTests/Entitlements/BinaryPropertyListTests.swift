import TestKit
import Testing

@testable import AssociatedDomains

@Suite("Binary property lists")
struct BinaryPropertyListTests {
    @Test("every type of value is parsed")
    func kinds() throws {
        let long = String(repeating: "x", count: 300)
        let value = PropertyListValue.map(
            ("s", .string("abc")), ("u", .string("é🔑")), ("l", .string(long)), ("i", .integer(-5)), ("r", .real(1.25)),
            ("t", .boolean(true)),
            ("d", .date(1_767_323_045)), ("b", .data([1, 2, 3])), ("a", .list(.string("x"), .list())), ("e", .map()))
        #expect(try PropertyList.parse(BinaryPropertyListWriter.bytes(value)).value.withoutOffsets == value)
    }

    @Test("small integers are unsigned, and short reals are parsed")
    func widths() throws {
        for (raw, expected) in [
            ([0x10, 0xFF], PropertyListValue.integer(255)), ([0x11, 0xFF, 0xFF], .integer(65_535)),
            ([0x12, 0x80, 0, 0, 0], .integer(2_147_483_648)),
            ([0x22, 0x3F, 0x80, 0, 0], .real(1)),
        ] as [([UInt8], PropertyListValue)] {
            var writer = BinaryPropertyListWriter()
            let top = writer.add(raw: raw)
            #expect(try PropertyList.parse(writer.file(top: top)).value == expected)
        }
    }

    @Test(
        "a malformed object is rejected with its code",
        arguments: [
            ([0x00], PropertyListError.Code.unknownMarker), ([0x80, 0x01], .unknownMarker), ([0xC1, 0, 0], .unknownMarker),
            ([0x70], .unknownMarker),
            ([0x14] + Array(repeating: 0, count: 16), .badValue), ([0x21, 0, 0], .badValue),
            ([0x23, 0x7F, 0xF0, 0, 0, 0, 0, 0, 0], .badValue),
            ([0x13, 0, 0], .unexpectedEnd), ([0x52, 0x61], .unexpectedEnd), ([0x51, 0x80], .badText),
            ([0x61, 0xD8, 0x00], .badText),
            ([0x5F, 0x12, 0x7F, 0xFF, 0xFF, 0xFF], .unexpectedEnd),
            ([0x5F, 0x13, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .unexpectedEnd),
            ([0x5F, 0x50], .unknownMarker), ([0xA1, 0x00, 0x63], .badReference), ([0xA1, 0x00, 0x00], .cycle),
            ([0xA2, 0x00], .unexpectedEnd),
            ([0xD1, 0x00, 0x00, 0x00, 0x00], .cycle),
        ] as [([UInt8], PropertyListError.Code)])
    func rejections(object: [UInt8], code: PropertyListError.Code) {
        var writer = BinaryPropertyListWriter()
        let top = writer.add(raw: object)
        #expect { try PropertyList.parse(writer.file(top: top)) } throws: { ($0 as? PropertyListError)?.code == code }
    }

    @Test("a cycle through several objects is rejected")
    func cycle() {
        var writer = BinaryPropertyListWriter()
        let first = writer.add(raw: [0xA1, 0x00, 0x01])
        _ = writer.add(raw: [0xA2, 0x00, 0x02, 0x00, 0x00])
        _ = writer.add(.string("x"))
        #expect { try PropertyList.parse(writer.file(top: first)) } throws: { ($0 as? PropertyListError)?.code == .cycle }
    }

    @Test("an object with two references and no cycle is parsed twice")
    func sharing() throws {
        var writer = BinaryPropertyListWriter()
        let shared = writer.add(.string("x"))
        let top = writer.add(raw: [0xA2] + BinaryPropertyListWriter.reference(shared) + BinaryPropertyListWriter.reference(shared))
        #expect(try PropertyList.parse(writer.file(top: top)).elements?.map(\.string) == ["x", "x"])
    }

    @Test("arrays of arrays of one array do not grow without limit")
    func bomb() {
        var writer = BinaryPropertyListWriter()
        var last = writer.add(.string("x"))
        for _ in 0..<30 {
            last = writer.add(raw: [0xAA] + Array(repeating: BinaryPropertyListWriter.reference(last), count: 10).flatMap(\.self))
        }
        #expect { try PropertyList.parse(writer.file(top: last)) } throws: { ($0 as? PropertyListError)?.code == .tooManyValues }
    }

    @Test("one long string that is used a hundred times does not fill the memory")
    func longStringBomb() {
        var writer = BinaryPropertyListWriter()
        let long = writer.add(.string(String(repeating: "x", count: 900_000)))
        let top = writer.add(
            raw: BinaryPropertyListWriter.marker(0xA0, 100)
                + Array(repeating: BinaryPropertyListWriter.reference(long), count: 100).flatMap(\.self))
        #expect { try PropertyList.parse(writer.file(top: top)) } throws: { ($0 as? PropertyListError)?.code == .tooManyValues }
    }

    @Test("nesting has a limit")
    func depth() throws {
        func nested(_ depth: Int) -> [UInt8] {
            var writer = BinaryPropertyListWriter()
            var last = writer.add(.string("x"))
            for _ in 0..<depth { last = writer.add(raw: [0xA1] + BinaryPropertyListWriter.reference(last)) }
            return writer.file(top: last)
        }
        #expect(throws: Never.self) { try PropertyList.parse(nested(32)) }
        #expect { try PropertyList.parse(nested(33)) } throws: { ($0 as? PropertyListError)?.code == .tooDeep }
    }

    @Test("keys must be strings and unique")
    func keys() {
        var writer = BinaryPropertyListWriter()
        let (key, value) = (writer.add(.boolean(true)), writer.add(.string("x")))
        let reference = BinaryPropertyListWriter.reference
        let notString = writer.add(raw: [0xD1] + reference(key) + reference(value))
        let twice = writer.add(raw: [0xD2] + [value, value, key, key].flatMap(reference))
        #expect { try PropertyList.parse(writer.file(top: notString)) } throws: { ($0 as? PropertyListError)?.code == .unexpected }
        #expect { try PropertyList.parse(writer.file(top: twice)) } throws: { ($0 as? PropertyListError)?.code == .duplicateKey }
    }

    @Test("a trailer that contradicts the file is rejected")
    func trailers() {
        var writer = BinaryPropertyListWriter()
        let top = writer.add(.string("x"))
        let sound = writer.file(top: top)
        #expect(throws: Never.self) { try PropertyList.parse(sound) }
        var broken = [
            writer.file(top: 1), writer.file(top: 0, tableShift: 40), writer.file(top: 0, tableShift: -3),
            writer.file(top: 0, objectCount: 0),
        ]
        broken.append(writer.file(top: 0, objectCount: 5))
        for place in [25, 26] {
            var changed = sound
            changed[changed.count - place] = 9
            broken.append(changed)
        }
        for bytes in broken {
            #expect { try PropertyList.parse(bytes) } throws: {
                [.badTrailer, .badReference].contains(($0 as? PropertyListError)?.code)
            }
        }
        #expect { try PropertyList.parse(Array("bplist00".utf8)) } throws: { ($0 as? PropertyListError)?.code == .unexpectedEnd }
        #expect { try PropertyList.parse(Array("bplist15".utf8) + sound.dropFirst(8)) } throws: {
            ($0 as? PropertyListError)?.code == .unknownForm
        }
    }
}

@Suite("Random property lists")
struct RandomPropertyListTests {
    @Test("a value is the same in both formats")
    func bothForms() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<100 {
            let value = PropertyListValue.random(depth: 4, using: &generator)
            #expect(try PropertyList.parse(BinaryPropertyListWriter.bytes(value)).value.withoutOffsets == value)
            #expect(try PropertyList.parse(Array("<plist>\(value.xml)</plist>".utf8)).value.withoutOffsets == value)
        }
    }

    @Test("changed bytes never halt the parsers, and error offsets lie within the file")
    func changedBytes() throws {
        var generator = SeededGenerator(seed: 6)
        var rejected = 0
        for round in 0..<6_000 {
            let value = PropertyListValue.random(depth: 2, using: &generator)
            var bytes =
                round.isMultiple(of: 2)
                ? BinaryPropertyListWriter.bytes(value) : Array("<plist version=\"1.0\">\(value.xml)</plist>".utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: place)
                default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: place)
                }
            }
            do {
                _ = try PropertyList.parse(bytes)
            } catch {
                rejected += 1
                #expect((0...bytes.count).contains(error.offset))
            }
        }
        #expect(rejected > 2_000)
    }
}
