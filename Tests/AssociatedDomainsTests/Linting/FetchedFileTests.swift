import AssociatedDomains
import Testing

@Suite("Checks of how a file is served")
struct FetchedFileTests {
    private static let body = #"{"webcredentials":{"apps":["ABCDE2345F.com.acme.app"]}}"#
    private static let address = "https://acme.com/.well-known/apple-app-site-association"

    private func codes(
        _ status: Int = 200, type: String? = "application/json", body: String = body, url: String? = address
    ) -> [Finding.Code] {
        let headers = type.map { [(name: "Content-Type", value: $0)] } ?? []
        return FetchedFile(url: url, status: status, headers: headers, body: Array(body.utf8)).lint().map(\.code)
    }

    @Test("a file that is served correctly has no findings")
    func sound() {
        #expect(codes() == [])
        #expect(codes(type: "Application/JSON; charset=utf-8") == [])
        #expect(codes(url: "https://acme.com/apple-app-site-association") == [])
    }

    @Test("each error in serving has its finding")
    func faults() {
        #expect(codes(type: "text/plain") == [.wrongContentType])
        #expect(codes(type: "application/pkcs7-mime") == [.wrongContentType])
        #expect(codes(type: nil) == [.missingContentType])
        #expect(codes(301) == [.redirected])
        #expect(codes(404) == [.notFound])
        #expect(codes(503) == [.serverError])
        #expect(codes(204) == [.unexpectedStatus])
        #expect(codes(url: "http://acme.com/.well-known/apple-app-site-association") == [.notHTTPS])
        #expect(codes(url: Self.address + ".json") == [.wrongPath])
        #expect(codes(type: "text/html", body: "<!DOCTYPE html><html>") == [.wrongContentType, .htmlInsteadOfJSON])
    }

    @Test("a redirect finding has the target, truncated and printable")
    func location() {
        let answer = FetchedFile(status: 302, headers: [("LOCATION", "https://www.acme.com/\u{1B}[2J")], body: [])
        #expect(
            answer.lint().map(\.message) == [
                #"The response is a redirect (302) to "https://www.acme.com/\#u{FFFD}[2J"; redirects are not followed."#
            ])
    }
}
