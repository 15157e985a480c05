package import JSONText
package import Traces

/// Traces as a file that another desk opens.
///
/// A file is untrusted input. It may have at most 100 traces of 200 steps with 32 checks each, texts of 200 bytes, no unknown member,
/// and times that are in order. The outline of a request or response has no name, size or value that a recorder would not keep.
package struct TraceFile: Equatable, JSONReadable {
    package let traces: [TraceRecord]

    package init(_ traces: [TraceRecord]) {
        self.traces = traces
    }

    /// Creates a file that another desk accepts: with the newest traces that fit ``byteLimit`` in the compact layout. If the newest one
    /// does not fit, it is without its last steps, and counts them as dropped.
    ///
    /// - Parameter newestFirst: the traces, at least one.
    package init(fitting newestFirst: [TraceRecord]) {
        // A command ends the file with a line feed.
        var room = Self.byteLimit - TraceFile([TraceRecord]()).json.bytes().count - 1
        var fitting: [TraceRecord] = []
        for trace in newestFirst {
            var part = TraceRecord(id: trace.id, spans: [], dropped: Self.dropLimit)
            room -= part.json.bytes().count + 1
            for span in trace.spans {
                room -= span.json.bytes().count + 1
                guard room >= 0 else { break }
                part.spans.append(span)
            }
            part.dropped = min(trace.dropped + trace.spans.count - part.spans.count, Self.dropLimit)
            if room >= 0 || fitting.isEmpty { fitting.append(part) }
            guard room >= 0 else { break }
        }
        self.init(fitting)
    }

    package init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        guard try object.string("format") == Self.format else { throw object.invalidValue("format", "must be \(Self.format)") }
        guard try object.integer("version") == Self.version else { throw object.invalidValue("version", "must be \(Self.version)") }
        traces = try object.objects("traces", of: ReadTrace.self, atMost: Self.traceLimit).map(\.record)
        guard !traces.isEmpty else { throw object.invalidValue("traces", "must have a trace") }
        guard Set(traces.map(\.id)).count == traces.count else { throw object.invalidValue("traces", "has an identifier twice") }
    }

    /// Parses a file.
    ///
    /// - Throws: `JSONTextError` with the position for malformed JSON, or `JSONReadingError` with the path of the first member that is
    ///   wrong.
    package init(_ bytes: [UInt8]) throws {
        let limits = JSONLimits(maximumBytes: Self.byteLimit, maximumDepth: 8)
        self = try JSONText.parse(bytes, limits: limits).root.read()
    }

    /// The content of the file.
    package var json: JSONValue {
        ["format": .string(Self.format), "version": .integer(Self.version), "traces": .array(traces.map(\.json))]
    }

    /// The maximum size in bytes.
    package static let byteLimit = 8 << 20
    package static let traceLimit = 100

    fileprivate static let spanLimit = 200
    /// The maximum number of dropped steps that a trace counts.
    fileprivate static let dropLimit = 1_000_000
    private static let format = "latchkey-traces"
    private static let version = 1
}

private struct ReadTrace: JSONReadable {
    let record: TraceRecord

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        let id = try object.value("id", "32 lower-case hexadecimal digits, not all zero") { TraceID($0) }
        let spans = try object.objects("spans", of: ReadSpan.self, atMost: TraceFile.spanLimit).map(\.record)
        let dropped = try object.count("dropped")
        guard !spans.isEmpty else { throw object.invalidValue("spans", "must have a step") }
        var known: Set<SpanID> = []
        for (index, span) in spans.enumerated() {
            guard span.parent.map(known.contains) ?? (index == 0) else {
                throw object.invalidValue(
                    "spans", "step \(index + 1) must name an earlier step as its parent, and the first one none")
            }
            guard known.insert(span.id).inserted else { throw object.invalidValue("spans", "has an identifier twice") }
        }
        record = TraceRecord(id: id, spans: spans, dropped: dropped)
    }
}

