import Crypto
import FoundationEssentials
import HTTPTypes
import Hummingbird
import Markup
import NIOCore

extension Response {
    /// JSON of the service: never kept by anybody, as Apple's (facts 1.1).
    static func json(_ body: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status,
            headers: [.contentType: "application/json;charset=UTF-8", .cacheControl: "no-store", .pragma: "no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }

    /// Text for people and logs.
    static func text(_ text: String, status: HTTPResponse.Status = .ok, type: String = "text/plain; charset=utf-8") -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store", .xContentTypeOptions: "nosniff"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
    }

    /// A page. Nothing from elsewhere loads in it, and no script runs unless `policy` says so.
    ///
    /// The policy has no `form-action`: browsers apply it to the redirects behind a form, and the sheet's last form leads to the app.
    static func page(
        _ document: HTMLDocument, status: HTTPResponse.Status = .ok, policy: String = pagePolicy, referrer: String = "same-origin"
    ) -> Response {
        Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "no-store", .pragma: "no-cache",
                .contentSecurityPolicy: policy, .xContentTypeOptions: "nosniff", .referrerPolicy: referrer,
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: document.bytes)))
    }

    /// Sends the browser to another page of ours by GET.
    static func seeOther(_ path: LocalPath) -> Response {
        Response(status: .seeOther, headers: [.location: path.text, .cacheControl: "no-store"])
    }

    static let pagePolicy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"
}

extension HTTPField.Name {
    static let pragma = literal("Pragma")
    static let referrerPolicy = literal("Referrer-Policy")
    static let secFetchSite = literal("Sec-Fetch-Site")

    private static func literal(_ name: StaticString) -> Self {
        guard let name = Self("\(name)") else { preconditionFailure("the name of a header field is a constant of ours") }
        return name
    }
}
