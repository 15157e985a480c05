import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey domains in batches", .tags(.realParts), .timeLimit(.minutes(20)))
struct DomainsBatchTests {
    private func run(_ command: String, _ lines: [String]) throws -> CommandRun {
        try CommandRun(["domains", command, "--jsonl"], in: CommandFolder(), input: lines.joined(separator: "\n"))
    }

    private static let applinks =
        #"{"applinks":{"details":[{"appIDs":["ABCDE2345F.com.acme.app"],"components":[{"/":"/no","exclude":true},{"/":"/x"}]}]}}"#

    @Test("match accepts components and files, as values and as strings")
    func match() throws {
        let text = JSONValue.string(Self.applinks).text()
        let lines = [
            #"{"command":"match","json":{"/":"/buy/*"},"url":"https://a.com/buy"}"#,
            #"{"command":"match","json":"{\"/\":\"/buy/*\"}","url":"https://a.com/sell"}"#,
            #"{"command":"match","json":[{"/":"/no","exclude":true}],"url":"https://a.com/no","more":1}"#,
            #"{"command":"match","json":\#(Self.applinks),"url":"https://a.com/x"}"#,
            #"{"command":"match","json":\#(text),"url":"https://a.com/no"}"#,
            #"{"command":"verify","json":\#(Self.applinks),"url":"https://a.com/x"}"#,
            #"{"command":"verify","json":\#(text),"url":"https://a.com/y"}"#,
        ]
        let run = try run("match", lines)
        #expect(try results(run) == ["matched", "none", "blocked", "matched", "blocked", "matched", "none"] && run.status == 0)
    }

    @Test("verify matches services without patterns, and compares the domain with the link's, ignoring case")
    func verify() throws {
        let list = #"{"webcredentials":{"apps":["ABCDE2345F.com.acme.app"]}}"#
        let run = try run(
            "match",
            [
                #"{"command":"verify","json":\#(list),"url":"https://a.com/x"}"#,
                #"{"command":"match","json":\#(list),"url":"https://a.com/x"}"#,
                #"{"command":"verify","json":\#(list),"url":"https://a.com/x","domain":"A.com"}"#,
                #"{"command":"verify","json":\#(Self.applinks),"url":"https://b.com/x","domain":"a.com"}"#,
                #"{"command":"verify","json":{},"url":"https://b.com/x"}"#,
                #"{"command":"match","json":{"applinks":5},"url":"https://b.com/x"}"#,
            ])
        #expect(try results(run) == ["matched", "none", "matched", "none", "none", "none"])
        #expect(run.output.contains("at b.com, not at the given domain"))
    }

    @Test("lint gives diagnostics for any text")
    func lint() throws {
        let run = try run(
            "lint", [#"{"json":"{\n\"webcredentials\":{\"apps\":[]}}"}"#, #"{"json":"<html>"}"#, #"{"json":\#(Self.applinks)}"#])
        #expect(
            run.output.split(separator: "\n").first.map(String.init) == #"""
                {"findings":[{"code":"empty-apps","severity":"warning","line":2,"column":26,"message":"The list of apps of webcredentials is empty.","remedy":"List the apps in apps, or remove the service.","pointer":"/webcredentials/apps"}]}
                """#)
        #expect(run.output.contains(#""code":"html-instead-of-json","severity":"error","line":1,"column":1"#))
        #expect(run.output.hasSuffix("{\"findings\":[]}\n") && run.status == 1)
    }

    @Test("explain gives its steps")
    func explain() throws {
        let run = try run("explain", [#"{"json":\#(Self.applinks),"url":"https://a.com/x","appID":"X"}"#])
        #expect(try results(run) == ["none"] && run.output.contains("skipped"))
    }

    @Test("a malformed line gives an error with its number, and the batch continues")
    func badLines() throws {
        let run = try run(
            "match",
            [
                "x", "[]", "{}", #"{"url":5}"#, #"{"url":"https://a.com"}"#, #"{"url":"a.com","json":{}}"#,
                #"{"url":"https://a.com","json":"{"}"#, #"{"command":"x","url":"https://a.com","json":{}}"#,
                #"{"command":"verify","url":"https://a.com","json":[]}"#, #"{"url":"https://a.com","json":7}"#,
                #"{"url":"https://a.com","json":\#(String(repeating: "[", count: 60))}"#,
                #"{"json":"\#(String(repeating: " ", count: 5_000_000))"}"#, #"{"url":"https://a.com","json":{}}"#,
            ])
        let codes = try run.output.split(separator: "\n").map { try JSONText.parse($0.utf8).root["error"]?["code"]?.string }
        #expect(
            codes == [
                "malformed-json", "wrong-type", "missing-member", "wrong-type", "missing-member", "not-absolute", "malformed-json",
                "unknown-command", "not-an-object", "not-an-object", "malformed-json", "line-too-long", nil,
            ])
        #expect(run.status == 1)
    }

    private func results(_ run: CommandRun) throws -> [String?] {
        try run.output.split(separator: "\n").map { try JSONText.parse($0.utf8).root["result"]?.string }
    }
}
