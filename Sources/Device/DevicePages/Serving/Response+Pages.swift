import DeviceSimulator
import Foundation
import HTTPTypes
import Hummingbird
import Markup
import NIOCore

extension Response {
    /// A page. It loads its own stylesheet and script and nothing from elsewhere, and no other page shows it in a frame.
    static func page(_ document: HTMLDocument, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
                .contentSecurityPolicy: pagePolicy, .referrerPolicy: "same-origin",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: document.bytes)))
    }

    /// What pages load, at an address that changes with it.
    static func asset(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok,
            headers: [
                .contentType: type, .cacheControl: "public, max-age=31536000, immutable", .xContentTypeOptions: "nosniff",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A value of the API.
    static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json", .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: jsonText(value))))
    }

    /// Keys in one order, times as RFC 3339 has them; one line.
    static func jsonText(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .iso8601
        // What phones show holds nothing that JSON has no form for.
        guard let data = try? encoder.encode(value) else { return "null" }
        return String(decoding: data, as: UTF8.self)
    }

    private static let pagePolicy =
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
        + "frame-ancestors 'none'"
}

extension HTTPField.Name {
    static let referrerPolicy = literal("Referrer-Policy")
    static let secFetchSite = literal("Sec-Fetch-Site")
    /// The ``PhoneView/version`` that shows what was asked for, or a later one.
    static let deviceVersion = literal("Device-Version")

    private static func literal(_ name: StaticString) -> Self {
        guard let name = Self("\(name)") else { preconditionFailure("the name of a header field is a constant of ours") }
        return name
    }
}

/// Why a request is not answered as it hoped.
struct PageProblem: Error, Encodable {
    let status: HTTPResponse.Status
    /// For programs; it does not change.
    let code: String
    /// For people.
    let detail: String

    init(_ status: HTTPResponse.Status, _ code: String, _ detail: String) {
        self.status = status
        self.code = code
        self.detail = detail
    }

    init(_ refusal: PhoneRefusal) {
        self.init(.conflict, refusal.code.rawValue, refusal.description)
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

    /// As a problem document (RFC 9457).
    var response: Response {
        var response = Response.json(self, status: status)
        response.headers[.contentType] = "application/problem+json"
        return response
    }
}

/// Runs a handler, and answers what it refuses.
func answering(_ work: () async throws -> Response) async throws -> Response {
    do {
        return try await work()
    } catch let problem as PageProblem {
        return problem.response
    } catch let refusal as PhoneRefusal {
        return PageProblem(refusal).response
    }
}

/// Tells requests of our own pages, and of programs on this machine, from those that pages of others send.
enum OwnRequests {
    /// Refuses other host names than those of this machine: a page elsewhere could give us a name of its own (DNS rebinding).
    static func requireOwnHost(_ request: Request) throws(PageProblem) {
        let authority = (request.head.authority ?? "").lowercased()
        let name =
            authority.hasPrefix("[")
            ? String(authority.prefix { $0 != "]" }) + "]" : String(authority.prefix { $0 != ":" })
        guard names.contains(name) || name.hasSuffix(".localhost") else {
            throw PageProblem(.forbidden, "foreign-host", "the devices are at 127.0.0.1 and localhost, not at “\(name)”")
        }
    }

    /// Refuses what another site's page sent. Browsers say with every post where it comes from; programs do not have to.
    static func requireOwnOrigin(_ request: Request) throws(PageProblem) {
        try requireOwnHost(request)
        let authority = (request.head.authority ?? "").lowercased()
        let origins = request.headers[values: .origin]
        let site = request.headers[.secFetchSite]
        guard origins.allSatisfy({ $0.lowercased() == "http://" + authority || $0.lowercased() == "https://" + authority }),
            site == nil || site == "same-origin" || site == "none"
        else { throw PageProblem(.forbidden, "foreign-origin", "the request was sent by a page of another site") }
    }

    private static let names: Set<String> = ["localhost", "127.0.0.1", "[::1]"]
}
