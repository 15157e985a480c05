import HTTPTypes
import Testing

@testable import AccountServer

@Suite("Languages of pages")
struct PageLanguageTests {
    @Test(
        "an error page is in the language that the browser accepts, and says so",
        arguments: [
            ("de-AT,de;q=0.9,en;q=0.5", "de", "Seite nicht gefunden"), ("zh-CN", "zh-Hans", "找不到页面"), ("zh-HK", "zh-Hant", "找不到頁面"),
            ("pt", "pt-BR", "Página não encontrada"), ("nl, ja;q=0.3", "ja", "ページが見つかりません"), ("nl", "en", "Page not found"),
            ("de;q=2", "en", "Page not found"), (nil, "en", "Page not found"),
        ])
    func errorPage(_ accepted: String?, _ language: String, _ title: String) async throws {
        try await ServerBench().run { client in
            var headers: HTTPFields = [.accept: "text/html"]
            headers[.acceptLanguage] = accepted
            let answer = try await client.send(.get, "/nothing/here", headers: headers)
            #expect(answer.status == .notFound)
            #expect(answer.headers[.contentLanguage] == language)
            #expect(answer.headers[.vary] == "Accept-Language, Cookie")
            #expect(answer.text.contains("<html lang=\"\(language)\">"))
            #expect(answer.text.contains("<h1>\(title)</h1>"))
        }
    }

    @Test("a page of Arabic is written from right to left")
    func rightToLeft() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, "/signed-out", headers: [.acceptLanguage: "ar"])
            #expect(answer.text.contains("<html lang=\"ar\" dir=\"rtl\">"))
            #expect(answer.text.contains("تم تسجيل خروجك"))
        }
    }

    @Test("a page that is not translated is in English and says so")
    func untranslated() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, "/sign-in", headers: [.acceptLanguage: "ar"])
            #expect(answer.headers[.contentLanguage] == "en")
            #expect(answer.text.contains("<html lang=\"en\">"))
        }
    }

    @Test("problem documents stay in English")
    func documents() async throws {
        try await ServerBench().run { client in
            let answer = try await client.send(.get, "/v1/nothing", headers: [.acceptLanguage: "de"])
            #expect(!answer.headers.contains(.contentLanguage))
            #expect(answer.headers[.contentType] == "application/problem+json")
        }
    }
}
