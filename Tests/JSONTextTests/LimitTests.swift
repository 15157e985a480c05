import JSONText
import Testing

@Suite("Limits")
struct LimitTests {
    @Test("32 levels are accepted and 33 are rejected, in arrays and objects")
    func depth() throws {
        for (opening, closing) in [("[", "]"), ("{\"a\":", "}")] {
            func nested(_ depth: Int) -> String {
                String(repeating: opening, count: depth) + "0" + String(repeating: closing, count: depth)
            }
            #expect(throws: Never.self) { try JSONText.parse(nested(32).utf8) }
            let error = #expect(throws: JSONTextError.self) { try JSONText.parse(nested(33).utf8) }
            #expect(error?.code == .tooDeep)
            #expect(error?.position.offset == 32 * opening.utf8.count)
        }
    }

    @Test("depth counts open levels, not all levels")
    func depthComesDownAgain() {
        let text = "[" + String(repeating: "[],", count: 100) + "0]"
        #expect(throws: Never.self) { try JSONText.parse(text.utf8, limits: JSONLimits(maximumDepth: 2)) }
        #expect(throws: JSONTextError.self) { try JSONText.parse(text.utf8, limits: JSONLimits(maximumDepth: 1)) }
    }

    @Test(
        "noncharacters are accepted only if the limits permit them, escaped or not",
        arguments: [
            Array("\\uFFFF".utf8), [0xEF, 0xBF, 0xBF], [0xF4, 0x8F, 0xBF, 0xBE], [0xEF, 0xB7, 0x90],
        ] as [[UInt8]])
    func noncharacters(content: [UInt8]) throws {
        let text = [UInt8(ascii: "\"")] + content + [UInt8(ascii: "\"")]
        let error = #expect(throws: JSONTextError.self) { try JSONText.parse(text) }
        #expect(error?.code == .noncharacter)
        let taken = try JSONText.parse(text, limits: JSONLimits(noncharacters: .taken))
        #expect(taken.root.string?.unicodeScalars.count == 1)
    }

    @Test("a depth of zero accepts only scalars")
    func noContainers() {
        #expect(throws: Never.self) { try JSONText.parse("1".utf8, limits: JSONLimits(maximumDepth: 0)) }
        #expect(throws: JSONTextError.self) { try JSONText.parse("[]".utf8, limits: JSONLimits(maximumDepth: 0)) }
    }

    @Test("a hundred thousand open brackets are rejected cheaply, even with a high limit")
    func manyBrackets() {
        let text = [UInt8](repeating: UInt8(ascii: "["), count: 100_000)
        let shallow = #expect(throws: JSONTextError.self) { try JSONText.parse(text) }
        #expect(shallow?.code == .tooDeep)
        let deep = #expect(throws: JSONTextError.self) { try JSONText.parse(text, limits: JSONLimits(maximumDepth: .max)) }
        #expect(deep?.code == .unexpectedEnd)
    }

    @Test("an object of sixty thousand members is parsed in linear time", .timeLimit(.minutes(20)))
    func manyMembers() throws {
        let text = "{" + (0..<60_000).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        #expect(throws: Never.self) { try JSONText.parse(text.utf8) }
    }

    @Test("the size counts every byte, including white space")
    func size() {
        let limits = JSONLimits(maximumBytes: 4)
        #expect(throws: Never.self) { try JSONText.parse("1   ".utf8, limits: limits) }
        for error in [
            #expect(throws: JSONTextError.self) { try JSONText.parse("1    ".utf8, limits: limits) },
            #expect(throws: JSONTextError.self) { try JSONText.parse(Array("1    ".utf8), limits: limits) },
        ] {
            #expect(error?.code == .tooLarge)
        }
    }

    @Test("a number that is too long is rejected by its own limit")
    func numberLength() {
        let limits = JSONLimits(maximumNumberLength: 3)
        #expect(throws: Never.self) { try JSONText.parse("[100,-10]".utf8, limits: limits) }
        let error = #expect(throws: JSONTextError.self) { try JSONText.parse("[1000]".utf8, limits: limits) }
        #expect(error?.code == .numberTooLong)
    }
}
