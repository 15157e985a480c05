package import HTTPTypes
package import Hummingbird
package import JSONText
import NIOCore
import Traces
import WebServing

/// The body of a request, not yet received. It can be read once.
package struct IncomingBody: Sendable {
    /// The default maximum size: 64 KiB. The largest expected body has an escaped password of 1,024 scalars.
    package static let defaultLimit = 65_536

    private let chunks: RequestBody
    private let headers: HTTPFields
    private let limit: Int

    /// Creates a body of at most `limit` bytes from `chunks`, with the `headers` of its request.
    package init(_ chunks: RequestBody, headers: HTTPFields, limit: Int = defaultLimit) {
        self.chunks = chunks
        self.headers = headers
        self.limit = limit
    }

    /// Receives and returns the body.
    ///
    /// Throws a ``Problem``. 413: the declared or actual size exceeds the limit; the server buffers at most the limit. 415: a
    /// `Content-Encoding` other than `identity`. 400: a `Content-Length` that is not a number or differs from the size of the body.
    package func bytes() async throws -> [UInt8] {
        let encodings = headers[values: .contentEncoding]
        guard encodings.allSatisfy({ $0.lowercased() == "identity" }) else {
            throw Problem(
                .unsupportedMediaType, detail: "Content encodings are not supported.", headers: [.acceptEncoding: "identity"])
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
            throw Problem(.badRequest, detail: "The length of the body differs from Content-Length.")
        }
        TraceSpan.current?.record(.request, MessageOutline(headers, body: bytes))
        return bytes
    }

    private var tooLarge: Problem {
        Problem(.contentTooLarge, detail: "The maximum is \(limit) bytes.")
    }

    private func declaredLength() throws(Problem) -> Int? {
        let values = headers[values: .contentLength]
        guard let value = values.first else { return nil }
        let isNumber = !value.isEmpty && value.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard values.count == 1, isNumber else { throw Problem(.badRequest, detail: "Content-Length is malformed.") }
        // A number beyond Int exceeds every limit.
        guard let length = Int(value) else { throw tooLarge }
        return length
    }
}

extension IncomingRequest {
    /// Returns the body as a JSON object of the given type.
    ///
    /// Throws a ``Problem``. 415: a type other than `application/json`. 413 and 400: as for ``IncomingBody/bytes()``. 400 with a
    /// pointer: malformed JSON, missing or unknown members, and members of the wrong type.
    package func json<Content: JSONReadable>(_ type: Content.Type = Content.self) async throws -> Content {
        try await json { object throws(JSONReadingError) in try Content(reading: &object) }
    }

    /// Returns the body as a JSON object that `read` decodes. Throws as ``json(_:)``.
    package func json<Content>(
        reading read: (inout JSONObjectReader) throws(JSONReadingError) -> Content
    ) async throws -> Content {
        try await readJSON(try await content(.json), read)
    }

    /// Returns the same as ``json(reading:)``, or nil if the request has no body.
    package func optionalJSON<Content>(
        reading read: (inout JSONObjectReader) throws(JSONReadingError) -> Content
    ) async throws -> Content? {
        let bytes = try await body.bytes()
        guard !bytes.isEmpty else { return nil }
        try require(.json)
        return try await readJSON(bytes, read)
    }

    private func readJSON<Content>(
        _ bytes: [UInt8], _ read: (inout JSONObjectReader) throws(JSONReadingError) -> Content
    ) async throws -> Content {
        do {
            let document = try JSONText.parse(bytes, limits: JSONLimits(maximumBytes: bytes.count, maximumDepth: 8))
            return try document.root.readObject(read)
        } catch let error as JSONTextError {
            throw Problem(malformedJSON: error)
        } catch let error as JSONReadingError {
            throw Problem(reading: error)
        }
    }

    /// Returns the body as a form with no fields except those in `known`.
    ///
    /// Throws a ``Problem``: 415 unless the type is `application/x-www-form-urlencoded`; 413 and 400 as ``IncomingBody/bytes()``;
    /// 400 with the field for errors of ``FormFields/init(parsing:limit:)`` and for unknown fields.
    package func form(_ known: [String]) async throws -> FormFields {
        let bytes = try await content(.form)
        let fields: FormFields
        do {
            fields = try FormFields(parsing: bytes)
        } catch {
            throw Problem(malformedForm: error)
        }
        try fields.rejectUnknown(except: known)
        return fields
    }

    /// Throws 400 if the request has content although the route has no body.
    package func rejectContent() async throws {
        guard try await body.bytes().isEmpty else { throw Problem(.badRequest, detail: "The request must have no body.") }
    }

    private func content(_ type: MediaType) async throws -> [UInt8] {
        try require(type)
        return try await body.bytes()
    }

    private func require(_ type: MediaType) throws(Problem) {
        guard type.isDeclared(in: headers) else {
            throw Problem(
                .unsupportedMediaType, detail: "Send \(type.rawValue) in UTF-8.", headers: [.accept: type.rawValue])
        }
    }
}

extension Problem {
    /// Creates the problem of a malformed form.
    package init(malformedForm error: FormError) {
        self.init(malformed: error, detail: "\(error.description).", place: error.field.map(FieldProblem.Place.field))
    }

    /// Creates the problem of a malformed query.
    init(malformedQuery error: FormError) {
        self.init(
            malformed: error, code: .badRequest, detail: "In the query: \(error.description).",
            place: error.field.map(FieldProblem.Place.parameter))
    }

    private init(malformed error: FormError, code: ProblemCode = .malformedForm, detail: String, place: FieldProblem.Place?) {
        let errors = place.map { [FieldProblem($0, code: error.code.rawValue, message: error.words)] }
        self.init(code, detail: detail, errors: errors ?? [])
    }
}

/// The supported media types of content (RFC 9110, section 8.3), parsed strictly.
enum MediaType: String, Sendable {
    case json = "application/json"
    case form = "application/x-www-form-urlencoded"

    /// Returns whether `headers` declare exactly this type: one field, without parameters except one `charset=utf-8`. An
    /// intermediary could interpret any other form differently.
    func isDeclared(in headers: HTTPFields) -> Bool {
        let values = headers[values: .contentType]
        guard values.count == 1, let value = values.first else { return false }
        let parts = value.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
        guard let type = parts.first, type.lowercased() == rawValue, type.utf8.count == rawValue.utf8.count else { return false }
        switch parts.count {
        case 1: return true
        case 2: return ["charset=utf-8", #"charset="utf-8""#].contains(parts[1].lowercased())
        default: return false
        }
    }

    private func trimmed(_ part: Substring) -> Substring {
        let isBlank = { (character: Character) in character == " " || character == "\t" }
        let end = part.lastIndex { !isBlank($0) }.map(part.index(after:)) ?? part.startIndex
        return part[..<end].drop(while: isBlank)
    }
}
