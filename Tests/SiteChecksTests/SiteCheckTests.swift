import AssociatedDomains
import HTTPTypes
import Testing

@testable import SiteChecks
@testable import WebClient

@Suite("The result of fetching a file by one route")
struct SiteCheckTests {
    private static let file = #"{"webcredentials":{"apps":["ABCDE2345F.com.acme.app"]}}"#

    private static func check(_ outcomes: AnsweringSites.Outcome..., route: SiteRoute = .origin) throws -> SiteCheck {
        let url = try WebURL("https://acme.com/.well-known/apple-app-site-association")
        return SiteCheck(route: route, visits: outcomes.map { FetchReport(url: url, outcome: $0) })
    }

    @Test("the last response counts, and a valid file has no findings")
    func sound() throws {
        let check = try Self.check(AnsweringSites.answer(404), AnsweringSites.answer(200, Self.file))
        #expect(check.findings.isEmpty && !check.hasErrors && check.status == 200 && check.failure == nil)
        #expect(check.file?.appIDs(for: .webcredentials) == ["ABCDE2345F.com.acme.app"])
        #expect(check.body == Array(Self.file.utf8))
    }

    @Test("a body with another status is not a file, even if it is valid")
    func status() throws {
        let check = try Self.check(AnsweringSites.answer(404, Self.file))
        #expect(check.file == nil && check.body == nil && check.hasErrors && check.status == 404)
        #expect(check.findings.map(\.code).contains(.notFound))
    }

    @Test("a malformed file keeps its bytes, for the position of the finding")
    func unreadable() throws {
        let check = try Self.check(AnsweringSites.answer(200, "{,}"))
        #expect(check.file == nil && check.body == Array("{,}".utf8) && check.findings.map(\.code).contains(.malformedJSON))
    }

    @Test("without a response there are no findings")
    func failure() throws {
        let check = try Self.check(.failure(.timedOut))
        #expect(check.findings.isEmpty && check.file == nil && check.status == nil && check.failure == .timedOut)
    }

    @Test("the network's copy differs from the site's by apps, by bytes only, by presence, or not at all")
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

    @Test("the header fields that describe a response's origin are reported with their usual names")
    func headers() throws {
        let headers: HTTPFields = [.server: "a", .setCookie: "secret", .age: "7", .contentType: "text/html"]
        let told = WebResponse(status: .ok, headers: headers).explanatoryHeaders
        #expect(told.map { "\($0.name): \($0.value)" } == ["Content-Type: text/html", "Age: 7", "Server: a"])
        let timings = FetchTimings(resolved: .milliseconds(2), finished: .microseconds(51_900)).milliseconds
        #expect(timings.map { "\($0.name) \($0.value)" } == ["resolved 2", "finished 51"])
    }
}
