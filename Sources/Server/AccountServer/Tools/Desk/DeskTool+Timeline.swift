import AccountPages
import HTTPTypes
import Hummingbird
import JSONText
import Markup
import Traces
import WebServing

/// The timeline on the desk.
extension DeskTool {
    var timelineRoutes: [Route] {
        [timeline, trace, timelineFile, traceFile, openedTraces, openedTrace, openFile, timelineEvents, timelineScript]
    }

    private var timeline: Route {
        Route(.get, PagePath.deskTimeline.text) { request in
            let filter = TimelineFilter(request.query)
            let traces = desk.traces.traces
            return try page(of: request) { _ in
                TimelinePage(
                    filter: filter, people: Self.values(of: .person, in: traces), apps: Self.values(of: .app, in: traces),
                    traces: traces.filter(filter.matches).map(TimelineTrace.init))
            }
        }
    }

    private var trace: Route {
        Route(.get, "\(PagePath.deskTimeline)/{trace}") { request in
            let trace = try requestedTrace(request, desk.traces.trace)
            return try page(of: request) { _ in tracePage(trace, file: PagePath.deskTraceFile("\(trace.id)")) }
        }
    }

    private var timelineFile: Route {
        Route(.get, PagePath.deskTimelineFile.text) { _ in
            let traces = desk.traces.traces
            guard !traces.isEmpty else { throw Problem(.notFound, detail: "No trace is recorded yet.") }
            return Self.file(traces, named: "latchkey-traces")
        }
    }

    private var traceFile: Route {
        Route(.get, "\(PagePath.deskTimeline)/{trace}/file") { request in
            let trace = try requestedTrace(request, desk.traces.trace)
            return Self.file([trace], named: "latchkey-trace-\(trace.id)")
        }
    }

    private var openedTraces: Route {
        Route(.get, PagePath.deskOpenedTraces.text) { request in
            try page(of: request) { _ in OpenedTracesPage(desk.openedTraces.map(TimelineTrace.init)) }
        }
    }

    private var openedTrace: Route {
        Route(.get, "\(PagePath.deskOpenedTraces)/{trace}") { request in
            let trace = try requestedTrace(request) { id in desk.openedTraces.first { $0.id == id } }
            return try page(of: request) { _ in tracePage(trace, file: nil) }
        }
    }

    /// Receives a file, which is untrusted. A problem has the place of the error, for the script and the command.
    private var openFile: Route {
        Route(.post, PagePath.deskOpenedTraces.text, bodyLimit: TraceFile.byteLimit) { request in
            do {
                // A page on another port has the cookie too.
                try site.publicOrigin.rejectForeign(request)
                let file: TraceFile = try await request.json()
                desk.open(file)
                return .json(
                    ["traces": .integer(file.traces.count), "path": .string(PagePath.deskOpenedTraces.text)], status: .created)
            } catch let problem as Problem {
                return problem.document(to: request)
            }
        }
    }

    /// Returns the trace of the path. Throws 404 if it does not exist.
    private func requestedTrace(_ request: IncomingRequest, _ find: (TraceID) -> TraceRecord?) throws(Problem) -> TraceRecord {
        guard let id = TraceID(try request.parameters.required("trace")), let trace = find(id) else { throw Problem(.notFound) }
        return trace
    }

    private func tracePage(_ trace: TraceRecord, file: LocalPath?) -> TracePage {
        let apple = desk.services.first { $0.section == .apple }?.address
        let test = RecordedTest(trace, app: trace[.app].flatMap { desk.apps[$0] }, apple: apple)
        return TracePage(trace, commands: RequestCommands(api: reference(), apple: apple), test: test?.source, file: file)
    }

    private static func file(_ traces: [TraceRecord], named name: String) -> Response {
        .content(
            TraceFile(fitting: traces).json.bytes(), type: "application/json",
            headers: [.contentDisposition: "attachment; filename=\"\(name).json\"", .cacheControl: "no-store"])
    }

    /// Server-sent events, one after each change.
    private var timelineEvents: Route {
        Route(.get, PagePath.deskTimelineEvents.text) { request in
            // A page on another port has the cookie, and could occupy all streams.
            guard request.headers[.secFetchSite].map({ $0 == "same-origin" }) ?? true else {
                throw Problem(.forbidden, detail: "Only the timeline reads this address.")
            }
            guard let changes = desk.traces.changes() else { throw Problem.tooManyRequests(retryAfter: .seconds(5)) }
            // A closed page keeps its stream for the time of a pause at most.
            return .events(ofChanges: changes, pause: .seconds(3))
        }
    }

    private var timelineScript: Route {
        .asset(Script.timeline, at: PagePath.deskTimelineScript)
    }

    private static func values(of attribute: SpanAttribute, in traces: [TraceRecord]) -> [String] {
        Set(traces.compactMap { $0[attribute] }).sorted()
    }
}

extension TimelineFilter {
    /// Reads the filter of a query. An unknown status does not restrict.
    fileprivate init(_ query: FormFields) {
        func value(_ name: String) -> String? { query[name].flatMap { $0.isEmpty ? nil : $0 } }
        self.init(
            person: value(Self.personName), app: value(Self.appName), status: value(Self.statusName).flatMap(Status.init(rawValue:))
        )
    }

    fileprivate func matches(_ trace: TraceRecord) -> Bool {
        (person == nil || trace[.person] == person) && (app == nil || trace[.app] == app)
            && (status == nil || TimelineOutcome(trace.outcome).status == status)
    }
}

