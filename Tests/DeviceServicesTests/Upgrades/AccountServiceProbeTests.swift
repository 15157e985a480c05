import AssociatedDomains
import Dispatch
import HTTPTypes
import PasswordManager
import Synchronization
import Testing
import WebClient

@testable import DeviceServices

@Suite("Whether a password signs in, as account services tell") struct AccountServiceProbeTests {
    @Test(
        "is what the sign-in answers, and nothing where it says something else",
        arguments: [
            (201, #"{"session":{"token":"t1"}}"#, PasswordStanding.signsIn), (201, "{}", .signsIn),
            (401, #"{"code":"additional_authentication_required","challenge":"c"}"#, .signsIn),
            (401, #"{"code":"invalid-credentials"}"#, .refused), (401, #"{"code":"unauthenticated"}"#, .unknown),
            (401, "<html>", .unknown),
            (403, #"{"code":"invalid-credentials"}"#, .unknown), (404, "", .unknown), (429, "{}", .unknown), (503, "", .unknown),
        ])
    func answers(status: Int, body: String, standing: PasswordStanding) async throws {
        let site = SaidSite(HTTPResponse.Status(code: status), body)
        #expect(try await Self.ask(AccountServiceProbe(transport: site)) == standing)
        let sent = site.requests
        #expect(sent.first?.hasPrefix("POST https://example.com/v1/sessions") == true)
        #expect(sent.first?.contains(#""username":"jane""#) == true && sent.first?.contains(#""password":"hunter2""#) == true)
        // No session stays open.
        #expect(sent.dropFirst() == (body.contains("t1") ? ["DELETE https://example.com/v1/session Bearer t1 "] : []))
    }

    @Test("is not known where nobody answers, or nobody is to be asked")
    func unreachable() async throws {
        let site = SaidSite(nil, "")
        #expect(try await Self.ask(AccountServiceProbe(transport: site)) == .unknown)
        #expect(site.requests.count == 1)
        #expect(try await Self.ask(AccountServiceProbe(transport: site) { _ in nil }) == .unknown)
        #expect(site.requests.count == 1)
    }

    @Test(
        "is told of a new password that is kept, under the key of its upgrade, and nothing comes of its answer",
        arguments: [200, 409, 503])
    func confirmation(status: Int) async throws {
        let site = SaidSite(HTTPResponse.Status(code: status), "{}")
        let id = try #require(CredentialID(server: try DomainName("example.com"), user: "jane"))
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "test").async {
                AccountServiceProbe(transport: site).confirm(PrivateText("new one"), of: "the key", for: id)
                continuation.resume()
            }
        }
        let sent = try #require(site.requests.first)
        #expect(site.requests.count == 1)
        #expect(sent.hasPrefix("POST https://example.com/v1/account/upgrade/password/confirmation"))
        for member in [#""key":"the key""#, #""username":"jane""#, #""currentPassword":"new one""#] {
            #expect(sent.contains(member))
        }
    }

    /// On a thread of its own: the probe blocks.
    private static func ask(_ probe: AccountServiceProbe) async throws -> PasswordStanding {
        let id = try #require(CredentialID(server: try DomainName("example.com"), user: "jane"))
        return await withCheckedContinuation { continuation in
            DispatchQueue(label: "test").async {
                continuation.resume(returning: probe.standing(of: PrivateText("hunter2"), for: id))
            }
        }
    }
}

private final class SaidSite: WebTransport {
    private let status: HTTPResponse.Status?
    private let body: String
    private let seen = Mutex<[String]>([])

    var requests: [String] { seen.withLock { $0 } }

    init(_ status: HTTPResponse.Status?, _ body: String) {
        self.status = status
        self.body = body
    }

    func send(_ request: WebRequest) async throws(WebClientError) -> WebResponse {
        let words = [
            request.method.rawValue, "\(request.url)", request.headers[.authorization] ?? "",
            String(decoding: request.body, as: UTF8.self),
        ]
        seen.withLock { $0.append(words.joined(separator: " ")) }
        guard let status else { throw .timedOut }
        return WebResponse(status: status, body: [UInt8](body.utf8))
    }
}
