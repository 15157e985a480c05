import Testing

@testable import AccountServer

@Suite("QR codes")
struct QRCodeTests {
    @Test("a text is a square with the three finders of the standard")
    func finders() throws {
        let rows = try #require(QRCode("otpauth://totp/Latchkey:anna.k?secret=ABC")).rows
        #expect(rows.allSatisfy { $0.count == rows.count })
        #expect(rows.count >= 21 && (rows.count - 17).isMultiple(of: 4))
        let edge = rows.count - 7
        for (y, x) in [(0, 0), (0, edge), (edge, 0)] {
            #expect(rows[y][x..<(x + 7)].allSatisfy { $0 })
            #expect(rows[y + 1][(x + 1)..<(x + 6)].allSatisfy { !$0 })
            #expect(rows[y + 3][(x + 2)..<(x + 5)].allSatisfy { $0 })
        }
    }

    @Test("what it cannot hold whole it does not hold", arguments: ["a\0b", String(repeating: "a", count: 2_332)])
    func refused(_ text: String) {
        #expect(QRCode(text) == nil)
    }

    @Test("the longest text that fits is taken")
    func longest() {
        #expect(QRCode(String(repeating: "a", count: 2_331))?.rows.count == 177)
    }
}
