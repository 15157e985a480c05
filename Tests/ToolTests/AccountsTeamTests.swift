import TestKit
import Testing

@Suite("latchkey accounts when an app changes its team", .tags(.realParts))
struct AccountsTeamTests {
    private static let created = #""createdAt":"2026-01-02T03:04:05.000Z""#

    private static func person(_ number: Int, _ team: String, _ subject: String) -> String {
        #"{"id":"10000000-0000-4000-8000-00000000000\#(number)",\#(created),"apple":[{"team":"\#(team)","subject":"\#(subject)"}]}"#
    }

    /// Anna and Berta at the team that gives the app away; Carla at the one that receives it.
    private static func folder() throws -> CommandFolder {
        let folder = try CommandFolder()
        let people = [
            person(1, "GIVER00001", "001.anna"), person(2, "GIVER00001", "001.berta"), person(3, "TAKER00001", "002.carla"),
        ]
        let imported = try folder.run("accounts import --create --store s", input: people.joined(separator: "\n"))
        try #require(imported == "imported 3, taken 0, refused 0\n= 0")
        return folder
    }

    private static func subjects(_ folder: CommandFolder) throws -> [String] {
        try CommandRun(["accounts", "export", "--store", "s"], in: folder).output.split(separator: "\n").compactMap {
            $0.firstMatch(of: /"team":"([A-Z0-9]+)","subject":"([0-9a-z.]+)"/).map { "\($0.1) \($0.2)" }
        }
    }

    @Test("people are announced, and those who do not sign in are moved; what does not fit is told with its line")
    func wholeMove() throws {
        let folder = try Self.folder()
        let announce = "accounts announce-transfers --store s --from GIVER00001 --to TAKER00001"
        #expect(
            try folder.run(announce, input: "001.anna t.anna\n\n001.berta t.anna\n001.berta\n001.dora t.dora\n001.berta t.berta\n")
                == """
                done 2, not found 2, taken 0, refused 1
                ! latchkey: line 3: nobody here has this subject, or another person has the transfer identifier
                ! latchkey: line 4: not two identifiers with a space between
                ! latchkey: line 5: nobody here has this subject, or another person has the transfer identifier
                = 1
                """)
        #expect(try Self.subjects(folder) == ["GIVER00001 001.anna", "GIVER00001 001.berta", "TAKER00001 002.carla"])

        let finish = "accounts finish-transfers --store s --to TAKER00001"
        #expect(
            try folder.run(finish, input: "t.anna 002.anna anna@privaterelay.appleid.com\nt.berta 002.carla\nt.dora 002.dora\n")
                == """
                done 1, not found 1, taken 1, refused 0
                ! latchkey: line 2: an account has this subject, or another one of the same team, already
                ! latchkey: line 3: nobody waits under this transfer identifier
                = 1
                """)
        #expect(try Self.subjects(folder) == ["TAKER00001 002.anna", "GIVER00001 001.berta", "TAKER00001 002.carla"])
        #expect(try folder.run(finish, input: "t.berta 002.berta\n") == "done 1, not found 0, taken 0, refused 0\n= 0")
        #expect(
            try folder.run("accounts show --store s 10000000-0000-4000-8000-000000000002").contains("apple-identity-transferred"))
    }

    @Test("a run is told as JSON too, and reads a file where one is named")
    func json() throws {
        let folder = try Self.folder()
        try folder.write("001.anna t.anna\r\n001.dora t.dora", to: "transfers")
        let announce = "accounts announce-transfers transfers --store s --from GIVER00001 --to TAKER00001"
        #expect(
            try folder.run(announce + " --jsonl") == """
                {"line":1,"outcome":"done"}
                {"line":2,"outcome":"not-found","reason":"nobody here has this subject, or another person has the transfer identifier"}
                ! latchkey: done 1, not found 1, taken 0, refused 0
                = 1
                """)
        #expect(
            try folder.run(announce + " --json").hasPrefix(
                """
                {
                  "done": 1,
                  "notFound": 1,
                  "taken": 0,
                  "refused": 0
                }
                """))
    }

    @Test(
        "a transfer to oneself is refused, and so is what is no team",
        arguments: [
            ("--from GIVER00001 --to GIVER00001", "both teams are GIVER00001"),
            ("--from giver --to TAKER00001", "giver is no team"),
        ])
    func teams(options: String, reason: String) throws {
        let answer = try Self.folder().run("accounts announce-transfers --store s \(options)", input: "001.anna t.anna\n")
        #expect(answer.contains("! latchkey: \(reason)\n") && answer.hasSuffix("= 2"))
    }
}
