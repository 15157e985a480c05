package import HTTPTypes
package import Hummingbird
package import JSONText
import NIOCore

extension Response {
    /// A response with a JSON body, `application/json`.
    package static func json(
        _ value: JSONValue, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        .content(value.bytes(), type: "application/json", status: status, headers: headers)
    }

    /// A response with a body of `bytes` of the media type `type`.
    package static func content(
        _ bytes: [UInt8], type: String, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = type
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// 204.
    package static var noContent: Response { Response(status: .noContent) }
}
