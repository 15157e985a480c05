import Testing
import Texts

/// The quick start of Texts.docc.
enum QuickStart {
    static func text(from catalogs: Catalogs, with formats: ReaderFormats) -> String {
        // In Sources/Shared/Texts/Texts.docc/Texts.md
        enum GreetingText: String, CatalogText, CaseIterable {
            case welcome
        }

        struct GreetingMessage: CatalogText {
            let key: String
            let arguments: [String: TextArgument]

            static func codesLeft(count: Int) -> Self { Self(key: "codesLeft", arguments: ["count": .number(count)]) }
        }

        let choice = LanguageChoice(account: nil, cookie: nil, acceptLanguage: "ru-RU, en;q=0.5")
        let reader = choice.reader(configured: .english)
        let format = formats.format(for: reader)
        let text = catalogs.string(GreetingMessage.codesLeft(count: 3), for: format)
        // End
        return text
    }
}

@Suite("Quick start of Texts")
struct QuickStartTests {
    @Test("the code block formats a text in the reader's language")
    func runs() throws {
        let catalogs = try Catalogs { language in
            let description = language == .english ? #", "@codesLeft": {"description": "A text."}"# : ""
            return "{\"@@locale\": \"\(language.tag)\", \"codesLeft\": \"\(language.tag) {count}\"" + description + "}"
        }
        #expect(QuickStart.text(from: catalogs, with: ReaderFormats()) == "ru 3")
    }
}
