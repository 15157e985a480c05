import PersonNames
import Testing

@Suite("Quick start of PersonNames")
struct QuickStartTests {
    @Test("the code block puts the names in the order of their scripts")
    func order() {
        // In Sources/Shared/PersonNames/PersonNames.docc/PersonNames.md
        let anna = FullName(given: "Anna", family: "Lindqvist").text  // Anna Lindqvist
        let xiaoming = FullName(given: "小明", family: "王").text  // 王小明
        // End
        #expect(anna == "Anna Lindqvist" && xiaoming == "王小明")
    }
}
