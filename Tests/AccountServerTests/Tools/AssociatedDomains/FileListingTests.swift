import AccountPages
import Testing

@testable import AccountServer

@Suite("The listing of a file")
struct FileListingTests {
    private static func listing(_ text: String, _ marks: [TextMark] = [], interest: [Int] = []) -> FileListing {
        FileListing(of: Array(text.utf8), marks: marks, interest: interest)
    }

    private static func mark(_ bytes: Range<Int>, _ severity: FindingSeverity = .error) -> TextMark {
        TextMark(bytes: bytes, severity: severity)
    }

    @Test("LF, CR and CR LF each end a line, and a final line break does not start another line")
    func lines() {
        #expect(
            Self.listing("a\nb\rc\r\n\nd\n").rows == [
                .line(1, [MarkedPiece("a")]), .line(2, [MarkedPiece("b")]), .line(3, [MarkedPiece("c")]), .line(4, []),
                .line(5, [MarkedPiece("d")]),
            ])
        #expect(Self.listing("").rows == [.line(1, [])])
    }

    @Test("a mark splits its line into pieces, the most severe of several applies, and an empty mark is a position")
    func marks() {
        let marks = [Self.mark(4..<9, .info), Self.mark(6..<7, .error), Self.mark(11..<11, .warning), Self.mark(13..<13)]
        #expect(
            Self.listing("x\n\n{\"a\":1}\nend", marks).rows == [
                .line(1, [MarkedPiece("x")]), .line(2, []),
                .line(
                    3,
                    [
                        MarkedPiece("{"), MarkedPiece("\"a", .info), MarkedPiece("\"", .error), MarkedPiece(":1", .info),
                        MarkedPiece("}"),
                    ]),
                .line(4, [MarkedPiece("", .warning), MarkedPiece("en"), MarkedPiece("", .error), MarkedPiece("d")]),
            ])
    }

    @Test("a mark over several lines marks the first one, and a mark beyond the end marks the end")
    func long() {
        #expect(
            Self.listing("ab\ncd", [Self.mark(1..<5)]).rows == [
                .line(1, [MarkedPiece("a"), MarkedPiece("b", .error)]), .line(2, [MarkedPiece("cd")]),
            ])
        #expect(Self.listing("ab", [Self.mark(2..<2)]).rows == [.line(1, [MarkedPiece("ab"), MarkedPiece("", .error)])])
        #expect(Self.listing("ab", [Self.mark(90..<99)]).rows == [.line(1, [MarkedPiece("ab"), MarkedPiece("", .error)])])
    }

    @Test("invisible and reordering characters and bytes that are not text are replaced")
    func hidden() {
        #expect(Self.listing("a\u{0}\u{202E}\tb").rows == [.line(1, [MarkedPiece("a\u{FFFD}\u{FFFD}\tb")])])
        #expect(FileListing(of: [0x61, 0xFF, 0x62], marks: [], interest: []).rows == [.line(1, [MarkedPiece("a\u{FFFD}b")])])
    }

    @Test("of many lines, the first ones and those around marks and lines of interest are shown")
    func gaps() {
        let text = (1...1_000).map { "line \($0)" }.joined(separator: "\n")
        let place = text.utf8.count - 4
        let rows = Self.listing(text, [Self.mark(place..<place + 2)], interest: [500]).rows
        let numbers = rows.compactMap { row in if case .line(let number, _) = row { number } else { nil } }
        #expect(numbers == Array(1...12) + Array(497...503) + Array(997...1_000))
        #expect(rows.contains(.gap(484)) && rows.contains(.gap(493)))
    }

    @Test("of a long line, the beginning and the surroundings of its marks are shown, cut between characters")
    func wide() {
        let text = String(repeating: "é", count: 5_000)
        guard case .line(1, let pieces)? = Self.listing(text, [Self.mark(6_000..<6_002)]).rows.first else {
            Issue.record("the listing has no line")
            return
        }
        #expect(pieces.filter { $0.severity != nil } == [MarkedPiece("é", .error)])
        #expect(pieces.contains(MarkedPiece(" … ")) && pieces.last == MarkedPiece("…"))
        #expect(!pieces.contains { $0.text.contains("\u{FFFD}") })
        #expect(pieces.map(\.text.count).reduce(0, +) < 400)
    }
}
