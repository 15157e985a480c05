import JSONText
import TestKit
import Testing

@Suite("latchkey accounts import and export", .tags(.realParts), .timeLimit(.minutes(20)))
struct AccountsTransferTests {
    @Test("an export can be imported, and exported again byte for byte")
    func roundTrip() throws {
        let folder = try CommandFolder()
        // Every millisecond; a floating-point number of seconds would not represent them all.
        let lines = (0..<1_000).map { number in
            let digits = String("00\(number)".suffix(3))
            return Sample.line("user\(number)", createdAt: "2026-01-02T03:04:05.\(digits)Z")
        }
        let input = lines.joined(separator: "\n") + "\n"
        #expect(try folder.run("accounts import --create --store a", input: input) == "imported 1000, taken 0, rejected 0\n= 0")
        let first = try CommandRun(["accounts", "export", "--store", "a"], in: folder)
        #expect(first.errors == "latchkey: exported 1000\n" && first.status == 0)
        #expect(
            try folder.run("accounts import --create --store b", input: first.output) == "imported 1000, taken 0, rejected 0\n= 0")
        let second = try CommandRun(["accounts", "export", "--store", "b"], in: folder)
        #expect(first.output == second.output)
        #expect(first.output.split(separator: "\n").count == 1_000)
        for line in lines { #expect(first.output.contains(line.dropFirst())) }
    }

