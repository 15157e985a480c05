import HTTPTypes
package import JSONText

extension IncomingRequest {
    /// The body as a JSON object of the given type.
    ///
    /// Throws a ``Problem``: 415 unless the type is `application/json`; 413 and 400 as ``IncomingBody/bytes()``; 400 with a
    /// pointer for text that is not strict JSON, for missing or unknown members, and for members of the wrong type.
    package func json<Content: JSONReadable>(_ type: Content.Type = Content.self) async throws -> Content {
        try await json { object throws(JSONReadingError) in try Content(reading: &object) }
    }

    /// The body as a JSON object whose members `read` takes. Throws as ``json(_:)``.
    package func json<Content>(
        reading read: (inout JSONObjectReader) throws(JSONReadingError) -> Content
    ) async throws -> Content {
        try await readJSON(try await content(.json), read)
    }

    /// As ``json(reading:)``, or nil where the request has no body.
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

    /// The body as a form with no fields but those in `known`.
    ///
    /// Throws a ``Problem``: 415 unless the type is `application/x-www-form-urlencoded`; 413 and 400 as
    /// ``IncomingBody/bytes()``; 400 naming the field for whatever ``FormFields/init(parsing:limit:)`` refuses and for fields that
    /// are not known.
    package func form(_ known: [String]) async throws -> FormFields {
        let bytes = try await content(.form)
        let fields: FormFields
        do {
            fields = try FormFields(parsing: bytes)
        } catch {
            throw Problem(malformedForm: error)
        }
        try fields.refuseUnknown(except: known)
        return fields
    }

    /// Refuses a request that has content where the route takes none: 400.
    package func refuseContent() async throws {
        guard try await body.bytes().isEmpty else { throw Problem(.badRequest, detail: "The request must have no body.") }
    }

    private func content(_ type: MediaType) async throws -> [UInt8] {
        try require(type)
        return try await body.bytes()
    }

    private func require(_ type: MediaType) throws(Problem) {
        guard type.isDeclared(in: headers) else {
            throw Problem(
                .unsupportedMediaType, detail: "Send \(type.rawValue), in UTF-8.", headers: [.accept: type.rawValue])
        }
    }
}

extension Problem {
    /// A form that cannot be read.
    package init(malformedForm error: FormError) {
        self.init(malformed: error, detail: "\(error.description).", place: error.field.map(FieldProblem.Place.field))
    }

    /// A query that cannot be read.
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
