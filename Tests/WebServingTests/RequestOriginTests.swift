import HTTPTypes
import Hummingbird
import NIOCore
import Testing
import WebServing

@Suite("The host and origin of a request")
struct RequestOriginTests {
    private func request(to authority: String?, _ headers: HTTPFields = [:]) -> Request {
        let head = HTTPRequest(method: .get, scheme: "http", authority: authority, path: "/", headerFields: headers)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    @Test(
        "only names of this machine are accepted, with any port",
        arguments: [
            ("localhost", true), ("LocalHost:8080", true), ("127.0.0.1:1", true), ("[::1]:8080", true), ("shop.localhost:80", true),
            ("evil.example", false), ("localhost.evil.example", false), ("notlocalhost", false), ("127.0.0.1.evil.example", false),
            ("[::1", false), ("[::2]", false), ("", false), (nil, false),
        ] as [(String?, Bool)])
    func host(authority: String?, isOurs: Bool) {
        #expect(request(to: authority).isForThisMachine == isOurs)
    }

    @Test(
        "a page of another origin is recognized by either field, and a program without both is accepted",
        arguments: [
            ([], nil, true, true), ([], "same-origin", true, true), ([], "none", true, false), ([], "same-site", false, false),
            ([], "cross-site", false, false), (["http://localhost:8080"], "same-origin", true, true),
            (["HTTP://LOCALHOST:8080"], nil, true, true), (["https://localhost:8080"], nil, true, true),
            (["http://localhost:8081"], nil, false, false), (["null"], nil, false, false), ([""], nil, false, false),
            (["http://localhost:8080", "http://evil.example"], nil, false, false),
            (["http://evil.example"], "same-origin", false, false),
        ] as [([String], String?, Bool, Bool)])
    func origin(origins: [String], site: String?, isOwnOrigin: Bool, isOwnPage: Bool) {
        var headers = HTTPFields(origins.map { HTTPField(name: .origin, value: $0) })
        headers[.secFetchSite] = site
        let request = request(to: "localhost:8080", headers)
        #expect(request.isOfOwnOrigin == isOwnOrigin && request.isOfOwnPage == isOwnPage)
    }
}
