import PersonNames
import Testing

@Suite("Full names")
struct FullNameTests {
    @Test(
        "the family name is first, without a space, only in Chinese characters, kana and Hangul",
        arguments: [
            ("Anna", "Lindqvist", "Anna Lindqvist"), ("小明", "王", "王小明"), ("さくら", "佐々木", "佐々木さくら"),
            ("タロウ", "ヤマダ", "ヤマダタロウ"), ("ﾀﾛｳ", "ﾔﾏﾀﾞ", "ﾔﾏﾀﾞﾀﾛｳ"), ("민준", "김", "김민준"),
            ("민준".decomposed, "김".decomposed, "김민준"), ("立", "神\u{FA19}", "神\u{FA19}立"), ("𠮷", "田", "田𠮷"),
            ("小明", "王-李", "王-李小明"), ("Anna", "王", "Anna 王"), ("小明", "Lindqvist", "小明 Lindqvist"),
            ("Анна", "Каренина", "Анна Каренина"),
        ] as [(String, String, String)])
    func order(given: String, family: String, text: String) {
        #expect(FullName(given: given, family: family).text == text)
    }

    @Test(
        "an empty part leaves no space, and a name without letters keeps its order",
        arguments: [
            ("", "王", "王"), ("小明", "", "小明"), ("", "Lindqvist", "Lindqvist"), ("Anna", "", "Anna"), ("", "", ""),
            ("1", "2", "1 2"),
        ])
    func parts(given: String, family: String, text: String) {
        #expect(FullName(given: given, family: family).text == text)
    }
}

extension String {
    /// The syllables of Hangul in their jamo (Unicode 16, section 3.12.3).
    fileprivate var decomposed: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.flatMap { syllable -> [Unicode.Scalar] in
                    let index = syllable.value - 0xAC00
                    let jamo = [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (index % 28 == 0 ? [] : [0x11A7 + index % 28])
                    return jamo.compactMap(Unicode.Scalar.init)
                }))
    }
}
