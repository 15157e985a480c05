package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
    /// Returns content that no cache stores. Browsers take it as the type says.
    ///
    /// - Parameter headers: Additional header fields.
    package static func uncached(
        _ bytes: some Sequence<UInt8>, type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        content(bytes, type: type, cacheControl: "no-store", status: status, headers: headers)
    }

    /// Returns an asset, whose address changes with its content, so that clients may cache it permanently.
    package static func asset(_ bytes: some Sequence<UInt8>, type: String) -> Response {
        content(bytes, type: type, cacheControl: "public, max-age=31536000, immutable")
    }

    private static func content(
        _ bytes: some Sequence<UInt8>, type: String, cacheControl: String, status: HTTPResponse.Status = .ok,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        headers[.cacheControl] = cacheControl
        headers[.xContentTypeOptions] = "nosniff"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension HTTPField.Name {
    package static let referrerPolicy = literal("Referrer-Policy")
    package static let secFetchSite = literal("Sec-Fetch-Site")

    /// Returns a name that is known to be well-formed.
    package static func literal(_ name: StaticString) -> HTTPField.Name {
        guard let name = HTTPField.Name("\(name)") else { preconditionFailure("a header name in the source is malformed") }
        return name
    }
}
