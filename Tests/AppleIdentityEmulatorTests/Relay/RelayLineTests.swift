import TestKit
import Testing

@testable import AppleIdentityEmulator

@Suite("Lines of SMTP clients")
struct RelayLineTests {
    /// Returns the lines of the bytes, and the fault that ends them.
    private func read(_ bytes: [UInt8], limit: Int = 10) -> (lines: [[UInt8]], fault: RelayLineFault?, rest: [UInt8]) {
        var reader = RelayLineReader()
        var lines: [[UInt8]] = []
        var rest: [UInt8] = []
        for byte in bytes {
            rest.append(byte)
            do throws(RelayLineFault) {
                if let line = try reader.read(byte, limit: limit) {
                    lines.append(line)
                    rest = []
                }
            } catch {
                return (lines, error, rest)
            }
        }
        return (lines, nil, rest)
    }

    @Test(
        "a line ends with CRLF, and has no other CR, LF or null character",
        arguments: [
            ("NOOP\r\n", ["NOOP"], nil), ("\r\n", [""], nil), ("A\r\nB\r\n", ["A", "B"], nil), ("A", [], nil), ("A\r", [], nil),
            ("A\n", [], .bareLineFeed), ("\n", [], .bareLineFeed), ("A\r\n\n", ["A"], .bareLineFeed),
            ("A\rB", [], .bareCarriageReturn),
            ("A\r\r\n", [], .bareCarriageReturn), ("A\u{0}", [], .nullCharacter), ("12345678\r\n", ["12345678"], nil),
            ("123456789\r\n", [], .tooLong), ("1234567890", [], .tooLong),
        ] as [(String, [String], RelayLineFault?)])
    func lines(text: String, lines: [String], fault: RelayLineFault?) {
        let result = read(Array(text.utf8))
        #expect(result.lines == lines.map { Array($0.utf8) })
        #expect(result.fault == fault)
    }

    @Test("every fault has a permanent reply")
    func replies() {
        for fault in RelayLineFault.allCases { #expect(fault.reply.code / 100 == 5) }
    }

    @Test("of any bytes, the lines are exactly those before the first fault")
    func anyBytes() {
        var random = EmulatedRandomness.seeded(5_321)
        let bytes: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A, 0x2E, 0x41, 0x42, 0xFF, 0]
        for _ in 0..<5_000 * Soak.factor {
            var input: [UInt8] = []
            for _ in 0..<Int.random(in: 0...40, using: &random) {
                if Bool.random(using: &random) {
                    input += [0x0D, 0x0A]
                } else {
                    input.append(bytes.randomElement(using: &random) ?? 0)
                }
            }
            let (lines, fault, rest) = read(input)
            let joined = lines.map { line in line + [0x0D, 0x0A] as [UInt8] }.reduce([], +)
            #expect(joined + rest == Array(input.prefix(joined.count + rest.count)))
            #expect(fault != nil || joined.count + rest.count == input.count)
            for line in lines {
                #expect(line.count <= 8 && Set(line).isDisjoint(with: [0x0D, 0x0A, 0]))
            }
        }
    }
}
