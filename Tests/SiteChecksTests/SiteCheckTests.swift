import AssociatedDomains
import HTTPTypes
import Testing

@testable import SiteChecks
@testable import WebClient

@Suite("What one way to a file gave")
struct SiteCheckTests {
    private static let file = #"{"webcredentials":{"apps":["ABCDE2345F.com.acme.app"]}}"#

    private static func check(_ outcomes: AnsweringSites.Outcome..., route: SiteRoute = .origin) throws -> SiteCheck {
        let url = try WebURL("https://acme.com/.well-known/apple-app-site-association")
        return SiteCheck(route: route, visits: outcomes.map { FetchReport(url: url, outcome: $0) })
    }

    @Test("the last answer counts, and a sound file has no finding")
    func sound() throws {
        let check = try Self.check(AnsweringSites.answer(404), AnsweringSites.answer(200, Self.file))
        #expect(check.findings.isEmpty && !check.hasErrors && check.status == 200 && check.failure == nil)
        #expect(check.file?.appIDs(for: .webcredentials) == ["ABCDE2345F.com.acme.app"])
        #expect(check.body == Array(Self.file.utf8))
    }

    @Test("what was served with another status is no file, whatever it holds")
    func status() throws {
        let check = try Self.check(AnsweringSites.answer(404, Self.file))
        #expect(check.file == nil && check.body == nil && check.hasErrors && check.status == 404)
        #expect(check.findings.map(\.code).contains(.notFound))
    }

    @Test("what cannot be read keeps its bytes, for the place of the finding")
    func unreadable() throws {
        let check = try Self.check(AnsweringSites.answer(200, "{,}"))
        #expect(check.file == nil && check.body == Array("{,}".utf8) && check.findings.map(\.code).contains(.malformedJSON))
    }

    @Test("without an answer there is nothing to find")
    func failure() throws {
        let check = try Self.check(.failure(.timedOut))
        #expect(check.findings.isEmpty && check.file == nil && check.status == nil && check.failure == .timedOut)
    }

    @Test("the copy differs from the site's own by apps, by bytes alone, by being there, or not at all")
    func differences() throws {
        let own = try Self.check(AnsweringSites.answer(200, Self.file))
        func lines(_ copy: AnsweringSites.Outcome) throws -> [String] {
            SiteDifference(origin: own, cdn: try Self.check(copy, route: .cdn)).lines
        }
        #expect(try lines(AnsweringSites.answer(200, Self.file)) == [])
        let size = Self.file.utf8.count
        #expect(
            try lines(AnsweringSites.answer(200, Self.file + "\n"))
                == ["the texts differ: \(size) bytes at the origin, \(size + 1) bytes at the CDN", "the apps are the same"])
        #expect(
            try lines(AnsweringSites.answer(200, Self.file.replacing("acme.app", with: "acme.old"))).dropFirst() == [
                "webcredentials: ABCDE2345F.com.acme.app is at the origin alone",
                "webcredentials: ABCDE2345F.com.acme.old is at the CDN alone",
            ])
        #expect(try lines(AnsweringSites.answer(404)) == ["origin has one, cdn has no file that can be read"])
        let none = try Self.check(.failure(.timedOut))
        #expect(SiteDifference(origin: none, cdn: none).lines == [])
    }

    @Test("of an answer those fields are told that say how it came about, each under its usual name")
    func headers() throws {
        let headers: HTTPFields = [.server: "a", .setCookie: "secret", .age: "7", .contentType: "text/html"]
        let told = WebResponse(status: .ok, headers: headers).tellingHeaders
        #expect(told.map { "\($0.name): \($0.value)" } == ["Content-Type: text/html", "Age: 7", "Server: a"])
        let timings = FetchTimings(resolved: .milliseconds(2), finished: .microseconds(51_900)).milliseconds
        #expect(timings.map { "\($0.name) \($0.value)" } == ["resolved 2", "finished 51"])
    }
}
