import JSONText
import TestKit
import Testing

@Suite("Properties of generated texts")
struct PropertyTests {
    @Test("a formatted value survives a round trip in every layout", arguments: 0..<200 as Range<UInt64>)
    func roundTrip(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let value = JSONValue.random(depth: 5, using: &generator)
        let compact = value.bytes()
        #expect(try JSONText.parse(compact).root.value == value)
        #expect(try JSONText.parse(value.bytes(.pretty)).root.value == value)
        #expect(try JSONText.parse(value.bytes(.pretty, escaping: .embeddable)).root.value == value)
        #expect(try JSONText.parse(value.bytes(.pretty)).root.value.bytes() == compact)
    }

    @Test("every node can be found by its path and its source range", arguments: 0..<50 as Range<UInt64>)
    func nodesAreFoundAgain(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let document = try JSONText.parse(JSONValue.random(depth: 4, using: &generator).bytes(.pretty))
        func visit(_ node: JSONNode, _ pointer: JSONPointer) throws {
            #expect(node.pointer == pointer)
            #expect(try JSONText.parse(document.bytes[node.sourceRange]).root.value == node.value)
            if let elements = node.elements {
                for (position, element) in elements.enumerated() { try visit(element, pointer.appending(position)) }
            }
            if let members = node.members {
                for member in members { try visit(member.value, pointer.appending(member.name)) }
            }
        }
        try visit(document.root, .root)
    }

    @Test("a quote, an escape, a control character and other scripts are found at every position of a string", arguments: 0..<24)
    func specialCharacters(position: Int) throws {
        let (before, after) = (String(repeating: "a", count: position), String(repeating: "~", count: 9))
        for (special, meaning) in [(#"\""#, "\""), (#"\n"#, "\n"), ("é", "é"), ("\u{7F}", "\u{7F}")] {
            let text = "[\"\(before)\(special)\(after)\",1]"
            #expect(try JSONText.parse(Array(text.utf8)).root[0]?.string == before + meaning + after, "\(special)")
        }
        for (special, code) in [("\"", JSONTextError.Code.unexpectedByte), ("\u{1F}", .controlCharacter)] {
            let error = #expect(throws: JSONTextError.self) { try JSONText.parse(Array("[\"\(before)\(special)\(after)\"]".utf8)) }
            #expect(error?.code == code)
            #expect(error?.position.offset == position + (special == "\"" ? 3 : 2))
        }
    }

    @Test("quoted bytes are accepted if the standard library accepts them as UTF-8", arguments: 0..<20 as Range<UInt64>)
    func agreesOnUTF8(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let bounds: [UInt8] = [
            0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBD, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3,
            0xF4, 0xF5,
        ]
        for _ in 0..<200 {
            let bytes = (0..<Int.random(in: 1...4, using: &generator)).map { _ in bounds.randomElement(using: &generator) ?? 0x7F }
            let expected = String(validating: bytes, as: UTF8.self)
            do throws(JSONTextError) {
                let string = try JSONText.parse([0x22] + bytes + [0x22]).root.string
                #expect(string == expected, "\(bytes)")
            } catch {
                #expect(expected == nil || error.code == .noncharacter, "\(bytes)")
            }
        }
    }

    @Test("a damaged text is rejected with a position in bounds, or survives a round trip", arguments: 0..<400 as Range<UInt64>)
    func mutation(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let original = JSONValue.random(depth: 4, using: &generator).bytes(Bool.random(using: &generator) ? .compact : .pretty)
        for _ in 0..<20 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) { bytes.damage(using: &generator) }
            do throws(JSONTextError) {
                let value = try JSONText.parse(bytes).root.value
                #expect(try JSONText.parse(value.bytes()).root.value == value)
            } catch {
                #expect(0...bytes.count ~= error.position.offset)
                #expect(error.position.line >= 1 && error.position.column >= 1)
            }
        }
    }
}

extension JSONValue {
    static func random(depth: Int, using generator: inout SeededGenerator) -> JSONValue {
        switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &generator) {
        case 0: return .null
        case 1: return .boolean(.random(using: &generator))
        case 2: return .integer(Int64(bitPattern: generator.next()) >> Int64.random(in: 0..<64, using: &generator))
        case 3:
            let double = Double(bitPattern: generator.next())
            return JSONNumber(double).map(JSONValue.number) ?? 0
        case 4: return .string(randomString(using: &generator))
        case 5, 6:
            let count = Int.random(in: 0..<5, using: &generator)
            return .array((0..<count).map { _ in random(depth: depth - 1, using: &generator) })
        default:
            let count = Int.random(in: 0..<24, using: &generator)
            return .object(
                JSONObject((0..<count).map { _ in (randomString(using: &generator), random(depth: depth - 2, using: &generator)) }))
        }
    }

    private static func randomString(using generator: inout SeededGenerator) -> String {
        var string = ""
        for _ in 0..<Int.random(in: 0..<8, using: &generator) {
            let top: UInt32 = [0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF].randomElement(using: &generator) ?? 0x7F
            guard let scalar = Unicode.Scalar(UInt32.random(in: 0...top, using: &generator)) else { continue }
            let isNoncharacter = scalar.value & 0xFFFE == 0xFFFE || 0xFDD0...0xFDEF ~= scalar.value
            if !isNoncharacter { string.unicodeScalars.append(scalar) }
        }
        return string
    }
}

extension [UInt8] {
    /// Changes, removes, inserts or truncates bytes. Inserted bytes are mostly significant ones.
    fileprivate mutating func damage(using generator: inout SeededGenerator) {
        let meaning = Array("[]{},:\"\\u0eE-+. tfn".utf8) + [0x00, 0x80, 0xC3, 0xE2, 0xED, 0xF0, 0xFF]
        let byte =
            Bool.random(using: &generator)
            ? meaning.randomElement(using: &generator) ?? 0 : UInt8.random(in: 0...255, using: &generator)
        guard let place = indices.randomElement(using: &generator) else { return append(byte) }
        switch Int.random(in: 0..<8, using: &generator) {
        case 0...2: self[place] = byte
        case 3, 4: insert(byte, at: place)
        case 5, 6: remove(at: place)
        default: removeSubrange(place...)
        }
    }
}
