import JSONText
import Testing

@Suite("Positions in a text")
struct PositionTests {
    @Test("lines end with LF, CR or CR LF, and columns count scalars")
    func linesAndColumns() throws {
        let document = try JSONText.parse("{\n  \"é€😀\": [1,\r\n\"x\",\r true]}".utf8)
        let member = try #require(document.root.members?.first { _ in true })
        #expect(member.nameNode.position == TextPosition(line: 2, column: 3, offset: 4))
        #expect(member.value.position == TextPosition(line: 2, column: 10, offset: 17))
        let elements = try #require(member.value.elements.map { Array($0) })
        #expect(elements.map(\.position.line) == [2, 3, 4])
        #expect(elements.map(\.position.column) == [11, 1, 2])
    }

    @Test("an error points at line and column")
    func errorPosition() {
        let error = #expect(throws: JSONTextError.self) { try JSONText.parse("{\n\t\"a\": 1,\n\t\"a\": 2\n}".utf8) }
        #expect(error?.position == TextPosition(line: 3, column: 2, offset: 12))
        #expect(error?.description == "3:2: the object contains the name \"a\" twice")
    }

    @Test("the source range of a value gives its text")
    func sourceRange() throws {
        let text = #" {"a\n" : [ "x\"y" , -1.50e+2 , { } ] } "#
        let document = try JSONText.parse(text.utf8)
        func source(_ node: JSONNode?) -> String? { node.map { String(decoding: document.bytes[$0.sourceRange], as: UTF8.self) } }
        #expect(source(document.root) == #"{"a\n" : [ "x\"y" , -1.50e+2 , { } ] }"#)
        let array = document.root["a\n"]
        #expect(source(array?[0]) == #""x\"y""#)
        #expect(source(array?[1]) == "-1.50e+2")
        #expect(source(array?[2]) == "{ }")
        #expect(source(document.root.members?.first { _ in true }?.nameNode) == #""a\n""#)
    }

    @Test("a node knows its path")
    func pointer() throws {
        let root = try JSONText.parse(#"{"a":[1,{"b/c~d":[[],"x"]}],"":{"e":2}}"#.utf8).root
        #expect(root.pointer.text == "")
        #expect(root["a"]?[1]?["b/c~d"]?[1]?.pointer.text == "/a/1/b~1c~0d/1")
        #expect(root[""]?["e"]?.pointer.text == "//e")
        #expect(root["a"]?[1]?.members?.first { _ in true }?.nameNode.pointer.text == "/a/1/b~1c~0d")
    }
}