private struct ReadSpan: JSONReadable {
    let record: SpanRecord

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        let identifier = "16 lower-case hexadecimal digits, not all zero"
        let id = try object.value("id", identifier) { SpanID($0) }
        let parent = try object.optionalValue("parent", identifier) { SpanID($0) }
        let link = try object.optionalValue("link", "a value of traceparent") { TraceParent($0) }
        let lane = try object.value("lane", "a lane of the timeline") { TraceLane(rawValue: $0) }
        let kind = try object.value("kind", "a kind of step") { SpanKind(rawValue: $0) }
        let start = try object.time("start", from: 0)
        let end: Int64? = try object.optionalNode("end") == nil ? nil : object.time("end", from: start)
        let attributes = try object.object("attributes", as: ReadAttributes.self).values
        let checks = try object.objects("checks", of: ReadCheck.self, atMost: SpanRecord.checkLimit).map(\.check)
        var messages: [MessageSide: MessageOutline] = [:]
        for side in MessageSide.allCases {
            messages[side] = try object.optionalObject(side.rawValue, as: ReadMessage.self)?.outline
        }
        let word = try object.string("outcome")
        let reason = try object.optionalText("reason")
        let outcome: SpanOutcome
        switch (word, reason) {
        case ("running", nil): outcome = .running
        case ("succeeded", nil): outcome = .succeeded
        case ("cancelled", nil): outcome = .cancelled
        case ("failed", let reason?): outcome = .failed(reason)
        default: throw object.invalidValue("outcome", "must be running, succeeded, cancelled, or failed with a reason")
        }
        guard (end == nil) == (outcome == .running) else { throw object.invalidValue("end", "must be missing while the step runs") }
        record = SpanRecord(
            id: id, parent: parent, link: link, lane: lane, kind: kind, start: start, end: end, outcome: outcome,
            attributes: attributes, checks: checks, messages: messages)
    }
}

private struct ReadAttributes: JSONReadable {
    private(set) var values: [SpanAttribute: String] = [:]

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        for attribute in SpanAttribute.allCases { values[attribute] = try object.optionalText(attribute.rawValue) }
    }
}

private struct ReadCheck: JSONReadable {
    let check: SpanCheck

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        let claim = try object.text("claim")
        let requirement = try object.text("requirement")
        let value = try object.optionalText("value")
        let word = try object.string("result")
        let reason = try object.optionalText("reason")
        let result: SpanCheck.Result
        switch (word, reason) {
        case ("passed", nil): result = .passed
        case ("skipped", nil): result = .skipped
        case ("failed", let reason?): result = .failed(reason)
        default: throw object.invalidValue("result", "must be passed, skipped, or failed with a reason")
        }
        check = SpanCheck(claim, requirement, value: value, result)
    }
}

private struct ReadMessage: JSONReadable {
    let outline: MessageOutline

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        let fields = try object.objects("fields", of: ReadPart.self, atMost: MessageOutline.partLimit).map(\.part)
        let omitted = try object.count("omitted")
        let kind = try object.optionalValue("kind", "a kind of body") { MessageOutline.BodyKind(rawValue: $0) }
        var body: MessageOutline.Body?
        if let kind {
            let size = try object.integer("size")
            guard size > 0, size % MessageOutline.sizeUnit == 0 else {
                throw object.invalidValue("size", "must be a positive multiple of \(MessageOutline.sizeUnit)")
            }
            let members = try object.objects("members", of: ReadPart.self, atMost: MessageOutline.partLimit).map(\.part)
            guard members.isEmpty || (kind != .other && size <= MessageOutline.bodyLimit) else {
                throw object.invalidValue("members", "must be empty for this kind and size")
            }
            body = MessageOutline.Body(kind, size: size, members: members)
        }
        outline = MessageOutline(fields: fields, body: body, omitted: omitted)
    }
}

private struct ReadPart: JSONReadable {
    let part: MessageOutline.Part

    init(reading object: inout JSONObjectReader) throws(JSONReadingError) {
        let name = try object.string("name")
        let form = try object.value("type", "a type of value") { MessageOutline.Part.Form(rawValue: $0) }
        let size = try object.optionalInteger("size")
        let value = try object.optionalString("value")
        part = MessageOutline.Part(name, form, size: size, value: value)
        guard part.name == name else { throw object.invalidValue("name", "must be short identifiers, separated by dots") }
        guard part.size == size else {
            throw object.invalidValue("size", "must not be negative, and only some types and names have one")
        }
        guard part.value == value else {
            throw object.invalidValue("value", "must be a short printable text, under a name whose values are recorded")
        }
        guard part.isConsistent else { throw object.invalidValue("value", "must have the type and the size of the member") }
    }
}

extension JSONObjectReader {
    /// Reads a string that `parse` understands.
    fileprivate mutating func value<Value>(
        _ name: String, _ form: String, _ parse: (String) -> Value?
    ) throws(JSONReadingError) -> Value {
        guard let value = parse(try string(name)) else { throw invalidValue(name, "must be \(form)") }
        return value
    }

    /// Reads such a string, or nil if the member is missing.
    fileprivate mutating func optionalValue<Value>(
        _ name: String, _ form: String, _ parse: (String) -> Value?
    ) throws(JSONReadingError) -> Value? {
        guard let text = try optionalString(name) else { return nil }
        guard let value = parse(text) else { throw invalidValue(name, "must be \(form)") }
        return value
    }

