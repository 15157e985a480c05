import Synchronization
import TestKit
import Testing
import Traces

@Suite("The store of traces")
struct TraceStoreTests {
    /// A time that the test moves, in microseconds.
    private final class Clock: Sendable {
        private let time = Mutex<Int64>(1_000_000)

        var now: Int64 { time.withLock { $0 } }

        func advance(_ microseconds: Int64) { time.withLock { $0 += microseconds } }
    }

    private let clock = Clock()

    private func store(traces: Int = 3, spans: Int = 4, parts: Int = 100, watchers: Int = 2) -> TraceStore {
        let generator = Mutex(SeededGenerator(seed: 5))
        return TraceStore(
            traceLimit: traces, spanLimit: spans, partLimit: parts, watcherLimit: watchers,
            random: { generator.withLock { $0.next() } }, now: { [clock] in clock.now })
    }

    @Test("steps are recorded with their parents, times and outcomes")
    func steps() throws {
        let store = store()
        let tap = TraceSpan(.tap, in: .phone, by: store, [.app: "A", .person: "anna"])
        clock.advance(1_000)
        let request = tap.child(.serverRequest, in: .server, [.method: "POST"])
        request.set(.status, "401")
        request.add([SpanCheck("aud", "a client", value: "other", .failed("wrong"))])
        clock.advance(500)
        request.end(.failed("status 401"))
        request.end()
        tap.end()

        let trace = try #require(store.traces.first)
        #expect(trace.spans.map(\.kind) == [.tap, .serverRequest] && trace.spans.map(\.lane) == [.phone, .server])
        #expect(trace.spans.map(\.parent) == [nil, tap.position.span])
        #expect(trace.spans[1].start == 1_001_000 && trace.spans[1].end == 1_001_500)
        #expect(trace.spans[1].outcome == .failed("status 401"), "the first end counts")
        #expect(trace.spans[1].attributes == [.method: "POST", .status: "401"])
        #expect(trace.spans[1].checks.map(\.claim) == ["aud"])
        #expect(trace.outcome == .failed("aud: wrong"))
        #expect(trace[.app] == "A" && trace[.person] == "anna" && trace[.route] == nil)
    }

    @Test("the oldest trace is dropped, and a step of it is recorded nowhere")
    func traceLimit() {
        let store = store(traces: 3)
        let spans = (0..<5).map { _ in TraceSpan(.tap, in: .phone, by: store) }
        #expect(store.traces.map(\.id) == spans.suffix(3).reversed().map(\.position.trace), "the newest first")
        let late = spans[0].child(.prompt, in: .phone)
        #expect(store.traces.count == 3 && !store.owns(late.position))
        #expect(store.trace(spans[0].position.trace) == nil)
    }

    @Test("a full trace counts the steps that it drops")
    func spanLimit() throws {
        let store = store(spans: 4)
        let tap = TraceSpan(.tap, in: .phone, by: store)
        for _ in 0..<6 { _ = tap.child(.prompt, in: .phone) }
        let trace = try #require(store.traces.first)
        #expect(trace.spans.count == 4 && trace.dropped == 3)
    }

    @Test("beyond the limit of header fields and members, the oldest traces lose their outlines and keep their steps")
    func partLimit() {
        let store = store(traces: 3, parts: 5)
        /// An outline of this number of header fields and one member.
        func outline(_ fields: Int) -> MessageOutline {
            let member = MessageOutline.Part("a", .null)
            return MessageOutline(
                fields: Array(repeating: member, count: fields), body: MessageOutline.Body(.json, size: 64, members: [member]),
                omitted: 0)
        }
        let spans = (0..<3).map { _ in TraceSpan(.serverRequest, in: .server, by: store) }
        func sides() -> [Int] { spans.map { store.trace($0.position.trace)?.spans.first?.messages.count ?? 0 } }
        spans[0].record(.request, outline(1))
        for _ in 0..<3 { spans[1].record(.request, outline(1)) }
        #expect(sides() == [1, 1, 0], "the last outline of a side counts")
        spans[2].record(.response, outline(0))
        #expect(sides() == [1, 1, 1])
        spans[2].record(.request, outline(0))
        #expect(sides() == [0, 1, 2] && store.traces.count == 3)
        spans[0].record(.request, outline(1))
        #expect(sides() == [0, 1, 2], "the oldest")
        spans[2].record(.request, outline(9))
        #expect(sides() == [0, 0, 0])
    }

