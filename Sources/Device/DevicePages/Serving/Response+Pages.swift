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
