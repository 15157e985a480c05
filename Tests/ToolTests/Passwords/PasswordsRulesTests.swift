import JSONText
import TestKit
import Testing

@Suite("latchkey passwords parse, format and lint", .tags(.realParts), .timeLimit(.minutes(20)))
struct PasswordsRulesTests {
    @Test("parse prints the meaning of the rules, and the mistakes with their place underlined")
    func parse() throws {
        #expect(
            try CommandRun.passwords("parse", "required: upper; allowed: [a-z\"]; minlength: 8 ;").transcript == """
                understood:
                  required: upper
                  allowed: [az"]
                text:
                  required: upper; allowed: [az"];
                html:
                  required: upper; allowed: [az&quot;];

                warning: the dash is ignored, because it does not directly follow the opening bracket (misplaced-dash)
                    required: upper; allowed: [a-z"]; minlength: 8 ;
                                                ^
                    move the dash to the start of the class; ranges are not supported

                error: the value must be digits, directly followed by a semicolon or the end (not-a-number)
                    required: upper; allowed: [a-z"]; minlength: 8 ;
                                                                 ^^
                    write a whole number, without spaces after it
                = 0
                """)
    }

    @Test("without an argument, parse reads standard input and drops the final line break")
    func standardInput() throws {
        let understood = "understood:\n  minlength: 8\ntext:\n  minlength: 8;\nhtml:\n  minlength: 8;\n= 0"
        for end in ["", "\n", "\r\n"] {
            #expect(try CommandRun.passwords("parse", input: "minlength: 8" + end).transcript == understood)
        }
        #expect(try CommandRun.passwords("parse", input: "minlength: 8\n\n").transcript.contains("(not-a-number)"))
    }

    @Test("rules that are not UTF-8 or too long are bad input")
    func badInput() throws {
        let long = String(repeating: "x", count: 131_073)
        #expect(
            try CommandRun.passwords("lint", input: long).transcript
                == "! latchkey: the rules on standard input: more than 131072 bytes\n= 2")
        #expect(
            try CommandRun.passwords("lint", String(repeating: " ", count: 65_537)).transcript
                == "! latchkey: the rules have 65537 bytes; at most 65536 are supported\n= 2")
        #expect(try CommandRun.passwords("lint", String(repeating: " ", count: 65_536)).transcript == "ok\n= 0")
    }

    @Test("the caret marks the place: in a later line, after wide letters and combining marks, in a long line")
    func carets() throws {
        func excerpt(_ text: String) throws -> [String] {
            let lines = try CommandRun.passwords("lint", text).output.split(separator: "\n").map(String.init)
            return Array(lines[1...2])
        }
        #expect(try excerpt("minlength: 8;\nfoo: 1") == ["    foo: 1", "    ^^^"])
        #expect(
            try excerpt("allowed: [a日e\u{301}]; minlength: x") == ["    allowed: [a日e\u{301}]; minlength: x", "               ^^"])
        #expect(try excerpt("minlength: 日;") == ["    minlength: 日;", "               ^^"])
        #expect(try excerpt("minlength:\u{1B}[31m\u{202E};") == ["    minlength:\u{FFFD}[31m\u{FFFD};", "              ^"])
        let long = try excerpt(String(repeating: "required: lower; ", count: 20) + "foo" + String(repeating: "x", count: 100))
        #expect(long[0].hasPrefix("    …") && long[0].hasSuffix("x…") && long[1].contains("^") && long[1].count < 100)
        #expect(long[0].dropFirst(long[1].prefix { $0 == " " }.count).hasPrefix("foo"))
    }

    @Test("--strict rejects rules that need repair, and says how to repair them")
    func strict() throws {
        #expect(
            try CommandRun.passwords("parse", "--strict", "allowed: [a-z];").transcript == """
                ! latchkey: the dash is ignored, because it does not directly follow the opening bracket
                !     allowed: [a-z];
                !                ^
                !   hint: move the dash to the start of the class; ranges are not supported
                = 2
                """)
        let run = try CommandRun.passwords("format", "--strict", "--json", "allowed: [a-z];")
        #expect(run.status == 2 && run.errors.isEmpty)
        #expect(try run.answer["error"]?["code"] == "not-strict")
        #expect(try run.answer["error"]?["position"] == 11)
        #expect(try CommandRun.passwords("format", "--strict", "allowed: [-az];").transcript == "allowed: [-az];\n= 0")
    }

    @Test("parse --json has the rules in the form of the reference, infinity as null, and every diagnostic")
    func parseAsJSON() throws {
        let answer = try CommandRun.passwords(
            "parse", "--json", "required: upper, [!-]; minlength: 1\(String(repeating: "0", count: 400)); max-consecutive: 0"
        ).answer
        #expect(
            answer["rules"] == [
                ["name": "required", "value": [["named": "upper"], ["custom": "!"]]], ["name": "minlength", "value": nil],
            ])
        #expect(
            answer["diagnostics"]?[0] == [
                "code": "misplaced-dash", "severity": "warning",
                "message": "The dash is ignored, because it does not directly follow the opening bracket.",
                "remedy": "Move the dash to the start of the class; ranges are not supported.", "position": 19, "length": 1,
                "property": "required",
            ])
        #expect(answer["diagnostics"]?.array?.count == 3)
        let merged = try CommandRun.passwords("parse", "--json", "--merged", "required: upper").answer
        #expect(merged["rules"]?[1] == ["name": "allowed", "value": [["named": "upper"]]])
        #expect(merged["text"] == "required: upper;")
    }

    @Test("numbers and dashes are in the reference's form only with --apple-compatible")
    func compatibility() throws {
        let rules = "allowed: [-ab!]; minlength: 1000000000000000000000"
        let apple = try CommandRun.passwords("parse", "--json", "--apple-compatible", rules).answer
        #expect(apple["text"] == "allowed: [ab-!]; minlength: 1e+21;")
        #expect(apple["rules"]?[0]?["value"]?[0]?["custom"] == "ab-!")
        let own = try CommandRun.passwords("parse", "--json", rules).answer
        #expect(own["text"] == "allowed: [-ab!]; minlength: 1000000000000000000000;")
        #expect(own["rules"]?[1]?["value"]?.number?.double == 1e21)
        #expect(try CommandRun.passwords("format", "--apple-compatible", "allowed: [-ab!]").output == "allowed: [ab-!];\n")
    }

    @Test(
        "format writes each form",
        arguments: [
            ("text", #"allowed: ["<\];"#), ("html", #"allowed: [&quot;&lt;\];"#), ("swift", #""allowed: [\"<\\];""#),
            ("objc", #"@"allowed: [\"<\\];""#),
        ])
    func format(form: String, expected: String) throws {
        #expect(try CommandRun.passwords("format", "--as", form, #"allowed: [\"<]"#).transcript == expected + "\n= 0")
        let all = try CommandRun.passwords("format", "--json", #"allowed: [\"<]"#).answer
        #expect(all[form]?.string == expected && all.object?.members.count == 4)
    }

    @Test("format reports repairs on standard error")
    func formatRepairs() throws {
        let run = try CommandRun.passwords("format", "allowed: [a-z]")
        #expect(run.output == "allowed: [az];\n" && run.errors.contains("(misplaced-dash)") && run.status == 0)
        let json = try CommandRun.passwords("format", "--json", "allowed: [a-z]")
        #expect(json.errors.contains("(misplaced-dash)") && json.status == 0)
        #expect(json.output.contains("allowed: [az];"))
    }

    @Test("lint reports mistakes in syntax and meaning, and exits with 1 only for errors")
    func lint() throws {
        #expect(
            try CommandRun.passwords("lint", "required: lower; minlength: 9; maxlength: 8").transcript == """
                error: no password satisfies the rules, because minlength is larger than maxlength (minlength-over-maxlength)
                    lower minlength or raise maxlength

                warning: iOS ignores rules that do not permit passwords of 12 characters (ios-ignores-short)
                    raise maxlength to 12 or more

                warning: iOS ignores rules that permit fewer than two of upper, lower and digit (ios-ignores-few-classes)
                    allow upper-case letters, lower-case letters or digits

                info: every permitted password satisfies this list (required-means-anything)
                    use allowed instead, or list fewer characters
                = 1
                """)
        #expect(try CommandRun.passwords("lint", "required: lower; required: upper; minlength: 12;").transcript == "ok\n= 0")
        let warned = try CommandRun.passwords("lint", "--json", "required: digit; maxlength: 8")
        #expect(warned.status == 0)
        #expect(try warned.answer["honoredByIOS"] == false)
        #expect(try CommandRun.passwords("lint", "minlength: x;").status == 1)
    }

    @Test("a batch of lint exits with 1 if one of its rules has an error, and has a result for each")
    func lintLines() throws {
        let good = #"{"rules":"required: lower; required: digit"}"#
        let bad = #"{"rules":"minlength: 9; maxlength: 8"}"#
        #expect(
            try CommandRun.passwords("lint", "--jsonl", input: good).transcript == "{\"findings\":[],\"honoredByIOS\":true}\n= 0")
        let run = try CommandRun.passwords("lint", "--jsonl", input: bad + "\n" + good)
        #expect(run.status == 1 && run.errors.isEmpty)
        #expect(try run.answers[0]["findings"]?[0]?["code"] == "minlength-over-maxlength")
        #expect(try run.answers.count == 2)
    }
}