    @Test("long texts are cut, and a step has at most 32 checks")
    func textLimit() throws {
        let store = store()
        let long = String(repeating: "é", count: 10_000)
        let span = TraceSpan(.tap, in: .phone, by: store, [.button: long])
        span.set(.subject, long)
        for _ in 0..<40 { span.add([SpanCheck(long, long, value: long, .failed(long))]) }
        span.end(.failed(long))
        let record = try #require(store.traces.first?.spans.first)
        let cut = String(long.prefix(SpanRecord.longestText / 2))
        #expect(record.attributes == [.button: cut, .subject: cut])
        #expect(record.outcome == .failed(cut) && record.checks.count == 32)
        #expect(record.checks.allSatisfy { $0 == SpanCheck(cut, cut, value: cut, .failed(cut)) })
    }

    @Test("a step is within its limits from its creation on")
    func createdWithinLimits() throws {
        let check = SpanCheck("aud", "is the app", .passed)
        let record = SpanRecord(
            id: try #require(SpanID("00f067aa0ba902b7")), parent: nil, link: nil, lane: .server, kind: .verification, start: 0,
            attributes: [.subject: String(repeating: "é", count: 10_000)], checks: Array(repeating: check, count: 40))
        #expect(record.checks.count == SpanRecord.checkLimit)
        #expect(record.attributes[.subject]?.utf8.count == SpanRecord.longestText)
    }

    /// One character may have any number of scalars. At the limit of 200 bytes is the middle of a scalar.
    @Test(
        "a text is cut by its bytes, between scalars",
        arguments: [
            ("e" + String(repeating: "\u{301}", count: 10_000), "e" + String(repeating: "\u{301}", count: 99)),
            (String(repeating: "😀", count: 51), String(repeating: "😀", count: 50)),
            ("abc" + String(repeating: "漢", count: 100), "abc" + String(repeating: "漢", count: 65)),
            (String(repeating: "a", count: 200), String(repeating: "a", count: 200)),
        ])
    func byteLimit(text: String, expected: String) {
        #expect(Array(SpanRecord.cut(text).utf8) == Array(expected.utf8))
    }

    @Test("a received position of the store continues its trace")
    func own() {
        let store = store()
        let tap = TraceSpan(.tap, in: .phone, by: store)
        let request = TraceSpan(.serverRequest, in: .server, receiving: ["\(tap.position)"], by: store)
        #expect(request.position.trace == tap.position.trace && store.traces.count == 1)
        #expect(store.traces.first?.spans.last?.parent == tap.position.span && store.traces.first?.spans.last?.link == nil)
    }

    @Test("a foreign position is linked and never adopted, even with the identifier of a known trace")
    func foreign() throws {
        let store = store()
        let tap = TraceSpan(.tap, in: .phone, by: store)
        let strange = try #require(TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
        for sent in [strange, TraceParent(trace: tap.position.trace, span: strange.span)] {
            let request = TraceSpan(.serverRequest, in: .server, receiving: ["\(sent)"], by: store)
            #expect(request.position.trace != sent.trace && request.position.trace != tap.position.trace)
            let record = try #require(store.trace(request.position.trace)?.spans.first)
            #expect(record.link == sent && record.parent == nil)
        }
    }

