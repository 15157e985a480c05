import Accounts
import HTTPTypes
import Hummingbird
import JSONText
import NIOCore
import Secrets
import Testing
import Texts

@testable import AccountServer

@Suite("Problems")
struct ProblemTests {
    private let id = RequestIdentifier(random: SystemRandomBytes())

    @Test("every code has a type, a title and its own error status", arguments: ProblemCode.allCases)
    func codes(code: ProblemCode) {
        #expect(code.type == "urn:latchkey:problem:" + code.rawValue)
        // One code has the spelling of the account upgrade specification.
        let mark = code == .additionalAuthenticationRequired ? UInt8(ascii: "_") : UInt8(ascii: "-")
        #expect(code.rawValue.utf8.allSatisfy { ("a"..."z").contains(Character(Unicode.Scalar($0))) || $0 == mark })
        #expect(!code.title.isEmpty)
        #expect((400..<600).contains(code.status.code))
    }

    @Test("a document has all members of its problem, in a fixed order")
    func document() throws {
        let problem = Problem(
            .usernameTaken, detail: "Try another.",
            errors: [FieldProblem(.field("username"), code: "username-taken", message: "is taken")],
            retryAfter: .milliseconds(1_001))
        let expected =
            #"{"type":"urn:latchkey:problem:username-taken","title":"The user name is taken","status":409,"code":"username-taken","#
            + #""detail":"Try another.","instance":"urn:uuid:\#(id)","errors":[{"field":"username","code":"username-taken","#
            + #""message":"is taken"}],"retryAfter":2}"#
        #expect(problem.document(instance: id).text() == expected)
        let short =
            #"{"type":"urn:latchkey:problem:not-found","title":"Not found","status":404,"code":"not-found","instance":"urn:uuid:\#(id)"}"#
        #expect(Problem(.notFound).document(instance: id).text() == short)
    }

    @Test("an internal error discloses no details, and an overload only the time to retry")
    func internalErrors() {
        struct Secret: Error { let text = "the database password is hunter2" }
        let problem = Problem(thrown: Secret())
        #expect(problem.code == .internalError)
        #expect(problem.cause?.contains("hunter2") == true)
        #expect(!problem.document(instance: id).text().contains("hunter2"))
        let chatty = Problem(.internalError, detail: "hunter2", errors: [FieldProblem(.field("hunter2"), code: "", message: "")])
        #expect(!chatty.document(instance: id).text().contains("hunter2"))
        #expect(Problem.overloaded(retryAfter: .seconds(3)).document(instance: id)["retryAfter"] == 3)
    }

    @Test(
        "the time to retry is sent in whole seconds, rounded up, at least one",
        arguments: [
            (Duration.zero, Int64(1)), (.milliseconds(1), 1), (.seconds(1), 1), (.milliseconds(1_001), 2), (.seconds(90), 90),
        ])
    func retryAfter(duration: Duration, seconds: Int64) {
        #expect(Problem.tooManyRequests(retryAfter: duration).retryAfterSeconds == seconds)
        #expect(Problem.tooManyRequests(retryAfter: duration).answerHeaders[.retryAfter] == String(seconds))
    }

    @Test("every 401 has a challenge, the problem's own or the default")
    func challenges() {
        #expect(Problem(.invalidCredentials).answerHeaders[.wwwAuthenticate] == Problem.bearerChallenge)
        let challenge = #"DPoP algs="ES256""#
        #expect(Problem.unauthenticated(challenge: challenge).answerHeaders[.wwwAuthenticate] == challenge)
        #expect(Problem(.forbidden).answerHeaders[.wwwAuthenticate] == nil)
    }

