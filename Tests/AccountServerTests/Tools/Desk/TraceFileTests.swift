import JSONText
import Synchronization
import TestKit
import Testing
import Traces

@testable import AccountServer

@Suite("Traces as a file")
struct TraceFileTests {
    private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    private static let first = "00f067aa0ba902b7"
    private static let second = "00f067aa0ba902b8"

    /// A file with every member.
    static let sample = """
        {"format":"latchkey-traces","version":1,"traces":[{"id":"\(trace)","dropped":2,"spans":[
        {"id":"\(first)","link":"00-\(trace)-\(second)-01","lane":"phone","kind":"tap","start":1000,"outcome":"running",
        "attributes":{"app":"ABCDE12345.com.example.app","button":"go","action":"press","phone":"iPhone"},"checks":[]},
        {"id":"\(second)","parent":"\(first)","lane":"server","kind":"verification","start":2000,"end":2500,"outcome":"failed",
        "reason":"wrong audience","attributes":{"client":"a"},"response":{"fields":[],"omitted":0},"request":{"fields":[
        {"name":"content-type","type":"text","size":16,"value":"application/json"}],"omitted":1,"kind":"json","size":64,"members":[
        {"name":"account.id","type":"text","size":43},{"name":"status","type":"number","value":"401"}]},"checks":[
        {"claim":"iss","requirement":"Apple","value":"i","result":"passed"},
        {"claim":"aud","requirement":"ours","result":"failed","reason":"wrong audience"},
        {"claim":"exp","requirement":"later","result":"skipped"}]}]}]}
        """

    @Test("a file has every member of its traces, and is written in the same form")
    func roundTrip() throws {
        let file = try TraceFile(Array(Self.sample.utf8))
        let trace = try #require(file.traces.first)
        #expect("\(trace.id)" == Self.trace && trace.dropped == 2 && trace.spans.count == 2)
        #expect(trace.spans[0].attributes[.button] == "go" && trace.spans[0].outcome == .running && trace.spans[0].link != nil)
        #expect(trace.spans[1].parent == trace.spans[0].id && trace.spans[1].end == 2_500)
        #expect(trace.spans[1].outcome == .failed("wrong audience"))
        #expect(trace.spans[1].checks.map(\.result) == [.passed, .failed("wrong audience"), .skipped])
        let request = try #require(trace.spans[1].messages[.request])
        #expect(request.fields == [MessageOutline.Part("content-type", .text, size: 16, value: "application/json")])
        #expect(request.omitted == 1 && request.body?.kind == .json && request.body?.size == 64)
        #expect(request.body?.members.map(\.name) == ["account.id", "status"] && request.body?.members[1].value == "401")
        #expect(trace.spans[1].messages[.response] == MessageOutline(fields: [], body: nil, omitted: 0))
        #expect(try TraceFile(file.json.bytes(.pretty)) == file)
    }

