import JSONText
import Testing

@Suite("Formatting")
struct WritingTests {
    let value: JSONValue = ["b": [1, "x", nil, [], [:]], "a": ["c": false]]

    @Test("compact text has no white space and keeps the order of members")
    func compact() {
        #expect(value.text() == #"{"b":[1,"x",null,[],{}],"a":{"c":false}}"#)
    }

    @Test("pretty text has a line for each member and element")
    func pretty() {
        #expect(
            value.text(.pretty) == """
                {
                  "b": [
                    1,
                    "x",
                    null,
                    [],
                    {}
                  ],
                  "a": {
                    "c": false
                  }
                }
                """)
    }

    @Test("characters that require an escape are escaped")
    func escaping() {
        let string: JSONValue = "\"\\/\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F}\u{7F}é😀"
        #expect(string.text() == #""\"\\/\u0000\b\t\n\u000B\f\r\u001F"# + "\u{7F}é😀\"")
    }

    @Test("embeddable text contains nothing that HTML or a script interprets")
    func embeddable() {
        let value: JSONValue = ["</script>": "<!--&\u{2028}\u{2029}é"]
        #expect(value.text(escaping: .embeddable) == #"{"\u003C/script\u003E":"\u003C!--\u0026\u2028\u2029é"}"#)
        #expect(value.text() == "{\"</script>\":\"<!--&\u{2028}\u{2029}é\"}")
    }

    @Test("numbers keep their text")
    func numbers() throws {
        let text = "[1.0,1E5,-0,10000000000000000000000,1.50]"
        #expect(try JSONText.parse(text.utf8).root.value.text() == text)
    }
}
