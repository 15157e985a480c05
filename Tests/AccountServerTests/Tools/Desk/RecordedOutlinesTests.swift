import HTTPTypes
import JSONText
import Testing
import Traces

@testable import AccountServer

@Suite("The outlines of requests on the timeline")
struct RecordedOutlinesTests {
    @Test("a step has the outlines of its request and its response, and the page shows them")
    func outlines() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            _ = try await bench.register("anna@example.com", by: client)
            let trace = try #require(bench.traces.traces.first)
            let request = try #require(trace.spans[0].messages[.request])
            #expect(request.body?.kind == .json && request.body?.members.map(\.name) == ["username", "password"])
            #expect(request.body?.members.map(\.size) == [16, nil])
            #expect(request.fields.first { $0.name == "content-type" }?.value == "application/json")
            #expect(request.fields.contains(MessageOutline.Part("user-agent", .text, size: "<b>agent".utf8.count)))
            let response = try #require(trace.spans[0].messages[.response]?.body)
            #expect(response.members.contains(MessageOutline.Part("session.token", .text)))

            var developer = try await bench.developer(client)
            let page = try await developer.open("/dev/timeline/\(trace.id)").text
            for text in [
                "<summary>Request</summary>", "<dt>username</dt>", "<code>text of 16</code>", "text of 16: application/json",
                "<summary>Response</summary>", "<dt>session.token</dt>", "<code>text</code>", "Body: json, at most ",
            ] {
                #expect(page.contains(text), "\(text)")
            }
        }
    }

    @Test("a rejected request has the outline of its problem, and one whose body was not read has only header fields")
    func outlineOfProblem() async throws {
        let bench = try DeskBench()
        try await bench.run { client in
            _ = try await client.send(.post, "/v1/sessions", json: ["username": "a", "password": "b", "c": "d"])
            let rejected = try #require(bench.traces.traces.first?.spans.first)
            let status = try #require(rejected.attributes[.status])
            #expect(rejected.messages[.request]?.body?.members.map(\.name) == ["username", "password", "c"])
            let members = try #require(rejected.messages[.response]?.body?.members)
            #expect(members.contains(MessageOutline.Part("status", .number, value: status)))
            _ = try await client.send(.post, "/v1/unknown", json: ["a": "b"])
            let unread = try #require(bench.traces.traces.first?.spans.first?.messages[.request])
            #expect(unread.body == nil && unread.fields.contains { $0.name == "content-type" })
        }
    }
}
