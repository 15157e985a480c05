import AssociatedDomains
import DeviceServices
import HTTPTypes
import PasswordManager
import Testing
import WebClient

@Suite("Fetching change-password pages") struct ChangePasswordPagesTests {
    private static let wellKnown = "https://example.com/.well-known/change-password"

    @Test("follows redirects within the site and to other https addresses")
    func redirects() async throws {
        let site = RedirectingSite([
            Self.wellKnown: .to("/account/password"), "https://example.com/account/password": .to("https://login.example.org/?a=1"),
            "https://login.example.org/?a=1": .status(200),
        ])
        #expect(try await ChangePasswordPages(transport: site).status(of: Self.wellKnown) == 200)
        let host = try DomainName("example.com")
        let page = await ChangePasswordProbe(host: host).run(over: ChangePasswordPages(transport: site))
        #expect(page?.address == Self.wellKnown)
    }

    @Test(
        "follows no other redirects, and not indefinitely",
        arguments: ["http://example.com/plain", "//example.org/", "account", "https://example.com/.well-known/change-password"])
    func elsewhere(location: String) async throws {
        let site = RedirectingSite([Self.wellKnown: .to(location), "http://example.com/plain": .status(200)])
        await #expect(throws: (any Error).self) {
            try await ChangePasswordPages(transport: site).status(of: Self.wellKnown)
        }
    }

    @Test("returns the last status")
    func statuses() async throws {
        for code in [200, 404, 500] {
            let site = RedirectingSite([Self.wellKnown: .status(code)])
            #expect(try await ChangePasswordPages(transport: site).status(of: Self.wellKnown) == code)
        }
    }
}

/// A site that responds at some URLs only.
private struct RedirectingSite: WebTransport {
    enum Answer: Sendable {
        case status(Int)
        case to(String)
    }

    private let answers: [String: Answer]

    init(_ answers: [String: Answer]) {
        self.answers = answers
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        switch answers["\(request.url)"] {
        case .status(let code): WebResponse(status: HTTPResponse.Status(code: code))
        case .to(let location): WebResponse(status: .found, headers: [.location: location])
        case nil: WebResponse(status: .notFound)
        }
    }
}
