import JSONText
import Traces

/// An ended step as OpenTelemetry describes it, in the JSON of OTLP (opentelemetry.proto.collector.trace.v1). There, identifiers are
/// hexadecimal, numbers of 64 bits are texts, and enumerations are numbers.
struct ExportedSpan {
    let trace: TraceID
    var span: SpanRecord

    /// Returns the body of an `ExportTraceServiceRequest`.
    static func request(_ spans: [ExportedSpan], of service: String) -> JSONValue {
        let scope: JSONValue = ["scope": ["name": "latchkey"], "spans": .array(spans.map(\.json))]
        let resource: JSONValue = ["attributes": [attribute("service.name", service)]]
        return ["resourceSpans": [["resource": resource, "scopeSpans": [scope]]]]
    }

    private var json: JSONValue {
        let end = span.end ?? span.start
        var members = JSONObject([
            ("traceId", .string("\(trace)")), ("spanId", .string("\(span.id)")), ("name", .string(name)), ("kind", .integer(kind)),
            ("startTimeUnixNano", Self.nanoseconds(span.start)), ("endTimeUnixNano", Self.nanoseconds(end)),
            ("attributes", .array(attributes)), ("events", .array(span.checks.map { Self.event(of: $0, at: end) })),
        ])
        members["parentSpanId"] = span.parent.map { .string("\($0)") }
        if let link = span.link {
            members["links"] = [["traceId": .string("\(link.trace)"), "spanId": .string("\(link.span)")]]
        }
        if let error { members["status"] = ["code": 2, "message": .string(error)] }
        return .object(members)
    }

    private var name: String {
        switch span.kind {
        case .serverRequest, .appleRequest, .appleResponse:
            [SpanAttribute.method, .route].compactMap { span.attributes[$0] }.joined(separator: " ")
        case .verification: "verify identity token"
        case .redemption: "redeem authorization code"
        case .transaction: "transaction " + (span.attributes[.operation] ?? "")
        case .event: span.attributes[.event] ?? "event"
        case .instrumented: span.attributes[.operation] ?? span.kind.rawValue
        case .tap, .prompt, .sheet, .authorization, .keychain, .brokerMessage: span.kind.rawValue
        }
    }

    /// `SpanKind`: internal, server or client.
    private var kind: Int {
        switch span.kind {
        case .serverRequest, .appleResponse: 2
        case .appleRequest, .transaction: 3
        case .tap, .prompt, .sheet, .authorization, .verification, .redemption, .event, .keychain, .brokerMessage,
            .instrumented:
            1
        }
    }

    /// The reason of an error. A request that a server rejects with a status below 500 is not its error (HTTP semantic conventions).
    private var error: String? {
        guard let reason = span.outcome.reason else { return nil }
        let status = span.attributes[.status].flatMap { Int($0) }
        return span.kind == .serverRequest && (status ?? 500) < 500 ? nil : reason
    }

    /// The attributes that a server records. Those of devices would name persons, and are never exported.
    private var attributes: [JSONValue] {
        SpanAttribute.allCases.compactMap { name -> JSONValue? in
            guard let value = span.attributes[name] else { return nil }
            switch name {
            case .method: return Self.attribute("http.request.method", value)
            case .route: return Self.attribute(span.kind == .serverRequest ? "http.route" : "url.template", value)
            case .status:
                guard Int(value) != nil else { return nil }
                return ["key": "http.response.status_code", "value": ["intValue": .string(value)]]
            case .problem: return Self.attribute("latchkey.problem", value)
            case .event: return Self.attribute("latchkey.event", value)
            case .client: return Self.attribute("latchkey.client", value)
            case .transaction: return Self.attribute("latchkey.transaction.kind", value)
            case .tables: return Self.attribute("latchkey.transaction.tables", value)
            case .statements:
                guard Int(value) != nil else { return nil }
                return ["key": "latchkey.transaction.statements", "value": ["intValue": .string(value)]]
            case .phone, .app, .person, .action, .button, .subject, .operation, .result: return nil
            }
        }
    }

    private static func event(of check: SpanCheck, at time: Int64) -> JSONValue {
        var values = [attribute("latchkey.check.result", check.result.word)]
        if let value = check.value { values.append(attribute("latchkey.check.value", value)) }
        if let reason = check.result.reason { values.append(attribute("latchkey.check.reason", reason)) }
        return ["name": .string("check \(check.claim)"), "timeUnixNano": nanoseconds(time), "attributes": .array(values)]
    }

    private static func attribute(_ name: String, _ value: String) -> JSONValue {
        ["key": .string(name), "value": ["stringValue": .string(value)]]
    }

    /// Returns a time in microseconds as nanoseconds.
    private static func nanoseconds(_ microseconds: Int64) -> JSONValue { .string("\(microseconds)000") }
}
