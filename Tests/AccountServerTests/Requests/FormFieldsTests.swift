import TestKit
import Testing

@testable import AccountServer

@Suite("Parsing forms")
struct FormFieldsTests {
    @Test(
        "a well-formed form is accepted",
        arguments: [
            ("", []), ("a=", ["a", ""]), ("a=b", ["a", "b"]), ("a=b&c=d", ["a", "b", "c", "d"]), ("a=b+c", ["a", "b c"]),
            ("a=b%20c", ["a", "b c"]), ("a=%2B", ["a", "+"]), ("a=b=c==", ["a", "b=c=="]), ("a=%26", ["a", "&"]),
            ("p=p%C3%A4ss", ["p", "päss"]), ("p=pa%CC%88ss", ["p", "pa\u{308}ss"]), ("e=me@example.com", ["e", "me@example.com"]),
            ("a=%00", ["a", "\0"]), ("a=%0D%0A", ["a", "\r\n"]), ("%61=1", ["a", "1"]), ("a=%EF%BF%BD", ["a", "\u{FFFD}"]),
            ("a=1&A=2", ["a", "1", "A", "2"]), ("K=1&%E2%84%AA=2", ["K", "1", "\u{212A}", "2"]),
        ])
    func wellFormed(text: String, expected: [String]) throws {
        let fields = try FormFields(parsing: text.utf8)
        let read = fields.names.flatMap { [$0, fields[$0] ?? "missing"] }
        #expect(read.map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }

    @Test(
        "a form that lenient parsers repair is rejected with its position",
        arguments: [
            ("a=%ZZ", FormError(.invalidPercentEncoding, at: 2, field: "a")),
            ("a=%2", FormError(.invalidPercentEncoding, at: 2, field: "a")),
            ("a=1&b=%", FormError(.invalidPercentEncoding, at: 6, field: "b")),
            ("%G1=1", FormError(.invalidPercentEncoding, at: 0)),
            ("a=%u0041", FormError(.invalidPercentEncoding, at: 2, field: "a")),
            ("p=p%E4ss", FormError(.invalidUTF8, at: 2, field: "p")), ("p=%C0%80", FormError(.invalidUTF8, at: 2, field: "p")),
            ("p=%ED%A0%80", FormError(.invalidUTF8, at: 2, field: "p")),
            ("p=%F4%90%80%80", FormError(.invalidUTF8, at: 2, field: "p")),
            ("%FF=1", FormError(.invalidUTF8, at: 0)), ("p=päss", FormError(.unencodedByte, at: 3, field: "p")),
            ("p=a b", FormError(.unencodedByte, at: 3, field: "p")), ("p=1\r\n", FormError(.unencodedByte, at: 3, field: "p")),
            ("a=1&a=1", FormError(.duplicateField, at: 4, field: "a")),
            ("a=1&%61=2", FormError(.duplicateField, at: 4, field: "a")),
            ("a", FormError(.malformedPair, at: 0)), ("a=1&b", FormError(.malformedPair, at: 4)),
            ("=1", FormError(.malformedPair, at: 0)),
            ("a=1&&b=2", FormError(.malformedPair, at: 4)), ("a=1&", FormError(.malformedPair, at: 4)),
            ("&", FormError(.malformedPair, at: 0)),
        ])
    func rejected(text: String, error: FormError) {
        #expect(throws: error) { try FormFields(parsing: text.utf8) }
    }

    @Test("the maximum number of fields is accepted, and one more is rejected")
    func fieldLimit() throws {
        func text(_ count: Int) -> String { (0..<count).map { "f\($0)=" }.joined(separator: "&") }
        #expect(try FormFields(parsing: text(64).utf8).names.count == 64)
        #expect(throws: FormError(.tooManyFields, at: 0)) { try FormFields(parsing: text(65).utf8) }
        #expect(throws: FormError(.tooManyFields, at: 0)) { try FormFields(parsing: text(3).utf8, limit: 2) }
    }

    @Test("every encoded form parses to the same fields, and random bytes are accepted unchanged or rejected")
    func fuzz() throws {
        var generator = SeededGenerator(seed: 1738)
        for _ in 0..<2_000 {
            let scalars = (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ in
                Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator))
            }
            let value = String(String.UnicodeScalarView(scalars))
            let encoded = value.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined()
            #expect(try FormFields(parsing: "v=\(encoded)".utf8)["v"]?.utf8.elementsEqual(value.utf8) == true)
        }
        let alphabet = Array("ab=&%+0F9 \u{E4}".utf8) + [0xFF, 0]
        for _ in 0..<20_000 {
            let bytes = (0..<Int.random(in: 0...12, using: &generator)).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
            guard let fields = try? FormFields(parsing: bytes) else { continue }
            let written = fields.names.map { name in
                [name, fields[name] ?? ""].map { $0.utf8.map { ($0 < 16 ? "%0" : "%") + String($0, radix: 16) }.joined() }.joined(
                    separator: "=")
            }
            let again = try FormFields(parsing: written.joined(separator: "&").utf8)
            #expect(again.names == fields.names && fields.names.allSatisfy { again[$0] == fields[$0] })
        }
    }

    @Test("a missing field is named in the error")
    func required() throws {
        let fields = try FormFields(parsing: "a=1".utf8)
        #expect(try fields.required("a") == "1")
        let rejection = #expect(throws: Problem.self) { try fields.required("b") }
        #expect(rejection?.errors == [FieldProblem(.field("b"), code: "missing-field", message: "is required")])
        #expect(fields.optional("b") == nil)
    }

    @Test("the description of fields contains no value")
    func redaction() throws {
        let fields = try FormFields(parsing: "password=correct-horse".utf8)
        var dumped = ""
        dump(fields, to: &dumped)
        #expect(!"\(fields) \(String(reflecting: fields)) \(dumped)".contains("horse"))
    }
}
