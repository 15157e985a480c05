import Testing

@testable import latchkey

@Suite("The Info.plist of Juice") struct JuiceInformationTests {
    @Test("the reason to use Face ID is in every language of a phone")
    func languages() {
        let tags = ["ar", "de", "es", "fr", "he", "it", "ja", "ko", "pt-BR", "ru", "zh-Hans", "zh-Hant"]
        #expect(JuiceInformation.localized.keys.sorted() == tags)
        let reasons = JuiceInformation.localized.values.compactMap { $0["NSFaceIDUsageDescription"] }
        #expect(Set(reasons).count == tags.count)
    }
}