    @Test("a position of the store is continued by other parts of this machine, and a foreign one only linked")
    func continued() throws {
        let store = store()
        let tap = TraceSpan(.tap, in: .phone, by: store)
        let message = try #require(TraceSpan(.keychain, in: .app, continuing: tap.position, by: store))
        #expect(message.position.trace == tap.position.trace)
        let foreign = try #require(TraceParent("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"))
        #expect(TraceSpan(.keychain, in: .app, continuing: foreign, by: store) == nil)
        _ = tap.child(.keychain, in: .app, link: foreign)
        let spans = try #require(store.traces.first?.spans)
        #expect(spans.map(\.parent) == [nil, tap.position.span, tap.position.span])
        #expect(spans.map(\.link) == [nil, nil, foreign] && store.traces.count == 1)
    }

    @Test("an app follows the last position that it received, and ignores a malformed one")
    func followed() throws {
        let followed = FollowedTrace()
        #expect(followed.position == nil)
        let value = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
        followed.follow(value)
        #expect(followed.position == TraceParent(value))
        followed.follow(value.uppercased())
        #expect(followed.position == nil)
    }

    @Test("a malformed position, or several, are ignored", arguments: [["x"], [], ["", ""]])
    func ignored(values: [String]) throws {
        let store = store()
        let tap = TraceSpan(.tap, in: .phone, by: store)
        for values in [values, ["\(tap.position)", "\(tap.position)"]] {
            let request = TraceSpan(.serverRequest, in: .server, receiving: values, by: store)
            let record = try #require(store.trace(request.position.trace)?.spans.first)
            #expect(request.position.trace != tap.position.trace && record.link == nil)
        }
    }

    @Test("a change reaches every reader, and a reader above the limit receives no stream")
    func changes() async throws {
        let store = store(watchers: 2)
        let first = try #require(store.changes())
        let second = try #require(store.changes())
        #expect(store.changes() == nil)
        TraceSpan(.tap, in: .phone, by: store).end()
        for stream in [first, second] {
            var iterator = stream.makeAsyncIterator()
            #expect(await iterator.next() != nil)
        }
    }

    @Test("a step that the user cancelled is the outcome of a trace unless another failed")
    func outcomes() throws {
        let store = store()
        let tap = TraceSpan(.tap, in: .phone, by: store)
        func outcome() -> SpanOutcome? { store.trace(tap.position.trace)?.outcome }
        #expect(outcome() == .running)
        tap.end()
        tap.child(.appleRequest, in: .phone).end(.cancelled)
        #expect(outcome() == .succeeded, "an app may withdraw a request and send another")
        tap.child(.sheet, in: .phone).end(.cancelled)
        #expect(outcome() == .cancelled)
        tap.child(.serverRequest, in: .server).end(.failed("r"))
        #expect(outcome() == .failed("r"))
    }

    @Test("the outcome of a span of instrumented code is not that of its trace")
    func instrumentedOutcome() {
        let store = store()
        let request = TraceSpan(.serverRequest, in: .server, by: store)
        request.child(.instrumented, in: .server).end(.failed("handled"))
        request.child(.instrumented, in: .server).end(.cancelled)
        _ = request.child(.instrumented, in: .server)
        request.end()
        #expect(store.trace(request.position.trace)?.outcome == .succeeded)
    }

    @Test("the reason of a trace is that of the failed check, otherwise that of the last failed step without a failed one below it")
    func reasons() {
        let store = store(spans: 6)
        let tap = TraceSpan(.tap, in: .phone, by: store)
        func outcome() -> SpanOutcome? { store.trace(tap.position.trace)?.outcome }
        let request = tap.child(.serverRequest, in: .server)
        let verification = request.child(.verification, in: .server)
        request.child(.event, in: .server).end(.failed("event"))
        request.end(.failed("status 401"))
        tap.end(.failed("tap"))
        #expect(outcome() == .failed("event"))
        tap.child(.serverRequest, in: .server).end(.failed("later"))
        #expect(outcome() == .failed("later"))
        verification.add([SpanCheck("iss", "Apple", .passed), SpanCheck("aud", "a client", .failed("wrong"))])
        #expect(outcome() == .failed("later"), "the step has not failed")
        verification.end(.failed("wrong"))
        #expect(outcome() == .failed("aud: wrong"))
    }
}
