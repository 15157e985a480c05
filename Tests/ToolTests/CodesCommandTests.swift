import Foundation
import TestKit
import Testing

@Suite("latchkey codes", .tags(.realParts), .timeLimit(.minutes(20)))
struct CodesCommandTests {
    private static let secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"

    private func run(_ arguments: [String], input: String = "") throws -> String {
        try CommandRun(["codes"] + arguments, in: try CommandFolder(), input: input).transcript
    }

    @Test("parse finds the code of a message, with the site that it is bound to")
    func parse() throws {
        #expect(try run(["parse", "Your code is 482910."]) == "code      482910\n= 0")
        #expect(
            try run(["parse"], input: "482910 is your code.\n\n@example.com #482910 %login.example\n") == """
                code      482910
                domain    example.com
                embedded  login.example
                = 0
                """)
        #expect(try run(["parse", "See you at 8"]) == "! latchkey: the message contains no code\n= 1")
        #expect(try run(["parse", "--json", "See you at 8"]) == "{\n  \"code\": null\n}\n= 1")
    }

    @Test("a batch gives a result for each line")
    func batch() throws {
        let input = """
            {"message":"Your code is 482910."}
            {"message":"x\\n@example.com #482910 @login.example"}
            {"message":"hello"}
            {}
            """
        #expect(
            try run(["parse", "--jsonl"], input: input) == """
                {"code":"482910"}
                {"code":"482910","domain":"example.com","embeddedDomain":"login.example"}
                {"code":null}
                {"error":{"code":"missing-member","message":"The member message is required.","line":4}}
                = 1
                """)
    }

    @Test("control characters in a message do not reach the terminal")
    func control() throws {
        #expect(try run(["parse", "@example.com #a\u{1B}[31m"]) == "code      a\u{FFFD}[31m\ndomain    example.com\n= 0")
    }

    @Test("a composed message ends with the line for machines")
    func compose() throws {
        #expect(
            try run([
                "compose", "--host", "example.com", "--code", "482910", "--embedded", "login.example", "--mark", "at",
                "482910 is your code.",
            ]) == """
                482910 is your code.

                @example.com #482910 @login.example
                = 0
                """)
        #expect(try run(["compose", "--host", "https://example.com", "--code", "1"]).hasSuffix("= 2"))
        #expect(try run(["compose", "--host", "example.com", "--code", "1 2"]).hasSuffix("= 2"))
    }

    @Test("totp generates and checks a password, with a key from standard input or a file")
    func totp() throws {
        #expect(
            try run(["totp", "--digits", "8", "--at", "59"], input: Self.secret + "\n")
                == "94287082\n! latchkey: valid for 1 seconds\n= 0")
        let folder = try CommandFolder()
        try folder.write("otpauth://totp/Example:anna?secret=\(Self.secret)&issuer=Example&digits=8", to: "key")
        #expect(try folder.run("codes totp --key-file key --at 59").hasPrefix("94287082\n"))
        #expect(try folder.run("codes totp --key-file key --at 89 --check 94287082") == "ok\n= 0")
        #expect(try folder.run("codes totp --key-file key --at 89 --drift 0 --check 94287082") == "wrong\n= 1")
        #expect(
            try folder.run("codes totp --key-file key --at 59 --json")
                == "{\n  \"password\": \"94287082\",\n  \"step\": 1,\n  \"remainingSeconds\": 1\n}\n= 0")
        #expect(try folder.run("codes totp --key-file key --digits 6").hasSuffix("= 2"))
        #expect(try folder.run("codes hotp --key-file key").hasSuffix("= 2"))
    }

    @Test("hotp generates and checks a password")
    func hotp() throws {
        #expect(try run(["hotp", "--counter", "3"], input: Self.secret) == "969429\n= 0")
        #expect(
            try run(["hotp", "--counter", "0", "--check", "969429", "--look-ahead", "3"], input: Self.secret)
                == "ok, next counter 4\n= 0")
        #expect(try run(["hotp", "--counter", "0", "--check", "969429"], input: Self.secret) == "wrong\n= 1")
        #expect(try run(["hotp"], input: "otpauth://hotp/a?secret=\(Self.secret)&counter=3") == "969429\n= 0")
        #expect(try run(["hotp"], input: Self.secret).hasSuffix("= 2"))
    }

    @Test(
        "a malformed key is rejected without being shown",
        arguments: ["gezd1nbv", "GEZDGNBV", "otpauth://totp/a?secret=gezdgnbv"])
    func badKeys(key: String) throws {
        let transcript = try run(["totp"], input: key)
        #expect(transcript.hasSuffix("= 2"))
        #expect(!transcript.lowercased().contains("gezd"))
    }
}
