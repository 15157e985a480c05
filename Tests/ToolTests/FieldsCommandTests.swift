import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey fields", .tags(.realParts), .timeLimit(.minutes(20)))
struct FieldsCommandTests {
    private static let login = """
        <form action="/login"><input type=hidden name=csrf><input id=user name=login><input type=password name=pass>
        <select><option>a</select><button>Log in</button></form>
        """

    @Test("each field of a file is printed with its evidence")
    func table() throws {
        let folder = try CommandFolder()
        try folder.write(Self.login, to: "login.html")
        #expect(
            try folder.run("fields classify login.html") == """
                INDEX  TYPE              NAME   EVIDENCE
                0      other             csrf   hidden
                1      username          login  name: user name; before the password
                2      current-password  pass   form: sign in
                3      other             -      not typed: choice
                = 0
                """)
        #expect(try CommandRun(["fields", "classify", "-"], in: folder, input: "<p>none").transcript == "no fields\n= 0")
    }

    @Test("--json has index, id, name, type and evidence of every field")
    func json() throws {
        let folder = try CommandFolder()
        try folder.write("<input id=user><input type=password name=pass>", to: "a.html")
        #expect(
            try folder.run("fields classify --json a.html") == """
                {
                  "fields": [
                    {
                      "index": 0,
                      "id": "user",
                      "name": null,
                      "type": "username",
                      "evidence": "id: user name; before the password"
                    },
                    {
                      "index": 1,
                      "id": null,
                      "name": "pass",
                      "type": "current-password",
                      "evidence": "a password without evidence that it is new"
                    }
                  ]
                }
                = 0
                """)
    }

    @Test("several files each have a result, and a rejected file does not stop the others")
    func files() throws {
        let folder = try CommandFolder()
        try folder.write("<input type=email>", to: "a.html")
        try folder.write("", to: "b.html")
        #expect(
            try folder.run("fields classify --json a.html missing.html b.html") == """
                {"fields":[{"index":0,"id":null,"name":null,"type":"email","evidence":"type: email"}]}
                {"error":{"code":"unreadable-file","message":"missing.html: cannot be read"}}
                {"fields":[]}
                ! latchkey: missing.html: cannot be read
                = 1
                """)
        #expect(
            try folder.run("fields classify a.html b.html") == """
                a.html:
                  INDEX  TYPE   NAME  EVIDENCE
                  0      email  -     type: email
                b.html:
                  no fields
                = 0
                """)
    }

    @Test("a batch has the results of files, and continues after a malformed line")
    func batch() throws {
        let folder = try CommandFolder()
        try folder.write(Self.login, to: "login.html")
        let file =
            try folder.run("fields classify --json login.html login.html").split(separator: "\n").first.map(String.init) ?? ""
        let line = JSONValue.object(JSONObject([("html", .string(Self.login))])).text()
        let deep = "{\"html\":\"\(String(repeating: "<div>", count: 1_001))\"}"
        let input = [line, "{}", "x", "{\"html\":1}", deep, "{\"html\":\"\",\"other\":2}", line].joined(separator: "\n")
        #expect(
            try CommandRun(["fields", "classify", "--jsonl"], in: folder, input: input).transcript == """
                \(file)
                {"error":{"code":"missing-member","message":"The member html is required.","line":2}}
                {"error":{"code":"malformed-json","message":"Not JSON at character 1: the only literal names in JSON are true, false and null.","line":3}}
                {"error":{"code":"wrong-type","message":"The member html must be a string, not a number.","line":4}}
                {"error":{"code":"nested-too-deeply","message":"More than 1000 elements are open at byte 5000.","line":5}}
                {"fields":[]}
                \(file)
                = 1
                """)
    }

    @Test("labels that users wrote into a page are not read")
    func manualLabels() throws {
        let folder = try CommandFolder()
        try folder.write("<input data-manual-scoring=password name=q><input data-manual-submit type=password>", to: "a.html")
        try folder.write("<input name=q><input type=password>", to: "b.html")
        let lines = try folder.run("fields classify --json a.html b.html").split(separator: "\n")
        #expect(lines.count == 3 && lines[0] == lines[1])
    }

    @Test("a page of 2 MiB is accepted, a larger one rejected")
    func size() throws {
        let folder = try CommandFolder()
        try folder.write(String(repeating: "x", count: 2_097_152), to: "a.html")
        try folder.write(String(repeating: "x", count: 2_097_153), to: "b.html")
        try folder.write(String(repeating: "x", count: 2_097_154), to: "c.html")
        #expect(try folder.run("fields classify --json a.html").hasSuffix("= 0"))
        for name in ["b.html", "c.html"] { #expect(try folder.run("fields classify \(name)").hasSuffix("= 2"), "\(name)") }
    }

    @Test("control characters in a page do not reach the terminal")
    func control() throws {
        let folder = try CommandFolder()
        try folder.write("<input name='a\u{1B}[31m'>", to: "a.html")
        #expect(
            try folder.run("fields classify a.html") == """
                INDEX  TYPE   NAME    EVIDENCE
                0      other  a\u{FFFD}[31m  no evidence
                = 0
                """)
    }

    @Test(
        "wrong calls are rejected",
        arguments: ["fields classify", "fields classify --jsonl a.html", "fields classify --json --jsonl", "fields classify - -"])
    func usage(line: String) throws {
        #expect(try CommandFolder().run(line).hasSuffix("= 2"))
    }
}
