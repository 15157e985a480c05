import JSONText
import PasswordRules
import TestKit
import Testing

@Suite("latchkey passwords check, generate, strength and convert-pattern", .tags(.realParts), .timeLimit(.minutes(20)))
struct PasswordsSecretsTests {
    @Test("check prints the rules that a password violates, but not the password")
    func check() throws {
        let rules = "minlength: 8; required: digit; allowed: lower"
        #expect(try CommandRun.passwords("check", "--rules", rules, input: "sesam0pen\n").transcript == "ok\n= 0")
        let run = try CommandRun.passwords("check", "--rules", rules, input: "Sesam\n")
        #expect(
            run.transcript == """
                the password is too short: minlength: 8 requires 3 more (too-short)
                the password lacks a required character: required: digit (missing-required)
                the character at position 1 is not allowed: allowed: lower,digit (not-allowed)
                = 1
                """)
        let json = try CommandRun.passwords("check", "--json", "--rules", "allowed: lower", input: "ab1")
        #expect(json.status == 1)
        #expect(
            try json.answer == [
                "satisfied": false,
                "violations": [
                    [
                        "code": "not-allowed", "message": "The character at position 3 is not allowed: allowed: lower.",
                        "position": 2,
                    ]
                ],
            ])
    }

    @Test("one final line end is not part of the password; everything before it is")
    func passwordEnds() throws {
        for (input, status) in [("abc", 0), ("abc\n", 0), ("abc\r\n", 0), ("abc\n\n", 1), ("abc \n", 1), ("\n", 1)] {
            let run = try CommandRun.passwords("check", "--rules", "allowed: lower; minlength: 3", input: input)
            #expect(run.status == status, "\(input.debugDescription)")
        }
    }

    @Test("a line of check contains rules and password, or --rules supplies the rules")
    func checkLines() throws {
        let input = """
            {"rules":"minlength: 2","password":"a"}
            {"password":"abc"}
            {"rules":"maxlength: 2","password":"e\\u0301e\\u0301"}
            """
        #expect(
            try CommandRun.passwords("check", "--jsonl", "--rules", "allowed: digit", input: input).transcript == """
                {"satisfied":false,"violations":[{"code":"too-short","message":"The password is too short: minlength: 2 requires 1 more."}]}
                {"satisfied":false,"violations":[{"code":"not-allowed","message":"The character at position 1 is not allowed: allowed: digit.","position":0}]}
                {"satisfied":false,"violations":[{"code":"not-allowed","message":"The character at position 1 is not allowed: allowed: ascii-printable.","position":0}]}
                = 0
                """)
        let run = try CommandRun.passwords("check", "--jsonl", input: #"{"password":"abc"}"#)
        #expect(run.status == 1)
        #expect(try run.answer["error"]?["code"] == "missing-member")
    }

    @Test("generated passwords satisfy the rules in every form of output")
    func generate() throws {
        let text = #"required: ["\\]; required: upper; minlength: 16; max-consecutive: 2"#
        let rules = try PasswordRules(strict: text)
        let plain = try CommandRun.passwords("generate", "--rules", text, "--count", "200")
        #expect(plain.status == 0 && plain.errors.hasPrefix("latchkey: ") && plain.errors.contains(" bits of entropy each, "))
        let passwords = plain.output.split(separator: "\n").map(String.init)
        #expect(passwords.count == 200 && Set(passwords).count == 200 && passwords.allSatisfy(rules.isSatisfied))

        let json = try CommandRun.passwords("generate", "--json", "--rules", text, "--count", "50")
        #expect(json.errors.isEmpty)
        let answer = try json.answer
        #expect(answer["passwords"]?.array?.compactMap(\.string).filter(rules.isSatisfied).count == 50)
        #expect(answer.object?.members.map(\.name) == ["passwords", "entropyBits", "minEntropyBits"])
        let generator = try PasswordGenerator(rules: rules)
        #expect(answer["entropyBits"]?.number?.double == generator.entropy.shannonBits)
        #expect(json.output == answer.text(.pretty) + "\n")
    }

    @Test("a line of generate contains rules and count, and a rejected line has no password")
    func generateLines() throws {
        let input = """
            {"rules":"required: digit; allowed: ascii-printable","count":3}
            {"rules":"minlength: 9; maxlength: 8","count":1}
            {"rules":"","count":0}
            {"rules":"","count":1000001}
            {"rules":"","count":1.5}
            {"count":2}
            {"rules":"maxlength: 8"}
            """
        let run = try CommandRun.passwords("generate", "--jsonl", "--style", "typeable", "--rules", "", input: input)
        let answers = try run.answers
        #expect(run.status == 1 && answers.count == 7)
        #expect(answers[0]["passwords"]?.array?.count == 3 && answers[5]["passwords"]?.array?.count == 2)
        #expect(
            answers.map { $0["error"]?["code"]?.string } == [
                nil, "unsatisfiable", "count-out-of-range", "count-out-of-range", "wrong-type", nil, "style-unavailable",
            ])
        #expect(run.output.split(separator: "\n")[0] == answers[0].text())
    }

    @Test("rules that cannot be satisfied are a negative result with a reason and a remedy")
    func rejectedGeneration() throws {
        #expect(
            try CommandRun.passwords("generate", "--rules", "minlength: 9; maxlength: 8").transcript == """
                ! latchkey: minlength 9 is larger than maxlength 8
                !   hint: lower minlength or raise maxlength
                = 1
                """)
        #expect(
            try CommandRun.passwords("generate", "--style", "typeable", "--rules", "maxlength: 8").transcript == """
                ! latchkey: the rules do not permit typeable passwords; use the classic style
                !   hint: use the style auto or classic
                = 1
                """)
        #expect(
            try CommandRun.passwords("generate", "--count", "1000001").transcript
                == "! latchkey: the count must be from 1 to 1000000, not 1000001\n= 2")
        #expect(try CommandRun.passwords("generate", "--style", "classic").status == 0)
    }

    @Test("strength gives score, guesses and patterns, and reports a common password")
    func strength() throws {
        let run = try CommandRun.passwords(
            "strength", "--jsonl",
            input: """
                {"password":"password"}
                {"password":"kf9Wq-zzu2Rm-4xLtn"}
                {"password":"a\\u0000b"}
                """)
        let answers = try run.answers
        #expect(run.status == 1)
        #expect(answers[0]["score"] == 0 && answers[0]["patterns"] == ["dictionary"] && answers[0]["common"] == "listed")
        #expect(answers[1].object?.members.map(\.name) == ["score", "guessesLog10", "patterns"] && answers[1]["score"] == 4)
        #expect((answers[1]["guessesLog10"]?.number?.double ?? 0) > 10)
        #expect(answers[2]["error"]?["code"] == "contains-null")
    }

    @Test("strength as text has positions and times, but not the password")
    func strengthInWords() throws {
        let run = try CommandRun.passwords("strength", input: "dragon99\n")
        #expect(run.status == 0 && run.errors.isEmpty && !run.output.contains("dragon99"))
        for line in ["score     ", "patterns  dictionary (1 to 6)", "lasts     ", "common    yes"] {
            #expect(run.output.contains(line))
        }
    }

    @Test("strength counts the words of a service from options and a configuration, like the server")
    func contextOfStrength() throws {
        let password = "harbourside-anvil-42#Zq"
        let plain = try CommandRun.passwords("strength", "--json", input: password).answer
        #expect(plain["context"] == nil)
        let named = try CommandRun.passwords(
            "strength", "--json", "--context", "ＡＮＶＩＬ", "--context", "Harbourside", input: password
        ).answer
        #expect(named["context"] == true)
        let (before, after) = (plain["guessesLog10"]?.number?.double, named["guessesLog10"]?.number?.double)
        #expect(try #require(after) < (try #require(before)))
        let near = try CommandRun.passwords("strength", "--json", "--context", "harbour side", input: password).answer
        #expect(near["context"] == nil)

        let folder = try CommandFolder()
        try folder.write("harbourside-anvil-42#Zq\n", to: "common.txt")
        try folder.write(
            """
            site: {publicOrigin: "https://anvil.example.com", name: Smithy}
            passwords: {contextWords: [harbourside], commonPasswordsFile: common.txt}
            """, to: "server.yaml")
        for (text, word) in [
            ("xx-Harbourside-81", true), ("xx-anvil-81#Kw", true), ("xx-smithy-81#Kw", true), ("xx-81#Kwq", false),
        ] {
            let run = try CommandRun(
                ["passwords", "strength", "--json", "--config", "server.yaml"], in: folder, input: text)
            #expect(try run.answer["context"] == (word ? true : nil), "\(text)")
        }
        let listed = try CommandRun(
            ["passwords", "strength", "--config", "server.yaml"], in: folder, input: password)
        #expect(listed.output.contains("common    yes, on a list") && listed.output.contains("context   yes, "))
        let short = try CommandRun.passwords("strength", "--context", "ab", input: password)
        #expect(short.status == 2 && short.errors.contains("--context ab is too short"))
    }

    @Test("convert-pattern prints rules, or says that the pattern implies none, or shows the mistake in it")
    func convertPattern() throws {
        #expect(
            try CommandRun.passwords("convert-pattern", "(?=.*[0-9])[a-z0-9]{8,20}").transcript
                == "required: digit; allowed: lower; minlength: 8; maxlength: 20;\n= 0")
        let none = try CommandRun.passwords("convert-pattern", "(a|b)")
        #expect(
            none.output.isEmpty && none.errors.hasPrefix("latchkey: the pattern implies no rules\n  hint: ")
                && none.status == 1)
        #expect(try CommandRun.passwords("convert-pattern", "--json", "(a|b)").transcript == "{\n  \"rules\": null\n}\n= 1")
        #expect(
            try CommandRun.passwords("convert-pattern", "[a-z]([0-9]").transcript == """
                ! latchkey: this parenthesis is not closed
                !     [a-z]([0-9]
                !          ^
                = 2
                """)
        #expect(
            try CommandRun.passwords("convert-pattern", "--jsonl", input: "{\"pattern\":\"(a\"}\n{\"pattern\":\"[0-9]+\"}")
                .transcript
                    == """
                    {"error":{"code":"malformed-pattern","message":"This parenthesis is not closed.","line":1,"position":0}}
                    {"rules":"required: digit;"}
                    = 1
                    """)
    }
}