extension TimelineOutcome {
    fileprivate init(_ outcome: SpanOutcome) {
        self =
            switch outcome {
            case .running: .running
            case .succeeded: .succeeded
            case .failed(let reason): .failed(reason)
            case .cancelled: .cancelled
            }
    }

    fileprivate var status: TimelineFilter.Status {
        switch self {
        case .running: .running
        case .succeeded: .succeeded
        case .failed: .failed
        case .cancelled: .cancelled
        }
    }
}

extension TimelineTrace {
    fileprivate init(_ trace: TraceRecord) {
        self.init(
            id: "\(trace.id)", title: trace.title, origin: [trace[.person], trace[.app], trace[.phone]].compactMap(\.self),
            start: trace.start, duration: Milliseconds.text(trace.duration), steps: trace.spans.count,
            outcome: TimelineOutcome(trace.outcome))
    }
}

extension TracePage {
    fileprivate init(_ trace: TraceRecord, commands: RequestCommands, test: String?, file: LocalPath?) {
        let began = trace.spans.first?.start ?? 0
        let lanes = Dictionary(trace.spans.map { ($0.id, $0.lane) }, uniquingKeysWith: { first, _ in first })
        self.init(
            title: trace.title, outcome: TimelineOutcome(trace.outcome), start: trace.start,
            steps: trace.spans.map { span in
                TimelineStep(
                    span, causedIn: span.parent.flatMap { lanes[$0] }, began: began, command: commands.command(for: span))
            }, dropped: trace.dropped, file: file, test: test)
    }
}

extension TimelineStep {
    fileprivate init(_ span: SpanRecord, causedIn origin: TraceLane?, began: Int64, command: String?) {
        var values = SpanAttribute.allCases.compactMap { attribute in
            span.attributes[attribute].map { Value(name: attribute.rawValue, text: $0) }
        }
        if let link = span.link { values.append(Value(name: "linked trace", text: "\(link.trace)")) }
        self.init(
            lane: TimelineLane(span.lane), origin: origin.flatMap { $0 == span.lane ? nil : TimelineLane($0) }, title: span.title,
            offset: "+" + Milliseconds.text(span.start - began), duration: span.end.map { Milliseconds.text($0 - span.start) },
            outcome: TimelineOutcome(span.outcome), values: values,
            checks: span.checks.map { check in
                let outcome: TimelineOutcome? =
                    switch check.result {
                    case .passed: .succeeded
                    case .failed(let reason): .failed(reason)
                    case .skipped: nil
                    }
                return Check(claim: check.claim, requirement: check.requirement, value: check.value, outcome: outcome)
            },
            messages: MessageSide.allCases.compactMap { side in span.messages[side].map { Message($0, of: side) } },
            command: command)
    }
}

extension TimelineStep.Message {
    fileprivate init(_ outline: MessageOutline, of side: MessageSide) {
        let title =
            switch side {
            case .request: "Request"
            case .response: "Response"
            }
        func values(_ parts: [MessageOutline.Part]) -> [TimelineStep.Value] { parts.map { .init(name: $0.name, text: $0.words) } }
        self.init(
            title: title, fields: values(outline.fields),
            body: outline.body.map { "\($0.kind.rawValue), at most \($0.size) bytes" },
            members: values(outline.body?.members ?? []), omitted: outline.omitted)
    }
}

extension MessageOutline.Part {
    /// The type, the size if it is recorded, such as `text of 5`, and the value if it is recorded.
    fileprivate var words: String {
        let type = size.map { "\(form.rawValue) of \($0)" } ?? form.rawValue
        return value.map { "\(type): \($0)" } ?? type
    }
}

extension TimelineLane {
    fileprivate init(_ lane: TraceLane) {
        self =
            switch lane {
            case .phone: .phone
            case .app: .app
            case .server: .server
            case .apple: .apple
            }
    }
}

extension TraceRecord {
    fileprivate var title: String { spans.first?.title ?? "Trace" }

    fileprivate var start: DisplayTime { DisplayTime(seconds: (spans.first?.start ?? 0) / 1_000_000) }

    /// The time from the first start to the last end or start, in microseconds.
    fileprivate var duration: Int64 {
        (spans.map { $0.end ?? $0.start }.max() ?? 0) - (spans.first?.start ?? 0)
    }
}

extension SpanRecord {
    fileprivate var title: String {
        switch kind {
        case .tap: "The user acts: \(words(.action, .button))"
        case .prompt: "Prompt: \(words(.subject))"
        case .sheet: "Sheet: \(words(.subject))"
        case .authorization: "Request to the system for a credential"
        case .appleRequest: "Request to Apple: \(words(.method, .route))"
        case .appleResponse: "Apple handles \(words(.method, .route))"
        case .serverRequest: "Request to the account server: \(words(.method, .route))"
        case .verification: "Verification of the identity token"
        case .redemption: "Redemption of the authorization code"
        case .transaction: "Transaction: \(words(.operation))"
        case .event: "Event: \(words(.event))"
        case .keychain: "Keychain: \(words(.operation))"
        case .brokerMessage: "Message to the broker: \(words(.operation))"
        case .instrumented: "Operation of a library: \(words(.operation))"
        }
    }

    private func words(_ names: SpanAttribute...) -> String {
        names.compactMap { attributes[$0] }.joined(separator: " ")
    }
}

/// Durations of the timeline, which are in microseconds.
private enum Milliseconds {
    static func text(_ microseconds: Int64) -> String { "\(max(0, microseconds) / 1_000) ms" }
}