    @Test(
        "errors of libraries become problems without their text",
        arguments: [
            (HTTPError(.notFound), ProblemCode.notFound), (HTTPError(.badRequest, message: "hunter2"), .badRequest),
            (HTTPError(.contentTooLarge), .contentTooLarge), (HTTPError(.unauthorized), .unauthenticated),
            (HTTPError(.internalServerError, message: "hunter2"), .internalError), (HTTPError(.badGateway), .internalError),
            (HTTPError(.unprocessableContent, message: "hunter2"), .badRequest), (HTTPError(.serviceUnavailable), .overloaded),
            (NIOTooManyBytesError(maxBytes: 1), .contentTooLarge), (CancellationError(), .overloaded),
            (ChannelError.inputClosed, .badRequest),
            (DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "hunter2")), .badRequest),
        ] as [(any Error, ProblemCode)])
    func libraries(error: any Error, code: ProblemCode) {
        let problem = Problem(thrown: error)
        #expect(problem.code == code)
        #expect(!problem.document(instance: id).text().contains("hunter2"))
    }

    @Test("a problem passes through unchanged")
    func ownProblem() {
        let problem = Problem(thrown: Problem(.notFound, detail: "x", cause: "y"))
        #expect(problem.code == .notFound && problem.detail == "x" && problem.cause == "y")
    }

    @Test("a page renderer cannot drop the status or header fields of a problem")
    func renderer() {
        let page = ProblemRenderer { _, _ in Response(status: .ok, headers: [.contentType: "text/html", .allow: "none"]) }
        let problemContext = ProblemContext(id: id, method: .get, path: "/")
        let response = page.response(to: Problem(.methodNotAllowed, headers: [.allow: "GET, HEAD"]), on: problemContext)
        #expect(response.status == .methodNotAllowed)
        #expect(response.headers[.allow] == "GET, HEAD")
        #expect(response.headers[.contentType] == "text/html")
    }

    @Test(
        "a problem document says what the user did wrong in the language that the client accepts",
        arguments: [
            (nil, "en", "The password is wrong."), ("de-AT", "de", "Das Passwort ist falsch."),
            ("tlh", "en", "The password is wrong."), ("en-XA", "en", "The password is wrong."),
        ] as [(String?, String, String)])
    func language(accepted: String?, language: String, start: String) throws {
        var headers = HTTPFields()
        headers[.acceptLanguage] = accepted
        let problemContext = ProblemContext(id: id, method: .post, path: "/", headers: headers)
        let response = ProblemRenderer.json.response(to: .wrongPassword, on: problemContext)
        #expect(response.headers[.contentLanguage] == language && response.headers[.vary] == "Accept-Language")
        let reader = LanguageChoice(acceptLanguage: accepted).reader(configured: .english)
        let translated = Problem.wrongPassword.translated(for: ReaderFormat(reader))
        #expect((translated ?? .wrongPassword).detail?.hasPrefix(start) == true)
    }

    @Test("a translated problem keeps the code and the place of each part, and details for developers stay in English")
    func translation() throws {
        let german = ReaderFormat(ReaderLanguage(.german))
        let problem = Problem([.userName(.reserved), .password(.common)])
        let translated = try #require(problem.translated(for: german))
        #expect(translated.errors.map(\.code) == problem.errors.map(\.code))
        #expect(translated.errors.map(\.place) == problem.errors.map(\.place))
        #expect(translated.detail == translated.errors.map(\.message).joined(separator: " "))
        #expect(translated.detail != problem.detail)
        #expect(problem.translated(for: .english) == nil)
        let chinese = try #require(problem.translated(for: ReaderFormat(ReaderLanguage(.simplifiedChinese))))
        #expect(chinese.detail == chinese.errors.map(\.message).joined())
        #expect(Problem(.factorRejected, detail: "x").translated(for: german)?.detail?.isEmpty == false)
        #expect(Problem(.badRequest, detail: "A cookie is malformed.").translated(for: german) == nil)
    }

    /// The kinds that have no text for users unless the occurrence has one: `docs/languages.md` says why.
    private static let withoutText: Set<ProblemCode> = [
        .badRequest, .malformedJSON, .malformedForm, .invalidFields, .unauthenticated, .forbidden, .notFound, .methodNotAllowed,
        .notAcceptable, .requestTimeout, .conflict, .preconditionFailed, .contentTooLarge, .uriTooLong, .unsupportedMediaType,
        .tooManyRequests, .headerFieldsTooLarge, .internalError, .overloaded, .invalidCredentials, .formTokenInvalid,
        .usernameTaken, .usernameTooShort, .usernameTooLong, .usernameCharacterNotAllowed, .usernameMalformedAddress,
        .usernameReserved, .languageNotOffered, .timeZoneUnknown, .passwordTooShort, .passwordTooLong, .passwordContainsNull,
        .passwordRules, .passwordCommon, .passwordContainsUserName, .passwordContainsContextWord, .passwordWeak, .passwordLeaked,
        .passwordUnchanged, .additionalAuthenticationRequired, .attestationRejected, .attestationRequired, .appleTokenRejected,
    ]

    @Test("a kind with a text for users has it in every language, also without a detail", arguments: ProblemCode.allCases)
    func texts(code: ProblemCode) {
        let details = Language.offered.map { Problem(code).translated(for: ReaderFormat(ReaderLanguage($0)))?.detail }
        #expect(details.allSatisfy { ($0 == nil) == Self.withoutText.contains(code) })
        if !Self.withoutText.contains(code) { #expect(Set(details).count == Language.offered.count) }
    }

    @Test("an exhausted budget and an overload say when to try again, in the language of the reader")
    func retryTexts() throws {
        let german = ReaderFormat(ReaderLanguage(.german))
        let budget = try #require(Problem.tooManyRequests(retryAfter: .seconds(30)).translated(for: german)?.detail)
        #expect(budget.hasSuffix("Versuche es in 30 Sekunden erneut."))
        let overload = Problem.overloaded(retryAfter: .seconds(1))
        #expect(overload.translated(for: german)?.detail?.hasSuffix("Versuche es in einer Sekunde erneut.") == true)
        #expect(overload.translated(for: .english)?.detail?.hasSuffix("Try again in a second.") == true)
        // The text of a tool for developers is in English.
        #expect(Problem.tooManyRequests(retryAfter: .seconds(1), detail: "x").translated(for: german) == nil)
    }

    @Test(
        "a wrong code from a message says how many attempts are left", arguments: [(2, "Noch 2 Versuche."), (1, "Noch 1 Versuch.")])
    func attemptsLeft(count: Int, end: String) {
        let german = ReaderFormat(ReaderLanguage(.german))
        #expect(Problem.codeRejected(attemptsLeft: count).translated(for: german)?.detail?.hasSuffix(end) == true)
        #expect(Problem.codeRejected(attemptsLeft: 0).translated(for: german)?.detail?.contains("0") == false)
    }

    @Test(
        "an application gets the reason of an error in the language that its client accepts",
        arguments: [("de-CH", "de", "Das Passwort ist falsch."), ("tlh", "en", "The password is wrong.")])
    func applicationReason(accepted: String, language: String, start: String) {
        let error = LatchkeyError(.wrongPassword)
        let reason = error.reason(acceptLanguage: accepted)
        #expect(reason.language == language && reason.text.hasPrefix(start))
        #expect(error.reason(acceptLanguage: nil).text == error.reason)
        let hidden = LatchkeyError(Problem(.internalError, detail: "hunter2")).reason(acceptLanguage: "de")
        #expect(hidden.language == "en" && !hidden.text.contains("hunter2"))
    }

    @Test(
        "a negotiated renderer returns pages to clients that accept them",
        arguments: [("text/html,*/*", true), ("*/*", false), (nil, false), ("application/json", false)])
    func negotiation(accept: String?, isPage: Bool) {
        var headers = HTTPFields()
        headers[.accept] = accept
        let renderer = ProblemRenderer.negotiated(
            page: ProblemRenderer { _, _ in Response(status: .ok, headers: [.contentType: "text/html"]) })
        let response = renderer.response(
            to: Problem(.notFound), on: ProblemContext(id: id, method: .get, path: "/", headers: headers))
        #expect(response.headers[.contentType] == (isPage ? "text/html" : "application/problem+json"))
        #expect(response.status == .notFound)
    }
}
