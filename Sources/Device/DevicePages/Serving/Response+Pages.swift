import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import Markup
import NIOCore

extension Response {
    /// Returns a page. Its policy permits only its own stylesheet, icon and script, and forbids frames on other pages.
    static func page(_ document: HTMLDocument, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
                .contentSecurityPolicy: pagePolicy, .referrerPolicy: "same-origin",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: document.bytes)))
    }

    /// Returns an asset of the pages, whose address changes with its content.
    static func asset(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "public, max-age=31536000, immutable", .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// Returns the response to a form after which the phones end: a redirection to a page, or nothing for the script.
    static func seeing(_ page: LocalPath, isScript: Bool) -> Response {
        Response(
            status: isScript ? .noContent : .seeOther,
            headers: isScript ? [.cacheControl: "no-store"] : [.location: page.text, .cacheControl: "no-store"])
    }

    /// Returns a JSON file that the browser saves, and no cache keeps.
    static func download(_ file: Data, as name: StaticString) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: "application/json", .contentDisposition: "attachment; filename=\"\(name)\"",
                .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file)))
    }

    /// Returns a value of the API.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: jsonText(value))))
    }

    /// Returns JSON on one line, with sorted keys and RFC 3339 times.
    static func jsonText(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        // Every part of a view has a JSON form.
        guard let data = try? encoder.encode(value) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }

    private static let pagePolicy =
        "default-src 'none'; style-src 'self'; img-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'"
}

extension HTTPField.Name {
    static let referrerPolicy = literal("Referrer-Policy")
    static let secFetchSite = literal("Sec-Fetch-Site")
    /// The ``PhoneView/version`` of the first view that includes the action.
    static let deviceVersion = literal("Device-Version")

    private static func literal(_ name: StaticString) -> Self {
        guard let name = Self("\(name)") else { preconditionFailure("invalid header field name") }
        return name
    }
}

extension Request {
    /// Whether the script of the page sent the request, which does not leave the page.
    var isOfScript: Bool { headers[.accept] == "application/json" }
}

/// An error response.
struct PageProblem: Error, Encodable {
    let status: HTTPResponse.Status
    /// The stable code, for programs.
    let code: String
    /// The explanation, for users.
    let detail: String

    init(_ status: HTTPResponse.Status, _ code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    init(_ rejection: PhoneError) {
        self.init(.conflict, rejection.code.rawValue, rejection.description)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(status.code, forKey: .status)
        try container.encode(code, forKey: .code)
        try container.encode(detail, forKey: .detail)
    }

    private enum Keys: String, CodingKey {
        case status, code, detail
    }

    /// The response as a problem document (RFC 9457).
    var response: Response {
        var response = Response.json(self, status: status)
        response.headers[.contentType] = "application/problem+json"
        return response
    }
}

/// Runs a handler, and converts its errors to responses.
func answering(_ work: () async throws -> Response) async throws -> Response {
    do {
        return try await work()
    } catch let problem as PageProblem {
        return problem.response
    } catch let rejection as PhoneError {
        return PageProblem(rejection).response
    }
}

/// Distinguishes requests of these pages and of local programs from requests that other sites' pages send.
enum OwnRequests {
    /// Rejects host names that are not this machine's: a page elsewhere could point its own name at this server (DNS rebinding).
    static func requireOwnHost(_ request: Request) throws(PageProblem) {
        let authority = (request.head.authority ?? "").lowercased()
        let name =
            authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
        guard names.contains(name) || name.hasSuffix(".localhost") else {
            throw PageProblem(.forbidden, "foreign-host", "host “\(name)” is not allowed; use 127.0.0.1 or localhost")
        }
    }

    /// Rejects requests from pages of other sites. A browser names the origin in every POST request; a program may omit it.
    static func requireOwnOrigin(_ request: Request) throws(PageProblem) {
        try requireOwnHost(request)
        let authority = (request.head.authority ?? "").lowercased()
        let origins = request.headers[values: .origin]
        let site = request.headers[.secFetchSite]
        guard origins.allSatisfy({ $0.lowercased() == "http://" + authority || $0.lowercased() == "https://" + authority }),
            site == nil || site == "same-origin" || site == "none"
        else { throw PageProblem(.forbidden, "foreign-origin", "the request comes from a page of another site") }
    }

    /// Accepts requests of this server's pages and of programs only. A page on another port has the cookie, and could occupy all event
    /// streams.
    static func requireOwnPage(_ request: Request) throws(PageProblem) {
        try requireOwnOrigin(request)
        guard request.headers[.secFetchSite].map({ $0 == "same-origin" }) ?? true else {
            throw PageProblem(.forbidden, "foreign-origin", "only the pages of this server read this address")
        }
    }

    private static let names: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
}
