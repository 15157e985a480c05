import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey domains, one file", .tags(.realParts), .timeLimit(.minutes(20)))
struct DomainsCommandTests {
    private static let file = """
        {"applinks": {"details": [{"appIDs": ["ABCDE2345F.com.acme.app"], "components": [
          {"/": "/no/*", "exclude": true},
          {"/": "/buy/*", "?": {"id": "????"}}
        ]}]}}
        """

    @Test("lint shows each diagnostic with its place underlined")
    func lint() throws {
        let folder = try CommandFolder()
        try folder.write(#"{"webcredentials": {"apps": ["é", "TEAMID.com.acme.app"]}, "x": 1}"#, to: "aasa")
        #expect(
            try folder.run("domains lint aasa") == """
                1:30: error: "é" is not a valid app identifier. The bundle identifier after the prefix is missing (invalid-app-id)
                    {"webcredentials": {"apps": ["é", "TEAMID.com.acme.app"]}, "x": 1}
                                                 ^^^
                    write the prefix, a dot and the bundle identifier: ABCDE12345.com.example.app

                1:35: error: "TEAMID.com.acme.app" is a placeholder, not an app identifier (placeholder-app-id)
                    {"webcredentials": {"apps": ["é", "TEAMID.com.acme.app"]}, "x": 1}
                                                      ^^^^^^^^^^^^^^^^^^^^^
                    write the identifier of the app, with the team ID of the developer account

                1:60: info: "x" in the file is unknown and ignored (unknown-service)
                    {"webcredentials": {"apps": ["é", "TEAMID.com.acme.app"]}, "x": 1}
                                                                               ^^^
                    remove the member
                = 1
                """)
    }

    @Test("lint distinguishes a valid file, a malformed one and a missing one")
    func lintResults() throws {
        let folder = try CommandFolder()
        try folder.write(Self.file, to: "sound")
        #expect(try folder.run("domains lint sound") == "ok\n= 0")
        #expect(try folder.run("domains lint -", input: Self.file) == "ok\n= 0")
        let broken = try folder.run("domains lint -", input: "{\n  \"applinks\": {,}\n}")
        #expect(broken.hasPrefix("2:16: error: ") && broken.contains("\n                   ^\n") && broken.hasSuffix("= 1"))
        #expect(try folder.run("domains lint missing").hasSuffix("= 2"))
        try folder.write(String(repeating: " ", count: 10_000_000), to: "huge")
        #expect(try folder.run("domains lint huge").contains("huge: more than 1048576 bytes"))
        #expect(try folder.run("domains lint .").hasSuffix("= 2"))
        let json = try CommandRun(["domains", "lint", "--json", "{}"], in: folder)
        #expect(try JSONText.parse(json.output.utf8).root["findings"]?[0]?["code"]?.string == "no-services" && json.status == 1)
    }

    @Test("match prints the result for a link, and its exit code says whether the app opens")
    func match() throws {
        let folder = try CommandFolder()
        try folder.write(Self.file, to: "aasa")
        #expect(
            try folder.run("domains match aasa https://acme.com/buy/1?id=1234")
                == "matched: component 2 of details 1 (ABCDE2345F.com.acme.app) matches: \"/buy/*\" ?id=\"????\"\n= 0")
        #expect(try folder.run("domains match aasa https://acme.com/no/1").hasPrefix("blocked: component 1 of details 1"))
        #expect(try folder.run("domains match aasa https://acme.com/x").hasPrefix("none: none of 2 components matches; "))
        #expect(try folder.run("domains match aasa https://acme.com/x").hasSuffix("= 1"))
        #expect(try folder.run(#"domains match {"/":"/x"} https://acme.com/x"#).hasSuffix("= 0"))
        #expect(try folder.run("domains match aasa https://acme.com/buy/1?id=1234 --app-id X").hasSuffix("= 1"))
        #expect(try folder.run("domains match aasa acme.com").contains("! latchkey: the URL must begin with https://"))
        #expect(try folder.run("domains match aasa").hasSuffix("= 2"))
        let json = try CommandRun(["domains", "match", "--json", "aasa", "https://acme.com/no/1"], in: folder)
        #expect(try JSONText.parse(json.output.utf8).root["result"]?.string == "blocked" && json.status == 1)
    }

    @Test("explain shows the comparison of a link with the file")
    func explain() throws {
        let folder = try CommandFolder()
        try folder.write(Self.file, to: "aasa")
        #expect(
            try folder.run("domains explain aasa https://acme.com/buy/1?id=12") == """
                details 1 (line 1): ABCDE2345F.com.acme.app
                  component 1 (line 2): "/no/*" exclude
                    no: the path does not match "/no/*": character 2 is "b", but the pattern requires "n".
                  component 2 (line 3): "/buy/*" ?id="????"
                    no: the query item "id" does not match "????": the text ends after 2 characters, but the pattern requires any character.
                none: none of 2 components matches; component 2 of details 1 came closest: the query item "id" does not match "????": the text \
                ends after 2 characters, but the pattern requires any character
                = 1
                """)
        #expect(
            try folder.run("domains explain aasa https://acme.com/buy/1?id=1234 --app-id ABCDE2345F.com.acme.app").hasSuffix("= 0"))
        #expect(try folder.run("domains explain aasa https://acme.com/x --json").contains("\"steps\": ["))
    }

    @Test("each command's help documents its exit codes", arguments: ["lint", "match", "explain"])
    func help(command: String) throws {
        let run = try CommandRun(["domains", command, "--help"], in: CommandFolder())
        #expect(run.status == 0 && run.output.contains("Exits with") && run.output.contains("--jsonl"))
    }
}
