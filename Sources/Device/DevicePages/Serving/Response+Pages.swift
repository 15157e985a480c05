import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import Markup
import WebServing

extension Response {
    /// Returns a page. Its policy permits only its own stylesheet, icon and script, and forbids frames on other pages.
    static func page(_ document: HTMLDocument, status: HTTPResponse.Status = .ok) -> Response {
        .uncached(
            document.bytes, type: "text/html; charset=utf-8", status: status,
            headers: [.contentSecurityPolicy: pagePolicy, .referrerPolicy: "same-origin"])
    }

    /// Returns the response to a form after which the phones end: a redirection to a page, or nothing for the script.
    static func seeing(_ page: LocalPath, isScript: Bool) -> Response {
        Response(
            status: isScript ? .noContent : .seeOther,
            headers: isScript ? [.cacheControl: "no-store"] : [.location: page.text, .cacheControl: "no-store"])
    }

    /// Returns a JSON file that the browser saves, and no cache keeps.
    static func download(_ file: Data, as name: StaticString) -> Response {
        .uncached(
            file, type: "application/json", headers: [.contentDisposition: "attachment; filename=\"\(name)\""])
    }

    /// Returns a value of the API.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        .uncached(jsonText(value).utf8, type: "application/json", status: status)
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
    /// The ``PhoneView/version`` of the first view that includes the action.
    static let deviceVersion = literal("Device-Version")
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
    static func requireOwnHost(_ request: Request) throws(PageProblem) {
        guard request.isForThisMachine else {
            throw PageProblem(
                .forbidden, "foreign-host", "host “\(request.hostName)” is not allowed; use 127.0.0.1 or localhost")
        }
    }

    static func requireOwnOrigin(_ request: Request) throws(PageProblem) {
        try requireOwnHost(request)
        guard request.isOfOwnOrigin else {
            throw PageProblem(.forbidden, "foreign-origin", "the request comes from a page of another site")
        }
    }

    static func requireOwnPage(_ request: Request) throws(PageProblem) {
        try requireOwnOrigin(request)
        guard request.isOfOwnPage else {
            throw PageProblem(.forbidden, "foreign-origin", "only the pages of this server read this address")
        }
    }
}
