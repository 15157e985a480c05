import HTTPTypes
import Hummingbird
import NIOCore

@testable import AccountServer

extension IncomingRequest {
    /// A `POST` request whose body is `text` with the media type `type`.
    static func post(_ text: String, type: String?, headers: HTTPFields = [:], limit: Int = IncomingBody.defaultLimit)
        -> IncomingRequest
    {
        post(Array(text.utf8), type: type, headers: headers, limit: limit)
    }

    /// A `POST` request whose body is `bytes`, in pieces of a thousand bytes.
    static func post(_ bytes: [UInt8], type: String?, headers: HTTPFields = [:], limit: Int = IncomingBody.defaultLimit)
        -> IncomingRequest
    {
        var headers = headers
        headers[.contentType] = type
        let pieces = stride(from: 0, to: bytes.count, by: 1_000).map { start in
            ByteBuffer(bytes: bytes[start..<min(start + 1_000, bytes.count)])
        }
        let (stream, continuation) = AsyncStream<ByteBuffer>.makeStream()
        for piece in pieces { continuation.yield(piece) }
        continuation.finish()
        let body = IncomingBody(RequestBody(asyncSequence: stream), headers: headers, limit: limit)
        return IncomingRequest(method: .post, headers: headers, body: body)
    }

    /// A `GET` request with `headers`.
    static func get(_ headers: HTTPFields) -> IncomingRequest { IncomingRequest(headers: headers) }
}

/// Returns the problem that `body` throws, or nil.
func problem<Result>(_ body: () async throws -> Result) async -> Problem? {
    do {
        _ = try await body()
        return nil
    } catch {
        return Problem(thrown: error)
    }
}

extension HTTPFields {
    /// Creates fields in which a name may occur more than once.
    init(pairs: [(HTTPField.Name, String)]) {
        self.init()
        for (name, value) in pairs { append(HTTPField(name: name, value: value)) }
    }
}
