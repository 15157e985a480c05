import JSONText
import TestKit
import Testing

@Suite("latchkey config", .tags(.realParts), .timeLimit(.minutes(20)))
struct ConfigCommandTests {
    private func folder(_ yaml: String = "") throws -> CommandFolder {
        let folder = try CommandFolder()
        try folder.write(Sample.key + "\n", to: "key")
        let base =
            "site: {publicOrigin: https://accounts.example.com}\nkeys: {currentFile: key}\nstore: {path: accounts.sqlite}\ntrustedProxies: [127.0.0.1]\n"
        try folder.write(base + yaml, to: "latchkey.yaml", mode: 0o644)
        return folder
    }

    @Test("a valid configuration is ok")
    func good() throws {
        #expect(try folder().run("config check --config latchkey.yaml") == "ok\n= 0")
        #expect(
            try folder().run("config check --json --config latchkey.yaml")
                == "{\n  \"ok\": true,\n  \"problems\": [],\n  \"warnings\": []\n}\n= 0")
    }

    @Test("an accepted but unusual value is a warning, not an error")
    func warnings() throws {
        let folder = try folder("passwords: {rules: 'allowed: digit; minlength: 12; maxlength: 64;'}\n")
        let reason = "iOS ignores rules that permit fewer than two of upper, lower and digit."
        let remedy = "Allow upper-case letters, lower-case letters or digits."
        #expect(
            try folder.run("config check --config latchkey.yaml") == """
                ok
                ! latchkey: warning: passwords.rules: \(reason) \(remedy)
                = 0
                """)
        let run = try CommandRun(["config", "check", "--json", "--config", "latchkey.yaml"], in: folder)
        let warning = try JSONText.parse(Array(run.output.utf8)).root.value["warnings"]?[0]
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(warning?["key"] == "passwords.rules" && warning?["code"] == "ios-ignores-few-classes")
    }

    @Test("all problems are reported at once on standard error, with their places")
    func problems() throws {
        let folder = try folder("listener:\n  prot: 1\nlimits: {body: 12}\n")
        #expect(
            try folder.run("config check --config latchkey.yaml", environment: ["LATCHKEY_LOG_LEVEL": "loud", "LATCHKEY_X": "1"])
                == """
                ! latchkey: latchkey.yaml:6:3: listener.prot: unknown key; did you mean listener.port?
                ! latchkey: latchkey.yaml:7:16: limits.body: "12" is not a whole number followed by one of B, KiB, MiB, GiB; allowed: 1KiB to 1MiB
                ! latchkey: LATCHKEY_X: unknown variable; `latchkey config keys` lists all variables
                ! latchkey: LATCHKEY_LOG_LEVEL: log.level: "loud" is not one of them; allowed: trace, debug, info, notice, warning, error, critical
                !   hint: `latchkey config keys` lists all keys and their values
                = 3
                """)
    }

    @Test("problems as JSON have key, place, reason and remedy")
    func problemsAsJSON() throws {
        let run = try CommandRun(
            ["config", "check", "--json", "--config", "latchkey.yaml", "--set", "hashing.passes=1"],
            in: folder("metrics: {port: 0}\n"))
        #expect(run.status == 3 && run.errors.isEmpty)
        let root = try JSONText.parse(Array(run.output.utf8)).root.value
        #expect(root["ok"] == false)
        #expect(root["problems"]?[0]?["key"] == "metrics.port")
        #expect(root["problems"]?[0]?["place"] == "latchkey.yaml:5:17")
        #expect(root["problems"]?[0]?["unsafe"] == false)
    }

    @Test("check and serve reject an unsafe configuration alike")
    func unsafe() throws {
        let folder = try folder("metrics: {host: 0.0.0.0}\n")
        let problem =
            "! latchkey: unsafe: latchkey.yaml:5:17: metrics.host: metrics have no authentication, and 0.0.0.0 is not a private address; "
            + "use 127.0.0.1 or a private address, or set metrics.enabled to false"
        let check = try folder.run("config check --config latchkey.yaml")
        let serve = try folder.run("serve --config latchkey.yaml")
        #expect(check.hasPrefix(problem) && check.hasSuffix("= 3"))
        #expect(serve.hasPrefix(problem) && serve.hasSuffix("= 3"))
        #expect(!folder.has("accounts.sqlite"))
    }

    @Test("show prints the effective value of each key and where it was set, but no secret")
    func show() throws {
        let folder = try folder("listener: {port: 9000}\n")
        let environment = ["LATCHKEY_KEYS_CURRENT": Sample.key, "LATCHKEY_SITE_NAME": "Example"]
        let run = try CommandRun(
            ["config", "show", "--config", "latchkey.yaml", "--set", "log.level=debug"], in: folder, environment: environment)
        let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines.first == "KEY VALUE SOURCE")
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(lines.contains("listener.port 9000 latchkey.yaml:5:18"))
        #expect(lines.contains("keys.current (set) LATCHKEY_KEYS_CURRENT"))
        #expect(lines.contains("site.name Example LATCHKEY_SITE_NAME"))
        #expect(lines.contains("log.level debug --set log.level"))
        #expect(lines.contains("limits.body 64KiB default"))
        #expect(!run.output.contains(Sample.key))
    }

    @Test(
        "show and keys print one record a line with --jsonl, and one document with --json",
        arguments: ["show --config latchkey.yaml", "keys"])
    func records(command: String) throws {
        let folder = try folder()
        let words = ["config"] + command.split(separator: " ").map(String.init)
        let lines = try CommandRun(words + ["--jsonl"], in: folder).output.split(separator: "\n")
        let document = try JSONText.parse(Array(CommandRun(words + ["--json"], in: folder).output.utf8)).root
        #expect(document.elements?.map(\.value) == (try lines.map { try JSONText.parse($0.utf8).root.value }))
        #expect(lines.count >= 55)
    }

    @Test("a missing file is one problem")
    func missingFile() throws {
        #expect(
            try CommandFolder().run("config show --config none.yaml") == """
                ! latchkey: none.yaml does not exist or is not accessible; check the path and its permissions
                = 3
                """)
    }
}