    /// Reads a text that a recorder would not cut.
    fileprivate mutating func text(_ name: String) throws(JSONReadingError) -> String {
        try value(name, Self.textForm, Self.short)
    }

    fileprivate mutating func optionalText(_ name: String) throws(JSONReadingError) -> String? {
        try optionalValue(name, Self.textForm, Self.short)
    }

    /// Reads objects of the given type.
    fileprivate mutating func objects<Value: JSONReadable>(
        _ name: String, of type: Value.Type, atMost limit: Int
    ) throws(JSONReadingError) -> [Value] {
        let count = try node(name).elements.map { Array($0).count } ?? 0
        guard count <= limit else { throw invalidValue(name, "has \(count) elements; the limit is \(limit)") }
        return try objects(name, of: type)
    }

    /// Reads the number of things that were not recorded.
    fileprivate mutating func count(_ name: String) throws(JSONReadingError) -> Int {
        let count = try integer(name)
        guard (0...TraceFile.dropLimit).contains(count) else { throw invalidValue(name, "must be 0 to \(TraceFile.dropLimit)") }
        return count
    }

    /// Reads a time in microseconds since 1970. Throws if it is before `earliest` or not before the year 2200, so that differences
    /// never overflow.
    fileprivate mutating func time(_ name: String, from earliest: Int64) throws(JSONReadingError) -> Int64 {
        let time = Int64(try integer(name))
        guard time >= earliest, time < 7_258_118_400_000_000 else {
            throw invalidValue(name, "must be a time in microseconds since 1970, and no end before its start")
        }
        return time
    }

    private static var textForm: String { "at most \(SpanRecord.longestText) bytes" }

    private static func short(_ text: String) -> String? { text.utf8.count <= SpanRecord.longestText ? text : nil }
}

extension TraceRecord {
    fileprivate var json: JSONValue {
        ["id": .string("\(id)"), "dropped": .integer(dropped), "spans": .array(spans.map(\.json))]
    }
}

extension SpanRecord {
    fileprivate var json: JSONValue {
        var object = JSONObject([
            ("id", .string("\(id)")), ("lane", .string(lane.rawValue)), ("kind", .string(kind.rawValue)),
            ("start", .integer(start)),
            ("outcome", .string(outcome.word)), ("checks", .array(checks.map(\.json))),
        ])
        object["parent"] = parent.map { .string("\($0)") }
        object["link"] = link.map { .string("\($0)") }
        object["end"] = end.map { .integer($0) }
        object["reason"] = outcome.reason.map { .string($0) }
        var values = JSONObject()
        for attribute in SpanAttribute.allCases { values[attribute.rawValue] = attributes[attribute].map { .string($0) } }
        object["attributes"] = .object(values)
        for side in MessageSide.allCases { object[side.rawValue] = messages[side]?.json }
        return .object(object)
    }
}

extension MessageOutline {
    fileprivate var json: JSONValue {
        var object = JSONObject([("fields", .array(fields.map(\.json))), ("omitted", .integer(omitted))])
        if let body {
            object["kind"] = .string(body.kind.rawValue)
            object["size"] = .integer(body.size)
            object["members"] = .array(body.members.map(\.json))
        }
        return .object(object)
    }
}

extension MessageOutline.Part {
    fileprivate var json: JSONValue {
        var object = JSONObject([("name", .string(name)), ("type", .string(form.rawValue))])
        object["size"] = size.map { .integer($0) }
        object["value"] = value.map { .string($0) }
        return .object(object)
    }
}

extension SpanCheck {
    fileprivate var json: JSONValue {
        var object = JSONObject([
            ("claim", .string(claim)), ("requirement", .string(requirement)), ("result", .string(result.word)),
        ])
        object["value"] = value.map { .string($0) }
        object["reason"] = result.reason.map { .string($0) }
        return .object(object)
    }
}

extension SpanOutcome {
    fileprivate var word: String {
        switch self {
        case .running: "running"
        case .succeeded: "succeeded"
        case .failed: "failed"
        case .cancelled: "cancelled"
        }
    }

    /// The reason of a failure; nil for another outcome.
    var reason: String? { if case .failed(let reason) = self { reason } else { nil } }
}

extension SpanCheck.Result {
    /// The word in files, and in exported traces.
    var word: String {
        switch self {
        case .passed: "passed"
        case .failed: "failed"
        case .skipped: "skipped"
        }
    }

    /// The reason of a failure; nil for another result.
    var reason: String? { if case .failed(let reason) = self { reason } else { nil } }
}
