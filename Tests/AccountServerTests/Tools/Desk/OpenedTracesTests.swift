import HTTPTypes
import JSONText
import Secrets
import Testing
import Traces
import WebServing

@testable import AccountServer

@Suite("A file of traces on the desk")
struct OpenedTracesTests {
    private static func open(
        _ file: [UInt8], by developer: inout Browser, headers: HTTPFields = [:]
    ) async throws -> ServerAnswer {
        var all: HTTPFields = [
            .contentType: "application/json", .origin: DeskBench.origin, .secFetchSite: "same-origin",
        ]
        for field in headers { all[field.name] = field.value }
        return try await developer.send(.post, "/dev/timeline/opened", body: file, headers: all)
    }

    @Test("another desk shows the same steps of an exported trace", arguments: [true, false])
    func exchange(isSingle: Bool) async throws {
        let source = try DeskBench()
        try await source.run { client in
            _ = try await source.register("anna@example.com", by: client)
            _ = try await client.signIn("anna@example.com", password: "wrong-password")
            let trace = try #require(source.traces.traces.first)
            var developer = try await source.developer(client)
            let path = isSingle ? "/dev/timeline/\(trace.id)/file" : "/dev/timeline/file"
            let file = try await developer.send(.get, path)
            #expect(file.headers[.contentType] == "application/json")
            #expect(file.headers[.contentDisposition]?.hasPrefix("attachment; filename=\"latchkey-trace") == true)
            #expect(try TraceFile(file.body).traces.count == (isSingle ? 1 : 2))
            #expect(try file.body == TraceFile(fitting: TraceFile(file.body).traces).json.bytes(), "in the compact layout")

            let other = try DeskBench()
            try await other.run { client in
                var developer = try await other.developer(client)
                let answer = try await Self.open(file.body, by: &developer)
                #expect(answer.status == .created && answer.json["path"]?.string == "/dev/timeline/opened")
                let list = try await developer.open("/dev/timeline/opened").text
                #expect(list.contains("href=\"/dev/timeline/opened/\(trace.id)\"") && list.contains("Failed"))
                let page = try await developer.open("/dev/timeline/opened/\(trace.id)").text
                #expect(page.contains("Request to the account server: POST /v1/sessions") && page.contains("status 401"))
                #expect(!page.contains("data-timeline") && page.contains("This trace is of a file"))
                // The file is no trace of this desk.
                #expect(other.traces.traces.isEmpty)
                #expect(try await developer.send(.get, "/dev/timeline/\(trace.id)").status == .notFound)
            }
        }
    }

    @Test("a rejected file changes nothing, and the response says what is wrong and where")
    func rejected() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            var developer = try await bench.developer(client)
            #expect(try await Self.open(Array(TraceFileTests.sample.utf8), by: &developer).status == .created)
            let wrong = TraceFileTests.sample.replacing("\"lane\":\"phone\"", with: "\"lane\":\"attic\"")
            let answer = try await Self.open(Array(wrong.utf8), by: &developer)
            #expect(answer.status == .badRequest && answer.headers[.contentType] == "application/problem+json")
            #expect(answer.json["detail"]?.string == "/traces/0/spans/0/lane: must be a lane of the timeline.")
            let malformed = try await Self.open(Array("{".utf8), by: &developer)
            #expect(malformed.json["detail"]?.string?.hasPrefix("Line 1, column 2") == true)
            let large = try await Self.open(Array(repeating: 0x20, count: TraceFile.byteLimit + 1), by: &developer)
            #expect(large.status == .contentTooLarge)
            #expect(try await developer.open("/dev/timeline/opened").text.contains("press go"))
        }
    }

    @Test(
        "only the desk and the commands of its user open files",
        arguments: [
            HTTPField(name: .origin, value: "http://localhost:9000"),
            HTTPField(name: .secFetchSite, value: "same-site"),
            HTTPField(name: .contentType, value: "text/plain"),
        ])
    func foreign(field: HTTPField) async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            var developer = try await bench.developer(client)
            let file = Array(TraceFileTests.sample.utf8)
            let answer = try await Self.open(file, by: &developer, headers: [field.name: field.value])
            #expect(answer.status == (field.name == .contentType ? .unsupportedMediaType : .forbidden))
            #expect(try await client.send(.post, "/dev/timeline/opened", body: file, headers: [:]).status == .unauthorized)
            let program = try await client.send(
                .post, "/dev/timeline/opened", body: file,
                headers: [.contentType: "application/json", .authorization: "Bearer \(DeskBench.bearer.reveal())"])
            #expect(program.status == .created)
        }
    }

    @Test("texts of a file are shown as text, and neither lead anywhere nor become a command")
    func hostile() async throws {
        let hostile = "javascript:alert(1)</code><script>x</script>';touch x;'"
        let bench = try DeskBench()
        try await bench.run { client in
            var developer = try await bench.developer(client)
            let text = TraceFileTests.sample.replacing("\"go\"", with: JSONValue.string(hostile).text())
                .replacing("\"kind\":\"verification\"", with: "\"kind\":\"serverRequest\"")
                .replacing("{\"client\":\"a\"}", with: "{\"method\":\"POST\",\"route\":\(JSONValue.string("/" + hostile).text())}")
            #expect(try await Self.open(Array(text.utf8), by: &developer).status == .created)
            for path in ["/dev/timeline/opened", "/dev/timeline/opened/4bf92f3577b34da6a3ce929d0e0e4736"] {
                let page = try await developer.open(path).text
                #expect(page.contains("alert(1)&lt;/code&gt;&lt;script&gt;"), "\(path)")
                #expect(!page.contains("<script>") && !page.contains("href=\"javascript") && !page.contains("Copy as curl"))
            }
        }
    }

    @Test("the command of a form has the names of its fields, without variables of the shell that a file could select")
    func formCommand() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            var browser = Browser(client, origin: DeskBench.origin)
            _ = try await browser.post("/sign-in", [("form-token", "t"), ("username", "anna"), ("HOME", "x"), ("a'b", "y")])
            var developer = try await bench.developer(client)
            let trace = try #require(bench.traces.traces.first)
            let page = try await developer.open("/dev/timeline/\(trace.id)").text
            #expect(page.contains("form-token=$FORM_TOKEN") && page.contains("--data-urlencode &#39;username=USERNAME&#39;"))
            #expect(page.contains("&#39;HOME=HOME&#39;") && !page.contains("$HOME") && !page.contains("=UNNAMED"))
            #expect(!page.contains("anna") && !page.contains("form-token=FORM-TOKEN"))
        }
    }

    @Test("a request has a command with an example body and without a secret")
    func commands() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            let registered = try await bench.register("anna@example.com", by: client)
            _ = try await client.send(.get, "/v1/sessions", token: registered.token)
            _ = try await client.send(.post, "/sign-out", body: [], headers: [:])
            var developer = try await bench.developer(client)
            var pages: [String] = []
            for trace in bench.traces.traces.reversed() { pages.append(try await developer.open("/dev/timeline/\(trace.id)").text) }
            #expect(pages.count == 3 && pages.allSatisfy { $0.contains("data-copies=\"curl-1\"") && $0.contains("Copy as curl") })
            #expect(
                pages[0].contains("curl http://localhost:8080/v1/accounts") && pages[0].contains("Content-Type: application/json"))
            #expect(pages[1].contains("Authorization: Bearer $SESSION"))
            #expect(pages[2].contains("form-token=$FORM_TOKEN"))
            for page in pages { #expect(!page.contains(registered.token)) }
        }
    }
}
