import Foundation
import JSONText
import TestKit
import Testing

@Suite("latchkey accounts", .tags(.realParts), .timeLimit(.minutes(20)))
struct AccountsCommandTests {
    private static let anna = "10000000-0000-4000-8000-000000000001"
    private static let bob = "20000000-0000-4000-8000-000000000002"

    /// Creates a folder with a store of two accounts.
    private func folder() throws -> CommandFolder {
        let folder = try CommandFolder()
        let lines = [Sample.line("Anna@example.com", id: Self.anna), Sample.line("bob", id: Self.bob)].joined(separator: "\n")
        #expect(try folder.run("accounts import --create --store s", input: lines) == "imported 2, taken 0, rejected 0\n= 0")
        return folder
    }

    @Test("list prints identifier, time and name, sorted by identifier")
    func list() throws {
        let folder = try folder()
        let run = try folder.run("accounts list --jsonl --store s")
        #expect(
            run.replacing(/"passwordChangedAt":"[^"]*"/, with: "…") == """
                {"id":"\(Self.anna)","username":"Anna@example.com","createdAt":"2026-01-02T03:04:05.000Z",…,"language":null,"timeZone":null}
                {"id":"\(Self.bob)","username":"bob","createdAt":"2026-01-02T03:04:05.000Z",…,"language":null,"timeZone":null}
                = 0
                """)
        let lines = try folder.run("accounts list --store s").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first?.split(separator: " ") == ["ID", "CREATED", "USERNAME"])
        #expect(lines.contains("\(Self.bob)  2026-01-02T03:04:05.000Z  bob"))
        let document = try JSONText.parse(
            Array(CommandRun(["accounts", "list", "--json", "--store", "s"], in: folder).output.utf8))
        #expect(document.root.elements?.map { $0["username"]?.string } == ["Anna@example.com", "bob"])
    }

    @Test(
        "show finds an account by identifier and by name in any case",
        arguments: [anna, "anna@example.com", "ANNA@EXAMPLE.COM"])
    func show(name: String) throws {
        let run = try CommandRun(["accounts", "show", name, "--json", "--store", "s"], in: folder())
        let root = try JSONText.parse(Array(run.output.utf8)).root.value
        #expect(root["account"]?["id"] == .string(Self.anna))
        #expect(root["sessions"]?.array?.isEmpty == true)
        #expect(root["events"]?[0]?["event"] == "account-imported")
        #expect(!run.output.contains("argon2id"))
    }

    @Test(
        "an unknown account is a negative result",
        arguments: ["show", "delete --yes", "revoke-sessions", "remove-second-factors --yes"])
    func missing(command: String) throws {
        #expect(
            try folder().run("accounts \(command) nobody --store s") == """
                ! latchkey: no such account: nobody
                !   hint: `latchkey accounts list` prints identifiers and user names
                = 1
                """)
        #expect(try configured().run("accounts password-link nobody --config latchkey.yaml").hasSuffix("= 1"))
    }

    @Test("deletion without a terminal requires --yes")
    func deletion() throws {
        let folder = try folder()
        #expect(
            try folder.run("accounts delete bob --store s", input: "yes\n") == """
                ! latchkey: confirmation requires a terminal
                !   hint: give --yes to continue without a confirmation
                = 2
                """)
        #expect(try folder.run("accounts show bob --store s").hasSuffix("= 0"))
        #expect(try folder.run("accounts delete bob --yes --store s") == "deleted \(Self.bob)\n= 0")
        #expect(try folder.run("accounts show bob --store s").hasSuffix("= 1"))
        #expect(try folder.run("accounts show \(Self.anna) --store s").hasSuffix("= 0"))
    }

    @Test("revoke-sessions prints how many sessions ended")
    func revoking() throws {
        let folder = try folder()
        #expect(try folder.run("accounts revoke-sessions bob --store s") == "revoked 0\n= 0")
        #expect(
            try folder.run("accounts revoke-sessions bob --json --store s")
                == "{\n  \"account\": \"\(Self.bob)\",\n  \"revoked\": 0\n}\n= 0")
    }

    @Test("revoking the sessions of every account requires --all alone, and --yes without a terminal")
    func revokingAll() throws {
        let folder = try folder()
        #expect(
            try folder.run("accounts revoke-sessions --all --store s") == """
                ! latchkey: confirmation requires a terminal
                !   hint: give --yes to continue without a confirmation
                = 2
                """)
        #expect(try folder.run("accounts revoke-sessions --all --yes --store s") == "revoked 0\n= 0")
        for arguments in ["--yes", "bob --all --yes"] {
            #expect(try folder.run("accounts revoke-sessions \(arguments) --store s").hasSuffix("= 2"))
        }
    }

    @Test("removing second factors fails for an account without them, and show says that it has none")
    func noFactor() throws {
        let folder = try folder()
        #expect(
            try folder.run("accounts remove-second-factors bob --yes --store s") == """
                ! latchkey: the account has no second factor
                = 1
                """)
        #expect(try folder.run("accounts show bob --store s").contains("second factors    (none)\n"))
        let shown = try CommandRun(["accounts", "show", "bob", "--json", "--store", "s"], in: folder)
        let factors = try JSONText.parse(Array(shown.output.utf8)).root.value["secondFactors"]
        #expect(factors == ["since": .null, "totp": .null, "deviceKeys": [], "recoveryCodes": 0])
    }

    /// Creates a folder like ``folder()`` with a configuration that has the public origin.
    private func configured() throws -> CommandFolder {
        let folder = try folder()
        try folder.write("store: {path: s}\nsite: {publicOrigin: https://accounts.example.com}\n", to: "latchkey.yaml")
        return folder
    }

    @Test("password-link prints only a link on the configured origin, a different one each time")
    func passwordLink() throws {
        let folder = try configured()
        let runs = try (0..<2).map { _ in
            try CommandRun(["accounts", "password-link", "BOB", "--config", "latchkey.yaml"], in: folder)
        }
        for run in runs {
            #expect(run.status == 0 && run.errors.isEmpty)
            #expect(
                try run.output.wholeMatch(
                    of: Regex("https://accounts\\.example\\.com/password-link/[A-Za-z0-9_-]{43}\n")) != nil)
        }
        #expect(runs[0].output != runs[1].output)
        let secret = try #require(runs[1].output.split(separator: "/").last).trimmingPrefix("\n")
        let shown = try folder.run("accounts show bob --config latchkey.yaml")
        #expect(shown.contains("password-link-made from 127.0.0.1  latchkey accounts"))
        #expect(!shown.contains(secret))
    }

    @Test("password-link --json has the account, the link and its expiry, an hour from now or after --valid-for")
    func passwordLinkDocument() throws {
        let folder = try configured()
        for (arguments, seconds) in [([], 3_600), (["--valid-for", "5m"], 300), (["--valid-for", "1d"], 86_400)] {
            let before = Date()
            let run = try CommandRun(
                ["accounts", "password-link", "bob", "--json", "--config", "latchkey.yaml"] + arguments, in: folder)
            let root = try JSONText.parse(Array(run.output.utf8)).root.value
            #expect(root["account"] == .string(Self.bob))
            #expect(root["link"]?.string?.hasPrefix("https://accounts.example.com/password-link/") == true)
            let end = try Date(
                #require(root["expiresAt"]?.string), strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            #expect(abs(end.timeIntervalSince(before) - Double(seconds)) < 60)
        }
    }

    @Test(
        "a lifetime out of range is wrong usage, and so is --store, which names no public origin",
        arguments: ["--valid-for 299s", "--valid-for 25h", "--valid-for 60", "--valid-for", "--store s"])
    func passwordLinkUsage(arguments: String) throws {
        let folder = try configured()
        let store = arguments.hasPrefix("--store") ? "" : " --config latchkey.yaml"
        let run = try folder.run("accounts password-link bob\(store) \(arguments)")
        #expect(run.hasPrefix("! latchkey: ") && run.hasSuffix("= 2"))
    }

    @Test("password-link fails without a public origin, and creates no link")
    func passwordLinkWithoutOrigin() throws {
        let folder = try folder()
        try folder.write("store: {path: s}\n", to: "latchkey.yaml")
        #expect(try folder.run("accounts password-link bob --config latchkey.yaml").hasSuffix("= 3"))
        #expect(!(try folder.run("accounts show bob --store s").contains("password-link")))
    }

    @Test("a missing store is an error, and no command creates it by accident")
    func missingStore() throws {
        let folder = try CommandFolder()
        for command in ["accounts list", "accounts export", "accounts import", "store check", "store backup copy"] {
            #expect(
                try folder.run("\(command) --store none") == """
                    ! latchkey: no store at none
                    !   hint: check the path; the server creates a store when it starts
                    = 4
                    """)
        }
        #expect(!folder.has("none") && !folder.has("copy"))
    }

    @Test("a configuration file or the environment can name the store")
    func storeByConfiguration() throws {
        let folder = try folder()
        try folder.write("store: {path: s}\n", to: "latchkey.yaml")
        #expect(try folder.run("accounts list --config latchkey.yaml").hasSuffix("= 0"))
        #expect(try folder.run("accounts list", environment: ["LATCHKEY_STORE_PATH": "s"]).hasSuffix("= 0"))
        #expect(try folder.run("accounts list").hasSuffix("= 2"))
        try folder.write("store: {paht: s}\n", to: "latchkey.yaml")
        #expect(try folder.run("accounts list --config latchkey.yaml").hasSuffix("= 3"))
    }

    @Test("a file that is not a store is reported as corrupt, not as missing")
    func notAStore() throws {
        let folder = try CommandFolder()
        try folder.write(String(repeating: "not a database. ", count: 400), to: "s")
        let run = try folder.run("accounts list --store s")
        #expect(run.hasPrefix("! latchkey: store error (corrupt)") && run.hasSuffix("= 4"))
    }
}
