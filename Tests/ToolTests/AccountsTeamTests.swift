import TestKit
import Testing

@Suite("latchkey accounts when an app moves to another team", .tags(.realParts), .timeLimit(.minutes(20)))
struct AccountsTeamTests {
    private static let created = #""createdAt":"2026-01-02T03:04:05.000Z""#

    private static func person(_ number: Int, _ team: String, _ subject: String) -> String {
        #"{"id":"10000000-0000-4000-8000-00000000000\#(number)",\#(created),"apple":[{"team":"\#(team)","subject":"\#(subject)"}]}"#
    }

    /// Creates a store with Anna and Berta at the giving team, and Carla at the receiving team.
    private static func folder() throws -> CommandFolder {
        let folder = try CommandFolder()
        let people = [
            person(1, "GIVER00001", "001.anna"), person(2, "GIVER00001", "001.berta"), person(3, "TAKER00001", "002.carla"),
        ]
        let imported = try folder.run("accounts import --create --store s", input: people.joined(separator: "\n"))
        try #require(imported == "imported 3, taken 0, rejected 0\n= 0")
        return folder
    }

    private static func subjects(_ folder: CommandFolder) throws -> [String] {
        try CommandRun(["accounts", "export", "--store", "s"], in: folder).output.split(separator: "\n").compactMap {
            $0.firstMatch(of: /"team":"([A-Z0-9]+)","subject":"([0-9a-z.]+)"/).map { "\($0.1) \($0.2)" }
        }
    }

    @Test("transfers are announced, then finished for users who have not signed in; each bad line is reported with its number")
    func wholeMove() throws {
        let folder = try Self.folder()
        let announce = "accounts announce-transfers --store s --from GIVER00001 --to TAKER00001"
        #expect(
            try folder.run(announce, input: "001.anna t.anna\n\n001.berta t.anna\n001.berta\n001.dora t.dora\n001.berta t.berta\n")
                == """
                done 2, not found 2, taken 0, rejected 1
                ! latchkey: line 3: no account has this subject, or another account has the transfer identifier
                ! latchkey: line 4: not two identifiers with a space between
                ! latchkey: line 5: no account has this subject, or another account has the transfer identifier
                = 1
                """)
        #expect(try Self.subjects(folder) == ["GIVER00001 001.anna", "GIVER00001 001.berta", "TAKER00001 002.carla"])

        let finish = "accounts finish-transfers --store s --to TAKER00001"
        #expect(
            try folder.run(finish, input: "t.anna 002.anna anna@privaterelay.appleid.com\nt.berta 002.carla\nt.dora 002.dora\n")
                == """
                done 1, not found 1, taken 1, rejected 0
                ! latchkey: line 2: an account already has this subject, or another subject of the same team
                ! latchkey: line 3: no account waits for this transfer identifier
                = 1
                """)
        #expect(try Self.subjects(folder) == ["TAKER00001 002.anna", "GIVER00001 001.berta", "TAKER00001 002.carla"])
        #expect(try folder.run(finish, input: "t.berta 002.berta\n") == "done 1, not found 0, taken 0, rejected 0\n= 0")
        #expect(
            try folder.run("accounts show --store s 10000000-0000-4000-8000-000000000002").contains("apple-identity-transferred"))
    }

    @Test("the report is available as JSON, and the lines can come from a file")
    func json() throws {
        let folder = try Self.folder()
        try folder.write("001.anna t.anna\r\n001.dora t.dora", to: "transfers")
        let announce = "accounts announce-transfers transfers --store s --from GIVER00001 --to TAKER00001"
        #expect(
            try folder.run(announce + " --jsonl") == """
                {"line":1,"outcome":"done"}
                {"line":2,"outcome":"not-found","reason":"no account has this subject, or another account has the transfer identifier"}
                ! latchkey: done 1, not found 1, taken 0, rejected 0
                = 1
                """)
        #expect(
            try folder.run(announce + " --json").hasPrefix(
                """
                {
                  "done": 1,
                  "notFound": 1,
                  "taken": 0,
                  "rejected": 0
                }
                """))
    }

    @Test(
        "a transfer to the same team is rejected, and so is a malformed team ID",
        arguments: [
            ("--from GIVER00001 --to GIVER00001", "both teams are GIVER00001"),
            ("--from giver --to TAKER00001", "giver is not a team ID"),
        ])
    func teams(options: String, reason: String) throws {
        let answer = try Self.folder().run("accounts announce-transfers --store s \(options)", input: "001.anna t.anna\n")
        #expect(answer.contains("! latchkey: \(reason)\n") && answer.hasSuffix("= 2"))
    }
}
