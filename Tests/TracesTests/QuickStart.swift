import Testing
import Traces

/// The quick start of Traces.docc.
enum QuickStart {
    static func record(now: @escaping @Sendable () -> Int64) -> TraceRecord? {
        // In Sources/Shared/Traces/Traces.docc/Traces.md
        let store = TraceStore(random: { .random(in: 1 ... .max) }, now: now)

        let tap = TraceSpan(.tap, in: .phone, by: store, [.app: "Juice"])
        let request = tap.child(.serverRequest, in: .server, [.method: "POST"])
        request.set(.status, "201")
        request.end()
        tap.end()

        let trace = store.traces.first
        // End
        return trace
    }
}

@Suite("Quick start of Traces")
struct QuickStartTests {
    @Test("the code block records a tap and the request that it causes")
    func runs() throws {
        let recorded = QuickStart.record(now: { 1_000_000 })
        let trace = try #require(recorded)
        #expect(trace.spans.map(\.kind) == [.tap, .serverRequest] && trace.outcome == .succeeded)
    }
}
