package import HTTPTypes
package import Hummingbird
import NIOCore

/// The body of a request, not yet read. It can be read once.
package struct IncomingBody: Sendable {
    /// The default limit of the size: 64 KiB. The largest body of ours is a password of 1,024 scalars, escaped.
    package static let defaultLimit = 65_536

    private let chunks: RequestBody
    private let headers: HTTPFields
    private let limit: Int

    /// The body that `chunks` delivers, of at most `limit` bytes; `headers` are those of its request.
    package init(_ chunks: RequestBody, headers: HTTPFields, limit: Int = defaultLimit) {
        self.chunks = chunks
        self.headers = headers
        self.limit = limit
    }

    /// All bytes of the body, at most the limit.
    ///
    /// Throws a ``Problem``: 413 for a declared or real size above the limit, before more than that is held; 415 for any
    /// `Content-Encoding` but `identity`; 400 for a `Content-Length` that is no number or that the body does not have.
    package func bytes() async throws -> [UInt8] {
        let encodings = headers[values: .contentEncoding]
        guard encodings.allSatisfy({ $0.lowercased() == "identity" }) else {
            throw Problem(
                .unsupportedMediaType, detail: "Content codings are not accepted.", headers: [.acceptEncoding: "identity"])
        }
        let declared = try declaredLength()
        if let declared, declared > limit { throw tooLarge }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(declared ?? 0)
        for try await chunk in chunks {
            guard chunk.readableBytes <= limit - bytes.count else { throw tooLarge }
            bytes.append(contentsOf: chunk.readableBytesView)
        }
        if let declared, declared != bytes.count {
            throw Problem(.badRequest, detail: "The body does not have the length that Content-Length declares.")
        }
        return bytes
    }

    private var tooLarge: Problem {
        Problem(.contentTooLarge, detail: "At most \(limit) bytes are accepted.")
    }

    private func declaredLength() throws(Problem) -> Int? {
        let values = headers[values: .contentLength]
        guard let value = values.first else { return nil }
        let isNumber = !value.isEmpty && value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard values.count == 1, isNumber else { throw Problem(.badRequest, detail: "Content-Length is malformed.") }
        // More digits than an Int holds are more bytes than anybody takes.
        guard let length = Int(value) else { throw tooLarge }
        return length
    }
}
