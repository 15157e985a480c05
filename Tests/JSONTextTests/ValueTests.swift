import JSONText
import Testing

@Suite("Values and numbers")
struct ValueTests {
    @Test("a parsed document has the expected value")
    func value() throws {
        let value = try JSONText.parse(
            #"{"n":null,"t":true,"f":false,"i":1,"s":"é\u00e9\\\/\b\f\n\r\t\"\uD83D\uDE00","a":[[],{}]}"#.utf8
        ).root.value
        #expect(
            value == [
                "n": nil, "t": true, "f": false, "i": 1, "s": "éé\\/\u{8}\u{C}\n\r\t\"😀", "a": [[], [:]],
            ])
        #expect(value["a"]?[1]?.object?.members.isEmpty == true)
        #expect(value["a"]?[2] == nil)
        #expect(value["x"] == nil)
        #expect(value["t"]?.boolean == true)
        #expect(value["i"]?.number?.int64 == 1)
        #expect(value["i"]?.string == nil)
    }

    @Test("a node has a value only of its type", arguments: ["null", "true", "1", "\"x\"", "[]", "{}"])
    func kinds(_ text: String) throws {
        let node = try JSONText.parse(text.utf8).root
        let answers = [
            node.isNull, node.boolean != nil, node.number != nil, node.string != nil, node.elements != nil, node.members != nil,
        ]
        #expect(answers.enumerated().filter(\.element).map(\.offset) == [Int(node.kind.rawValue)])
        #expect(node.value.kind == node.kind)
        #expect(node["x"] == nil)
        #expect(node[0] == nil)
        #expect(node[-1] == nil)
    }

    @Test("strings and names are compared byte for byte, not by canonical equivalence")
    func canonicalEquivalence() throws {
        let root = try JSONText.parse("{\"\u{E9}\":1,\"e\u{301}\":2}".utf8).root
        #expect(root["\u{E9}"]?.number?.int == 1)
        #expect(root["e\u{301}"]?.number?.int == 2)
        #expect(root.value["e\u{301}"] == 2)
        #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    }

    @Test("an integer is exact in any notation")
    func wholeNumbers() {
        let table: [(String, Int64?)] = [
            ("0", 0), ("-0", 0), ("-0.0e7", 0), ("1", 1), ("1.0", 1), ("1e2", 100), ("1.5", nil), ("1.5e1", 15), ("-2.50E+2", -250),
            ("100e-2", 1),
            ("100e-3", nil), ("9007199254740993", 9_007_199_254_740_993), ("9223372036854775807", .max),
            ("-9223372036854775808", .min), ("9223372036854775808", nil), ("9.223372036854775807e18", .max), ("1e19", nil),
            ("0e99999999999999999999", 0), ("1e-99999999999999999999", nil), ("0.00000000000000000001e20", 1),
        ]
        for (text, expected) in table {
            let number = JSONNumber(text: text)
            #expect(number != nil, "\(text)")
            #expect(number?.int64 == expected, "\(text)")
            #expect(number?.text == text)
        }
    }

    @Test(
        "a number is created only from a text that is completely a number",
        arguments: ["", " 1", "1 ", "01", "1e999", "true", "\"1\"", "1,2"])
    func noNumber(_ text: String) {
        #expect(JSONNumber(text: text) == nil)
    }

    @Test("doubles are formatted with the fewest digits that restore them")
    func doubles() throws {
        let table: [(Double, String)] = [
            (0, "0"), (-0.0, "-0"), (1, "1"), (0.1, "0.1"), (1e21, "1e+21"), (.leastNonzeroMagnitude, "5e-324"),
            (-123.456, "-123.456"),
        ]
        for (double, text) in table {
            let number = try #require(JSONNumber(double))
            #expect(number.text == text)
            #expect(JSONNumber(text: number.text)?.double == double)
        }
        #expect(JSONNumber(Double.nan) == nil)
        #expect(JSONNumber(Double.infinity) == nil)
        #expect(JSONNumber(text: "1e-999")?.double == 0)
    }

    @Test("setting a member replaces it in place, appends it, or removes it")
    func objectMembers() {
        var object = JSONObject([("a", 1), ("b", 2), ("a", 3)])
        #expect(object.members.map(\.name) == ["a", "b"])
        #expect(object["a"] == 3)
        object["c"] = true
        object["b"] = nil
        object["x"] = nil
        #expect(JSONValue.object(object).text() == #"{"a":3,"c":true}"#)
    }
}