    @Test(
        "a wrong member is rejected with its path",
        arguments: [
            (#""format":"latchkey-traces""#, #""format":"other""#, "/format"), (#""version":1"#, #""version":2"#, "/version"),
            (#""dropped":2"#, #""dropped":-1"#, "/traces/0/dropped"), (#""dropped":2,"#, "", "/traces/0/dropped"),
            (#"{"id":"4bf9"#, #"{"id":"4BF9"#, "/traces/0/id"), (#""kind":"tap""#, #""kind":"script""#, "/traces/0/spans/0/kind"),
            (#""lane":"phone""#, #""lane":"attic""#, "/traces/0/spans/0/lane"),
            (#""start":1000"#, #""start":-1"#, "/traces/0/spans/0/start"),
            (#""start":1000"#, #""start":9000000000000000000"#, "/traces/0/spans/0/start"),
            (#""start":1000"#, #""start":1000,"end":2000"#, "/traces/0/spans/0/end"),
            (#""end":2500"#, #""end":1999"#, "/traces/0/spans/1/end"),
            (#""outcome":"running""#, #""outcome":"succeeded""#, "/traces/0/spans/0/end"),
            (#""outcome":"running""#, #""outcome":"failed""#, "/traces/0/spans/0/outcome"),
            (#""parent":"00f067aa0ba902b7""#, #""parent":"00f067aa0ba902b9""#, "/traces/0/spans"),
            (#""parent":"00f067aa0ba902b7","#, "", "/traces/0/spans"),
            (#""button":"go""#, #""password":"p""#, "/traces/0/spans/0/attributes/password"),
            (#""result":"skipped""#, #""result":"skipped","reason":"r""#, "/traces/0/spans/1/checks/2/result"),
            (#""claim":"exp""#, #""claim":7"#, "/traces/0/spans/1/checks/2/claim"),
            (#""link":"00-"#, #""link":"01-"#, "/traces/0/spans/0/link"),
            (#""omitted":1"#, #""omitted":-1"#, "/traces/0/spans/1/request/omitted"),
            (#""kind":"json""#, #""kind":"script""#, "/traces/0/spans/1/request/kind"),
            (#""kind":"json""#, #""kind":"other""#, "/traces/0/spans/1/request/members"),
            (#""kind":"json","#, "", "/traces/0/spans/1/request/size"),
            (#""size":64"#, #""size":20"#, "/traces/0/spans/1/request/size"),
            (#""size":64"#, #""size":0"#, "/traces/0/spans/1/request/size"),
            (#""name":"content-type""#, #""name":"user-agent""#, "/traces/0/spans/1/request/fields/0/value"),
            (#""name":"account.id""#, #""name":"account id""#, "/traces/0/spans/1/request/members/0/name"),
            (#""name":"account.id""#, #""name":"session.token""#, "/traces/0/spans/1/request/members/0/size"),
            (#""name":"status""#, #""name":"account.status""#, "/traces/0/spans/1/request/members/1/value"),
            (#""type":"text","size":43"#, #""type":"date","size":43"#, "/traces/0/spans/1/request/members/0/type"),
            (#""size":43"#, #""size":-1"#, "/traces/0/spans/1/request/members/0/size"),
            (#""size":43"#, #""size":43,"value":"s""#, "/traces/0/spans/1/request/members/0/value"),
            (#""value":"401""#, #""value":"4\u0001""#, "/traces/0/spans/1/request/members/1/value"),
            (#""value":"401""#, #""value":"401","size":3"#, "/traces/0/spans/1/request/members/1/size"),
            (#""value":"401""#, #""value":"many""#, "/traces/0/spans/1/request/members/1/value"),
            (#""size":16"#, #""size":15"#, "/traces/0/spans/1/request/fields/0/value"),
            (#""size":64"#, #""size":65600"#, "/traces/0/spans/1/request/members"),
        ])
    func wrong(part: String, replacement: String, pointer: String) throws {
        #expect(Self.sample.contains(part))
        let text = Self.sample.replacing(part, with: replacement, maxReplacements: 1)
        let error = #expect(throws: JSONReadingError.self) { try TraceFile(Array(text.utf8)) }
        #expect(error?.pointer.text == pointer)
    }

    @Test("malformed JSON is rejected with its position")
    func malformed() {
        let error = #expect(throws: JSONTextError.self) { try TraceFile(Array((Self.sample + "x").utf8)) }
        #expect(error?.code == .trailingContent && error?.position.line == 10)
    }

    @Test(
        "more traces, steps, checks or bytes of a text than a desk records are rejected, and as many are accepted",
        arguments: [
            (TraceFile.traceLimit, 1, 0, 1), (1, 200, 0, 1), (1, 1, 32, 1), (1, 1, 0, SpanRecord.longestText),
        ])
    func limits(traces: Int, spans: Int, checks: Int, bytes: Int) throws {
        #expect(try Self.file(traces, spans, checks, bytes).traces.count == traces)
        let larger = [
            (traces > 1, traces + 1, spans, checks, bytes), (spans > 1, traces, spans + 1, checks, bytes),
            (checks > 1, traces, spans, checks + 1, bytes), (bytes > 1, traces, spans, checks, bytes + 1),
        ].filter { $0.0 }
        #expect(larger.count == 1)
        for (_, traces, spans, checks, bytes) in larger {
            let error = #expect(throws: JSONReadingError.self) { try Self.file(traces, spans, checks, bytes) }
            #expect(error?.code == .invalidValue)
        }
    }

    /// Parses a file of this size.
    private static func file(_ traces: Int, _ spans: Int, _ checks: Int, _ bytes: Int) throws -> TraceFile {
        let button = String(repeating: "é", count: bytes / 2) + (bytes % 2 == 0 ? "" : "e")
        func hexadecimal(_ number: Int, _ count: Int) -> String {
            let digits = String(number + 1, radix: 16)
            return String(repeating: "0", count: count - digits.count) + digits
        }
        let check = #"{"claim":"c","requirement":"r","result":"passed"}"#
        let list = (0..<traces).map { trace in
            let steps = (0..<spans).map { span in
                let parent = span == 0 ? "" : #""parent":"\#(hexadecimal(0, 16))","#
                return #"{"id":"\#(hexadecimal(span, 16))",\#(parent)"lane":"app","kind":"tap","start":1,"outcome":"running","#
                    + #""attributes":{"button":"\#(button)"},"#
                    + #""checks":[\#(Array(repeating: check, count: checks).joined(separator: ","))]}"#
            }
            return #"{"id":"\#(hexadecimal(trace, 32))","dropped":0,"spans":[\#(steps.joined(separator: ","))]}"#
        }
        let text = #"{"format":"latchkey-traces","version":1,"traces":[\#(list.joined(separator: ","))]}"#
        return try TraceFile(Array(text.utf8))
    }

    /// A control character has six bytes in JSON: then not even one trace fits.
    @Test("a desk opens its own export if all of its traces are at their limits", arguments: [("a", 8), ("\u{1}", 32)])
    func ownExport(character: String, checks: Int) throws {
        let generator = Mutex(SeededGenerator(seed: 3))
        let store = TraceStore(random: { generator.withLock { $0.next() } }, now: { 1_772_366_400_000_000 })
        let text = String(repeating: character, count: SpanRecord.longestText)
        let all = Array(repeating: SpanCheck(text, text, value: text, .failed(text)), count: checks)
        for _ in 0..<TraceFile.traceLimit {
            let first = TraceSpan(.tap, in: .phone, by: store)
            for _ in 1..<200 {
                let step = first.child(.verification, in: .server, [.client: text])
                step.add(all)
                step.end(.failed(text))
            }
        }
        let traces = store.traces
        #expect(traces.count == TraceFile.traceLimit && traces.allSatisfy { $0.spans.count == 200 && $0.dropped == 0 })
        let bytes = TraceFile(fitting: traces).json.bytes()
        let opened = try TraceFile(bytes).traces
        #expect(opened.map(\.id) == traces.prefix(opened.count).map(\.id), "the newest")
        #expect(opened.allSatisfy { $0.spans.count + $0.dropped == 200 })
        #expect(bytes.count > TraceFile.byteLimit * 3 / 4, "it has what fits")
        #expect((opened.first?.dropped == 0) == (character == "a"))
    }

    @Test("more members than a desk records are rejected, and as many are accepted")
    func messageLimit() throws {
        func text(_ count: Int) -> String {
            let member = #"{"name":"status","type":"null"}"#
            let all = Array(repeating: member, count: count).joined(separator: ",")
            return Self.sample.replacing(#"{"name":"status","type":"number","value":"401"}"#, with: all)
        }
        // The sample has another member.
        let most = try TraceFile(Array(text(MessageOutline.partLimit - 1).utf8))
        #expect(most.traces[0].spans[1].messages[.request]?.body?.members.count == MessageOutline.partLimit)
        let error = #expect(throws: JSONReadingError.self) { try TraceFile(Array(text(MessageOutline.partLimit).utf8)) }
        #expect(error?.pointer.text == "/traces/0/spans/1/request/members")
    }

    @Test("an export of smaller traces has all of them")
    func completeExport() throws {
        let traces = try TraceFile(Array(Self.sample.utf8)).traces
        #expect(TraceFile(fitting: traces).traces == traces)
    }

    @Test("an identifier occurs once, and no trace and no list of traces is empty")
    func contents() throws {
        let whole = try JSONText.parse(Array(Self.sample.utf8)).root.value
        let trace = try #require(whole["traces"]?[0])
        func pointer(_ traces: JSONValue...) -> String? {
            let file: JSONValue = ["format": "latchkey-traces", "version": 1, "traces": .array(traces)]
            let error = #expect(throws: JSONReadingError.self) { try TraceFile(file.bytes()) }
            return error?.pointer.text
        }
        #expect(pointer() == "/traces" && pointer(trace, trace) == "/traces")
        var empty = try #require(trace.object)
        empty["spans"] = .array([])
        #expect(pointer(.object(empty)) == "/traces/0/spans")
        var double = try #require(trace.object)
        let spans = try #require(trace["spans"]?.array)
        double["spans"] = .array(spans + [spans[1]])
        #expect(pointer(.object(double)) == "/traces/0/spans")
    }

    @Test("a changed file is rejected, or is a file that is written to itself")
    func changed() throws {
        var random = SeededGenerator(seed: 29)
        let original = Array(Self.sample.utf8)
        var accepted = 0
        for _ in 0..<3_000 {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: place)
                default: bytes.insert(bytes[Int.random(in: 0..<bytes.count, using: &random)], at: place)
                }
            }
            guard let file = try? TraceFile(bytes) else { continue }
            accepted += 1
            #expect(try TraceFile(file.json.bytes()) == file)
        }
        #expect(accepted > 10)
    }
}