    @Test("every bad line is reported with its number, and the others are imported")
    func badLines() throws {
        let lines = [
            Sample.line("anna"), "", "{\"username\":", Sample.line("b"), Sample.line("bob", hash: "$2b$10$abcdefghijklmnopqrstuv"),
            #"{"username":"bob"}"#, #"{"username":"bob","passwordHash":"\#(Sample.hash)","admin":true}"#,
            #"{"username":"bob","username":"eve","passwordHash":"\#(Sample.hash)"}"#,
            Sample.line("bob", id: "10000000-0000-4000-8000-00000000000A"), Sample.line("bob", createdAt: "2999-01-01T00:00:00Z"),
            Sample.line("bob", createdAt: "2026-01-02"), Sample.line("ANNA"), String(repeating: "x", count: 9_000),
            "[\"bob\"]", Sample.line("zoe", createdAt: nil),
        ]
        let folder = try CommandFolder()
        #expect(
            try folder.run("accounts import --create --store s", input: lines.joined(separator: "\n")) == """
                imported 2, taken 1, rejected 12
                ! latchkey: line 2: not JSON at character 1: unexpected end of the text, expected a value
                ! latchkey: line 3: not JSON at character 13: unexpected end of the text, expected a value
                ! latchkey: line 4: /username: username-too-short
                ! latchkey: line 5: /passwordHash: unknown algorithm; argon2id, scrypt and pbkdf2-sha256 are supported, at byte 1
                ! latchkey: line 6: /passwordHash: is required
                ! latchkey: line 7: /admin: is not a known member of this object
                ! latchkey: line 8: not JSON at character 19: the object contains the name "username" twice
                ! latchkey: line 9: /id: not a UUID in lower case
                ! latchkey: line 10: /createdAt: in the future
                ! latchkey: line 11: /createdAt: not a time in UTC such as 2026-11-21T09:06:00.000Z
                ! latchkey: line 13: more than 8192 bytes
                ! latchkey: line 14: the document: must be an object, not an array
                ! latchkey: line 12: the user name is taken
                = 1
                """)
    }

    @Test("the language and the time zone are exported and imported, and malformed ones are rejected")
    func settings() throws {
        func line(_ id: Int, _ settings: String) -> String {
            #"{"id":"10000000-0000-4000-8000-00000000000\#(id)","username":"name\#(id)","passwordHash":"\#(Sample.hash)","#
                + #""createdAt":"2026-01-02T03:04:05.000Z"\#(settings)}"#
        }
        let lines = [line(1, #","language":"pt-BR","timeZone":"America/Sao_Paulo""#), line(2, #","timeZone":"UTC""#), line(3, "")]
        let input = lines.joined(separator: "\n") + "\n"
        let folder = try CommandFolder()
        #expect(try folder.run("accounts import --create --store a", input: input) == "imported 3, taken 0, rejected 0\n= 0")
        #expect(try CommandRun(["accounts", "export", "--store", "a"], in: folder).output == input)
        let rejected = [line(4, #","language":"de_AT""#), line(5, #","timeZone":"Europe/""#)].joined(separator: "\n")
        #expect(
            try folder.run("accounts import --store a", input: rejected) == """
                imported 0, taken 0, rejected 2
                ! latchkey: line 1: /language: not a BCP 47 tag such as pt-BR
                ! latchkey: line 2: /timeZone: not an identifier of the time-zone database such as Europe/Vienna
                = 1
                """)
    }

    @Test("Apple identities are exported and imported, with or without a password, and without tokens")
    func appleIdentities() throws {
        let ids = (1...3).map { "10000000-0000-4000-8000-00000000000\($0)" }
        let created = #""createdAt":"2026-01-02T03:04:05.000Z""#
        let anna =
            #"{"team":"TEAM000001","subject":"000001.anna","email":"k7m2x9q4tz@privaterelay.appleid.com","#
            + #""emailVerified":true,"emailPrivate":true,"givenName":"Anna","familyName":"Lindqvist"}"#
        let lines = [
            #"{"id":"\#(ids[0])",\#(created),"apple":[\#(anna)]}"#,
            #"{"id":"\#(ids[1])","username":"berta","passwordHash":"\#(Sample.hash)",\#(created),"#
                + #""apple":[{"team":"TEAM000001","subject":"000001.berta"},{"team":"TEAM000002","subject":"000002.berta"}]}"#,
            #"{"id":"\#(ids[2])","username":"carla","passwordHash":"\#(Sample.hash)",\#(created)}"#,
        ]
        let input = lines.joined(separator: "\n") + "\n"
        let folder = try CommandFolder()
        #expect(try folder.run("accounts import --create --store a", input: input) == "imported 3, taken 0, rejected 0\n= 0")
        let export = try CommandRun(["accounts", "export", "--store", "a"], in: folder)
        #expect(export.status == 0)
        #expect(export.output == input)

        let rejected = [
            #"{\#(created),"apple":[\#(anna)]}"#,
            #"{"apple":[{"team":"TEAM000003","subject":"x"},{"team":"TEAM000003","subject":"y"}]}"#,
            #"{"apple":[{"team":"team000003","subject":"x"}]}"#, #"{"apple":[]}"#,
        ]
        #expect(
            try folder.run("accounts import --store a", input: rejected.joined(separator: "\n")) == """
                imported 0, taken 1, rejected 3
                ! latchkey: line 2: /apple: two identities of one team
                ! latchkey: line 3: /apple/0/team: not a team ID
                ! latchkey: line 4: /passwordHash: is required
                ! latchkey: line 1: another account has the Apple identity
                = 1
                """)
    }

    @Test(
        "a hash that requires 256 MiB to check is imported, one that requires more is rejected",
        arguments: [(262_144, true), (262_145, false)])
    func memoryCeiling(_ memoryKiB: Int, _ isTaken: Bool) throws {
        let folder = try CommandFolder()
        let hash = Sample.hash.replacing("m=19456", with: "m=\(memoryKiB)")
        let answer = try folder.run("accounts import --create --store s", input: Sample.line("anna", hash: hash))
        #expect(answer.hasPrefix(isTaken ? "imported 1" : "imported 0, taken 0, rejected 1"))
        #expect(answer.contains("requires 262145 KiB to check, more than 262144") == !isTaken)
    }

    @Test("an identifier that another account has is rejected, and the other lines are imported")
    func usedIdentifiers() throws {
        let id = "10000000-0000-4000-8000-000000000001"
        let folder = try CommandFolder()
        let input = [Sample.line("anna", id: id), Sample.line("bob", id: id), Sample.line("zoe")].joined(separator: "\n")
        #expect(
            try folder.run("accounts import --create --store s --jsonl", input: input) == """
                {"line":2,"outcome":"rejected","reason":"/id: another account has it"}
                {"line":1,"outcome":"imported"}
                {"line":3,"outcome":"imported"}
                ! latchkey: imported 2, taken 0, rejected 1
                = 1
                """)
        #expect(
            try folder.run("accounts import --store s --json", input: Sample.line("eve", id: id)) == """
                {
                  "imported": 0,
                  "taken": 0,
                  "rejected": 1
                }
                ! latchkey: line 1: /id: another account has it
                = 1
                """)
        #expect(try folder.run("accounts import --store s", input: input).hasPrefix("imported 0, taken 2, rejected 1\n"))
    }

    @Test("lines may end as on Windows, and the last one may have no end")
    func lineEnds() throws {
        let folder = try CommandFolder()
        let input = Sample.line("anna") + "\r\n" + Sample.line("bob")
        #expect(try folder.run("accounts import --create --store s", input: input) == "imported 2, taken 0, rejected 0\n= 0")
    }

    @Test("import reads the named file")
    func files() throws {
        let folder = try CommandFolder()
        try folder.write(Sample.line("anna"), to: "lines")
        #expect(try folder.run("accounts import lines --create --store s") == "imported 1, taken 0, rejected 0\n= 0")
        #expect(
            try folder.run("accounts import none --store s") == """
                ! latchkey: none cannot be read
                !   hint: check the path and its permissions
                = 2
                """)
    }
}
