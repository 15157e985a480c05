import JSONText
import Testing

@Suite("Rejected texts and their accepted near-twins")
struct RejectionTests {
    @Test(
        "a rejected text gives code and position",
        arguments: MinimalPair.structure + MinimalPair.numbers + MinimalPair.strings + MinimalPair.names)
    func rejection(_ twins: MinimalPair) {
        let error = #expect(throws: JSONTextError.self) { try JSONText.parse(twins.rejected) }
        #expect(error?.code == twins.code)
        #expect(error?.position.offset == twins.offset)
        #expect(error?.reason.isEmpty == false)
    }

    @Test(
        "its near-twin is accepted",
        arguments: MinimalPair.structure + MinimalPair.numbers + MinimalPair.strings + MinimalPair.names)
    func acceptance(_ twins: MinimalPair) {
        #expect(throws: Never.self) { try JSONText.parse(twins.accepted) }
    }

    @Test("every code except those of the limits has a case in the tables")
    func allCodes() {
        let covered = Set((MinimalPair.structure + MinimalPair.numbers + MinimalPair.strings + MinimalPair.names).map(\.code))
        #expect(Set(JSONTextError.Code.allCases).subtracting(covered) == [.tooLarge, .tooDeep])
    }

    @Test("every truncated text is rejected")
    func everyPrefixIsRejected() throws {
        let text = Array(#"{"a":[1.5e3,true,{"é\u00e9":"\uD83D\uDE00 x"}],"b":null}"#.utf8)
        #expect(throws: Never.self) { try JSONText.parse(text) }
        for length in 0..<text.count {
            #expect(throws: JSONTextError.self, "\(length)") { try JSONText.parse(text.prefix(length)) }
        }
    }

    @Test("a duplicate name is shown without control characters, and truncated")
    func duplicateNameIsShownSafely() {
        let escape = #expect(throws: JSONTextError.self) { try JSONText.parse(#"{"\u001b[2J":1,"\u001b[2J":1}"#.utf8) }
        #expect(escape?.reason == #"the object contains the name "\u{1B}[2J" twice"#)
        let long = String(repeating: "x", count: 500)
        let error = #expect(throws: JSONTextError.self) { try JSONText.parse("{\"\(long)\":1,\"\(long)\":1}".utf8) }
        #expect((error?.reason.utf8.count ?? 1_000) < 100)
    }
}
