import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey passwords in batches", .tags(.realParts), .timeLimit(.minutes(20)))
struct PasswordsBatchTests {
    @Test("a malformed line gives an error with its number, and the batch continues")
    func badLines() throws {
        let input = [
            #"{"input":"required: upper"}"#, "", "x", #"{"input":"a","input":"b"}"#, #"["a"]"#, "{}", #"{"input":3}"#,
            #"{"input":"\#(String(repeating: " ", count: 65_537))"}"#, String(repeating: "x", count: 524_289),
            #"{"input":"minlength: 8","origin":["any",{"member":"is ignored"}]}"#,
        ]
        let run = try CommandRun.passwords("parse", "--jsonl", input: input.joined(separator: "\n"))
        #expect(
            run.transcript == """
                {"rules":[{"name":"required","value":[{"named":"upper"}]}],"text":"required: upper;","html":"required: upper;","diagnostics":[]}
                {"error":{"code":"malformed-json","message":"Not JSON at character 1: unexpected end of the text, expected a value.","line":2}}
                {"error":{"code":"malformed-json","message":"Not JSON at character 1: the only literal names in JSON are true, false and null.","line":3}}
                {"error":{"code":"malformed-json","message":"Not JSON at character 14: the object contains the name \\"input\\" twice.","line":4}}
                {"error":{"code":"wrong-type","message":"The line must be an object, not an array.","line":5}}
                {"error":{"code":"missing-member","message":"The member input is required.","line":6}}
                {"error":{"code":"wrong-type","message":"The member input must be a string, not a number.","line":7}}
                {"error":{"code":"input-too-long","message":"The rules have 65537 bytes; at most 65536 are supported.","line":8}}
                {"error":{"code":"line-too-long","message":"The line is longer than 524288 bytes.","line":9}}
                {"rules":[{"name":"minlength","value":8}],"text":"minlength: 8;","html":"minlength: 8;","diagnostics":[]}
                = 1
                """)
    }

    @Test("rules of maximum length are accepted however they are escaped, and so is a line of maximum length")
    func longest() throws {
        let escaped = String(repeating: #"\u0020"#, count: 65_536)
        let line = #"{"input":"\#(escaped)"}"#
        let padded = line + String(repeating: " ", count: 524_288 - line.utf8.count)
        let run = try CommandRun.passwords("parse", "--jsonl", input: line + "\n" + padded + "\n")
        let answer = #"{"rules":[],"text":"","html":"","diagnostics":[]}"#
        #expect(run.transcript == "\(answer)\n\(answer)\n= 0")
    }

    @Test("a line may contain any scalar, noncharacters too")
    func noncharacters() throws {
        let run = try CommandRun.passwords(
            "check", "--jsonl", input: "{\"rules\":\"allowed: unicode;\",\"password\":\"\\uFFFF\\uDBFF\\uDFFF\"}")
        #expect(run.transcript == #"{"satisfied":true,"violations":[]}"# + "\n= 0")
    }

    @Test("without rules in the line or the options, printable ASCII is allowed")
    func noRules() throws {
        let answers = try CommandRun.passwords("generate", "--jsonl", input: "{\"count\":2}").answers
        #expect(answers.first?["passwords"]?.array?.count == 2)
    }

    @Test("lines may end as on Windows, the last may have no end, and no input gives no output")
    func lineEnds() throws {
        let input = #"{"rules":"minlength: 1"}"#
        let answer = #"{"text":"minlength: 1;"}"#
        for (input, answers) in [("", ""), (input, "\(answer)\n"), ("\(input)\r\n\(input)\r\n", "\(answer)\n\(answer)\n")] {
            let run = try CommandRun.passwords("format", "--as", "text", "--jsonl", input: input)
            #expect(run.output == answers && run.errors.isEmpty && run.status == 0)
        }
    }

    @Test("results are in the order of the lines, over many pieces of input and output")
    func order() throws {
        let count = 5_000
        let input = lines((1...count).map { ["input": .string("minlength: \($0)\(String(repeating: " ", count: $0 % 90));")] })
        let answers = try CommandRun.passwords("parse", "--jsonl", input: input).answers
        #expect(answers.count == count)
        #expect(answers.enumerated().allSatisfy { $1["diagnostics"]?.array?.isEmpty == (($0 + 1) % 90 == 0) })
        #expect(answers[89]["text"] == "minlength: 90;" && answers[4_949]["text"] == "minlength: 4950;")
    }

    @Test("a result is written before the next line arrives, so another program can use the batch line by line")
    func conversation() throws {
        let folder = try CommandFolder()
        let process = try CommandRun.process(["passwords", "format", "--as", "text", "--jsonl"], in: folder)
        let (input, output) = (Pipe.forProgram(), Pipe.forProgram())
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for number in 1...3 {
            try input.fileHandleForWriting.write(contentsOf: Data("{\"rules\":\"minlength: \(number)\"}\n".utf8))
            // A generous timeout; a command that holds results back would otherwise block the test.
            var waiting = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 600_000) == 1 else {
                Issue.record("no answer to line \(number)")
                break
            }
            let answer = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            #expect(answer == "{\"text\":\"minlength: \(number);\"}\n")
        }
        try input.fileHandleForWriting.close()
        #expect(process.wait().status == 0)
    }

    @Test("a closed output ends the batch silently")
    func brokenPipe() throws {
        let folder = try CommandFolder()
        let line = #"{"rules":"minlength: 1"}"# + "\n"
        let path = try folder.write(String(repeating: line, count: 50_000), to: "lines")
        let errors = try folder.write("", to: "errors")
        let process = try CommandRun.process(["passwords", "format", "--jsonl"], in: folder)
        let output = Pipe.forProgram()
        process.standardInput = FileHandle(forReadingAtPath: path)
        process.standardOutput = output
        process.standardError = FileHandle(forWritingAtPath: errors)
        try process.run()
        #expect(!output.fileHandleForReading.availableData.isEmpty)
        try output.fileHandleForReading.close()
        let ending = process.wait()
        #expect(try folder.read(errors) == "")
        // SIGPIPE ends the command unless it is ignored, like other commands.
        #expect(ending.isSignal || ending.status == 0)
    }

    @Test(
        "arguments that do not apply to a batch are wrong usage",
        arguments: [
            ["parse", "--jsonl", "minlength: 1"], ["parse", "--json", "--jsonl"], ["format", "--jsonl", "x"],
            ["lint", "--jsonl", "x"],
            ["convert-pattern", "--jsonl", "x"], ["check"], ["check", "secret"], ["strength", "secret"],
        ])
    func usage(arguments: [String]) throws {
        let run = try CommandRun(["passwords"] + arguments, in: CommandFolder())
        #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("latchkey: "))
    }

    @Test(
        "each command has help, which says where a password comes from",
        arguments: ["parse", "format", "check", "generate", "lint", "strength", "convert-pattern"])
    func help(command: String) throws {
        let run = try CommandRun.passwords(command, "--help")
        #expect(run.status == 0 && run.output.contains("USAGE: latchkey passwords \(command)") && run.output.contains("--jsonl"))
        let takesPassword = ["check", "strength"].contains(command)
        #expect(
            run.output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains("never an argument") == takesPassword)
    }
}
