import ConformanceData
import Foundation
import Testing
import WebAuthn

struct CBORTests {
    /// An example of RFC 8949, appendix A.
    struct Example: CustomTestStringConvertible {
        let bytes: [UInt8]
        let notation: String
        let outcome: String

        var testDescription: String { notation }

        static let all: [Example] = {
            let text = try? String(contentsOf: ConformanceData.file("webauthn/rfc8949-appendix-a.tsv"), encoding: .utf8)
            return (text ?? "").split(separator: "\n").map { line in
                let columns = line.split(separator: "\t")
                return Example(bytes: [UInt8](hex: columns[0]), notation: String(columns[1]), outcome: String(columns[2]))
            }
        }()
    }

    @Test func `appendix A has 81 examples of which 37 are in the canonical form`() {
        #expect(Example.all.count == 81)
        #expect(Example.all.filter { $0.outcome == "read" }.count == 37)
    }

    @Test(arguments: Example.all)
    func `an example of appendix A has its outcome`(_ example: Example) throws {
        guard example.outcome == "read" else {
            let error = #expect(throws: WebAuthnError.self) { try CBOR(example.bytes, in: "example") }
            #expect(error?.code.rawValue == example.outcome)
            return
        }
        let item = try CBOR(example.bytes, in: "example")
        #expect(item.notation == example.notation)
        #expect(item.encoded == example.bytes)
    }

    @Test(arguments: [
        // Each with its accepted counterpart, which differs in a single property.
        ("1817", "17", "not-canonical", 0),
        ("1900ff", "18ff", "not-canonical", 0),
        ("1a0000ffff", "19ffff", "not-canonical", 0),
        ("1b00000000ffffffff", "1affffffff", "not-canonical", 0),
        ("580161", "4161", "not-canonical", 0),
        ("9801f6", "81f6", "not-canonical", 0),
        ("1c", "01", "unsupported-item", 0),
        ("ff", "f6", "not-canonical", 0),
        ("61ff", "6161", "invalid-utf8", 0),
        ("63eda080", "63e6b0b4", "invalid-utf8", 0),
        ("a201010101", "a201010201", "duplicate-key", 3),
        ("a202010101", "a201010201", "not-canonical", 3),
        ("a220010101", "a201012001", "not-canonical", 3),
        ("a2626161016101", "a2616101626161f6", "not-canonical", 5),
        ("a28163616161f6820102f6", "a2820102f68163616161f6", "not-canonical", 7),
        ("f6f6", "f6", "trailing-bytes", 1),
        ("8181818180", "81818180", "too-deep", 4),
        ("a101a101a101a101a0", "a101a101a101a0", "too-deep", 8),
        ("", "f6", "truncated", 0),
        ("9a7fffffff", "80", "truncated", 0),
        ("bb7fffffffffffffff", "a0", "truncated", 0),
        ("5bffffffffffffffff", "40", "truncated", 0),
    ])
    func `each rejected encoding has an accepted counterpart`(rejected: String, accepted: String, code: String, offset: Int) throws
    {
        let error = #expect(throws: WebAuthnError.self) { try CBOR([UInt8](hex: rejected), in: "attestationObject") }
        #expect(error?.code.rawValue == code)
        #expect(error?.place.field == "attestationObject")
        #expect(error?.place.offset == offset)
        #expect(try CBOR([UInt8](hex: accepted), in: "").encoded == [UInt8](hex: accepted))
    }

    @Test func `a truncated example is rejected`() {
        for example in Example.all where example.outcome == "read" {
            for length in 0..<example.bytes.count {
                let error = #expect(throws: WebAuthnError.self) { try CBOR(Array(example.bytes.prefix(length)), in: "") }
                #expect(error?.code == .truncated, "\(example.notation), \(length) bytes")
            }
        }
    }

    @Test func `endless nesting is rejected at the fifth level`() {
        for byte: UInt8 in [0x81, 0x9F, 0xA1, 0xBF] {
            let bomb = [UInt8](repeating: byte, count: CBORReader.maximumByteCount)
            #expect(throws: WebAuthnError.self) { try CBOR(bomb, in: "") }
        }
        let error = #expect(throws: WebAuthnError.self) { try CBOR([UInt8](repeating: 0x81, count: 60_000), in: "") }
        #expect(error?.code == .tooDeep)
    }

    @Test func `64 KiB are accepted, and one more byte is rejected`() throws {
        let most = CBOR.bytes([UInt8](repeating: 0, count: CBORReader.maximumByteCount - 3)).encoded
        #expect(try CBOR(most, in: "").encoded == most)
        let error = #expect(throws: WebAuthnError.self) { try CBOR(most + [0], in: "") }
        #expect(error?.code == .tooLarge)
    }

    @Test func `a map is encoded in canonical order with unique keys`() throws {
        let map = CBORMap([
            (.text("aa"), .null), (.integer(-1), .null), (.text("b"), .null), (.integer(300), .null), (.integer(3), .null),
            (.integer(3), .boolean(true)),
        ])
        #expect(CBOR.map(map).encoded == [UInt8](hex: "a503f619012cf620f66162f6626161f6"))
        #expect(try CBOR(CBOR.map(map).encoded, in: "") == .map(map))
        #expect(map[3] == .null)
        #expect(map[300] == .null)
        #expect(map["b"] == .null)
        #expect(map["c"] == nil)
    }

    @Test func `texts that are canonically equivalent in Unicode are different keys`() {
        let composed = CBORMap([(.text("\u{E9}"), .null)])
        #expect(composed["\u{E9}"] == .null)
        #expect(composed["e\u{301}"] == nil)
    }

    @Test func `the smallest and largest values of Int are parsed`() {
        #expect(CBOR.integer(.max).integer == .max)
        #expect(CBOR.integer(.min).integer == .min)
        #expect(CBOR.unsigned(1 << 63).integer == nil)
        #expect(CBOR.negative(1 << 63).integer == nil)
    }
}

extension CBOR {
    /// The item in diagnostic notation (RFC 8949, section 8).
    fileprivate var notation: String {
        switch self {
        case .unsigned(let value): "\(value)"
        case .negative(let value): value == .max ? "-18446744073709551616" : "-\(value + 1)"
        case .bytes(let bytes): "h'" + bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() + "'"
        case .text(let text): Self.quoted(text)
        case .array(let elements): "[" + elements.map(\.notation).joined(separator: ", ") + "]"
        case .map(let map): "{" + map.entries.map { "\($0.key.notation): \($0.value.notation)" }.joined(separator: ", ") + "}"
        case .boolean(let value): "\(value)"
        case .null: "null"
        }
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.utf16.map { unit in
            switch unit {
            case 0x22: "\\\""
            case 0x5C: "\\\\"
            case 0x20..<0x7F: String(UnicodeScalar(UInt8(unit)))
            default: "\\u" + String(repeating: "0", count: 4 - String(unit, radix: 16).count) + String(unit, radix: 16)
            }
        }
        return "\"" + escaped.joined() + "\""
    }
}
