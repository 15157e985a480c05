import AccountPages
import CatalogChecks
import Foundation
import Markup
import Testing
import Texts

@Suite("Texts of pages")
struct PageTextTests {
    private static let texts: [any CatalogText] = PageText.allCases.map { $0 } + PageMessage.samples.map { $0 }

    @Test("every catalog has the keys, arguments and plurals of the code")
    func catalogs() {
        #expect(findings(in: .accountPages, of: Self.texts) == [])
    }

    @Test("pages use every text")
    func usage() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Sources/Server/AccountPages")
        #expect(try unusedKeys(Self.texts.map(\.key), in: folder, declaredIn: "PageText.swift") == [])
    }

    @Test("the time to retry is in the largest unit that is precise enough")
    func retry() {
        func text(_ seconds: Int, _ language: Language = .english) -> String {
            let site = Site(serviceName: "S", format: ReaderFormat(ReaderLanguage(language)))
            return ErrorPage(.unavailable, requestID: "r", retryAfter: seconds).document(on: site).text
        }
        for (seconds, words) in [
            (0, "in a second."), (1, "in a second."), (2, "in 2 seconds."), (119, "in 119 seconds."), (120, "in 2 minutes."),
            (121, "in 3 minutes."), (7_199, "in 120 minutes."), (7_200, "in 2 hours."), (7_201, "in 3 hours."),
        ] {
            #expect(text(seconds).contains("<p>Try again \(words)</p>"), "\(seconds)")
        }
        #expect(text(122, .russian).contains("через 3 минуты."))
        #expect(text(300, .russian).contains("через 5 минут."))
        #expect(text(120, .hebrew).contains("שתי דקות"))
    }

    @Test("pseudo-English shows that every text of an error page is in a catalog")
    func pseudo() {
        let site = Site(serviceName: "", format: ReaderFormat(ReaderLanguage(.pseudo)))
        for kind in ErrorPage.Kind.allCases {
            let text = ErrorPage(kind, requestID: "", retryAfter: 5).document(on: site).text
            let shown = text[(text.range(of: "<main")?.lowerBound ?? text.endIndex)...].replacing(/<[^>]*>/, with: "\n")
                .split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            #expect(shown.count >= 4)
            #expect(shown.allSatisfy { $0.hasPrefix("[") && $0.hasSuffix("]") }, "\(shown)")
        }
    }

    @Test("a page without texts in the catalogs says that it is in English")
    func untranslated() {
        let site = Site(serviceName: "S", format: ReaderFormat(ReaderLanguage(.arabic)))
        let text = SignInPage(formToken: FormToken("dG9rZW4")).document(on: site).text
        #expect(text.contains("<html lang=\"en\">"))
    }
}
