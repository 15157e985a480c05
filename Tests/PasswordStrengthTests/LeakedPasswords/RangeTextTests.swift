import Testing

@testable import PasswordStrength

@Suite("The lines of a range")
struct RangeTextTests {
    static let good = "0018A45C4D1DEF81644B54AB7F969B88D65"
    static let other = "1D2DA4053E34E76F6576ED1DA63134B5E2A"

    @Test(
        "a line is 35 digits, a colon and a count",
        arguments: [
            ("\(good):10\r\n\(other):2", 10), ("\(good):10\n", 10), ("\(other):2\r\n\(good):10\r\n", 10), ("\(good):0", 0),
            ("\(good):999999999999999999", 999_999_999_999_999_999), ("\(other):1\n\(good):1\r\n", 1),
        ] as [(String, Int)])
    func accepted(text: String, count: Int) throws {
        #expect(try read(text) == count)
    }

    @Test(
        "any other line is rejected with its number",
        arguments: [
            ("\(good):1\n\n", .malformedSuffix, 2), ("\n\(good):1", .malformedSuffix, 1),
            ("\(good.dropLast()):1", .malformedSuffix, 1), ("\(good)0:1", .malformedCount, 1),
            ("\(other):1\r\n\(good.lowercased()):1", .malformedSuffix, 2), ("\u{FEFF}\(good):1", .malformedSuffix, 1),
            ("\(good)", .malformedCount, 1), ("\(good):", .malformedCount, 1), ("\(good):01", .malformedCount, 1),
            ("\(good):+1", .malformedCount, 1), ("\(good):-1", .malformedCount, 1), ("\(good):1 ", .malformedCount, 1),
            ("\(good) :1", .malformedCount, 1), ("\(good):1000000000000000000", .malformedCount, 1),
            ("\(good):1\r\r\n", .malformedCount, 1), ("\(good):1\r\(other):2", .malformedCount, 1),
            ("\(good);1", .malformedCount, 1),
            ("\(good):1\n\(other):2\n\(good.prefix(20))", .malformedSuffix, 3), ("<html>", .malformedSuffix, 1),
        ] as [(String, LeakedPasswordsError.Reason, Int)])
    func rejected(text: String, reason: LeakedPasswordsError.Reason, line: Int) {
        #expect(throws: LeakedPasswordsError(reason, at: "00000.txt", line: line)) { try read(text) }
    }

    @Test("a range must have lines")
    func empty() {
        #expect(throws: LeakedPasswordsError(.empty, at: "00000.txt")) { try read("") }
    }

    @Test("an error has the file and line, and no part of the contents")
    func description() {
        #expect(
            LeakedPasswordsError(.malformedCount, at: "ranges/00000.txt", line: 7).description
                == "ranges/00000.txt: line 7: the line does not end with a colon and a count")
        #expect(LeakedPasswordsError(.noFolder, at: "ranges").description.hasPrefix("ranges: there is no folder at this path"))
    }

    private func read(_ text: String) throws -> Int {
        try RangeText(bytes: Array(text.utf8), place: "00000.txt").count(of: Array(Self.good.utf8))
    }
}
