import TestKit
import Testing

@testable import PasswordManager

@Suite("Tables in the format of RFC 4180")
struct CSVTextTests {
    private func read(_ text: String) throws(CSVError) -> [[String]] {
        try CSVText(Array(text.utf8)).records.map { $0.map(\.text) }
    }

    @Test("fields, quotes, line ends and the byte order mark are parsed")
    func reading() throws {
        #expect(try read("a,b\r\nc,d\r\n") == [["a", "b"], ["c", "d"]])
        #expect(try read("a,b\nc,d") == [["a", "b"], ["c", "d"]])
        #expect(try read("\u{FEFF}a,b\n") == [["a", "b"]])
        #expect(try read("\"a,b\",\"c\"\"d\"\n\"e\r\nf\",\n") == [["a,b", "c\"d"], ["e\r\nf", ""]])
        #expect(try read(",\n,") == [["", ""], ["", ""]])
        #expect(try read("\n\r\na,b\n\n\nc,d\n\n") == [["a", "b"], ["c", "d"]])
        #expect(try read("") == [])
        #expect(try read("a b , c\n") == [["a b ", " c"]])
        #expect(try read("\"\",\"\"\n") == [["", ""]])
        #expect(try read("p\u{E4}ss,\u{1F600}\n") == [["p\u{E4}ss", "\u{1F600}"]])
    }

    @Test(
        "a malformed table is rejected with line and column",
        arguments: [
            ("a,b\nc\"d,e", CSVError.Reason.strayQuote, 2, 2), ("a,b\n\"c\"d,e", .textAfterQuote, 2, 4),
            ("a,b\nc,\"d", .openQuote, 2, 3), ("a,b\nc\rd,e", .strayCarriageReturn, 2, 2), ("a,b\r", .strayCarriageReturn, 1, 4),
            ("a,b\nc\n", .fieldCount(expected: 2, found: 1), 2, 1), ("a,b\nc,d,e\n", .fieldCount(expected: 2, found: 3), 2, 1),
            ("\"x\ny\",b\n\"z\"\"\nw\" ,c", .textAfterQuote, 4, 3), ("\u{E4}\u{1F600},b\nx,\u{E4}\"", .strayQuote, 2, 4),
        ])
    func rejected(text: String, reason: CSVError.Reason, line: Int, column: Int) {
        #expect(throws: CSVError(reason, line: line, column: column)) { try read(text) }
    }

    @Test("bytes that are not UTF-8 are rejected at the start of their field")
    func notUTF8() {
        #expect(throws: CSVError(.notUTF8, line: 2, column: 3)) { try CSVText(Array("a,b\nc,".utf8) + [0xFF]) }
        #expect(throws: Never.self) { try CSVText(Array("a,b\nc,".utf8) + [0x2D]) }
    }

    @Test("each limit is enforced, and values at the limit are accepted")
    func limits() throws {
        let wide = Array(repeating: "x", count: 64).joined(separator: ",")
        #expect(try read(wide).first?.count == 64)
        #expect(throws: CSVError(.tooManyFields, line: 1, column: 129)) { try read(wide + ",x") }
        let long = String(repeating: "x", count: 65_536)
        #expect(try read("a," + long).first?.count == 2)
        #expect(throws: CSVError(.fieldTooLong, line: 1, column: 3)) { try read("a," + long + "x") }
        let few = CSVText.Limits(length: 8, records: 3)
        #expect(try CSVText(Array("x\nx\nx\n".utf8), limits: few).records.count == 3)
        #expect(throws: CSVError(.tooManyRecords, line: 4, column: 1)) { try CSVText(Array("x\nx\nx\nx\n".utf8), limits: few) }
        #expect(throws: CSVError(.tooLarge, line: 1, column: 1)) { try CSVText(Array("xxxxxxxx\n".utf8), limits: few) }
        #expect(CSVText.Limits().length == 32 << 20 && CSVText.Limits().records == 100_001)
        #expect(throws: CSVError(.tooLarge, line: 1, column: 1)) { try CSVText(repeatElement(10, count: (32 << 20) + 1)) }
    }

    @Test("parsing any bytes ends with records of equal width or with a position", arguments: 0..<4)
    func anyBytes(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet = Array("ab,\"\r\n\u{E4}".utf8) + [0xFF, 0x00]
        for _ in 0..<4_000 {
            let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
            do {
                let records = try CSVText(bytes).records
                #expect(Set(records.map(\.count)).count <= 1)
            } catch {
                #expect(error.line >= 1 && error.line <= bytes.count { $0 == 10 } + 1)
                #expect(error.column >= 1 && error.column <= bytes.count + 1)
            }
        }
    }
}
