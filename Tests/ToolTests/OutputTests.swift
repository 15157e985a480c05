import TestKit
import Testing

@testable import latchkey

@Suite("The output of the command", .tags(.realParts), .timeLimit(.minutes(20)))
struct OutputTests {
    @Test("the version goes to standard output")
    func version() throws {
        #expect(try CommandFolder().run("--version") == "0.1.0\n= 0")
    }

    @Test("help goes to standard output and documents the exit codes")
    func help() throws {
        let run = try CommandRun(["help"], in: CommandFolder())
        #expect(run.status == 0 && run.errors.isEmpty)
        for line in ["  0   done", "  3   the configuration is rejected", "  70  any other failure"] {
            #expect(run.output.contains(line))
        }
        for command in ["dev", "serve", "config", "store", "accounts"] { #expect(run.output.contains("\n  \(command) ")) }
    }

    @Test("the help of a command ends its description with the example")
    func example() throws {
        let run = try CommandRun(["accounts", "delete", "--help"], in: CommandFolder())
        #expect(run.status == 0 && run.errors.isEmpty)
        #expect(run.output.contains("\n\nExample:\n  latchkey accounts delete anna@example.com --store accounts.sqlite\n\nUSAGE: "))
    }

    @Test("a malformed call is an error on standard error that says where to look")
    func wrongWords() throws {
        let folder = try CommandFolder()
        #expect(
            try folder.run("apple acounts list") == """
                ! latchkey: unknown subcommand 'acounts'. Did you mean 'accounts'?
                !   usage: latchkey apple <subcommand>
                !   See 'latchkey apple --help' for more information.
                = 2
                """)
        #expect(try folder.run("accounts list --jso").hasPrefix("! latchkey: unknown option '--jso'. Did you mean '--json'?\n"))
        #expect(
            try folder.run("store backup") == """
                ! latchkey: missing expected argument '<file>'
                !   help: <file>  The file to write.
                !   usage: latchkey store backup <file> [--store <store>] [--config <file>] [--json]
                !   See 'latchkey store backup --help' for more information.
                = 2
                """)
    }

    @Test(
        "an unknown subcommand is reported with the closest one",
        arguments: [
            ("acounts list", "acounts", "accounts"), ("accounts lst", "lst", "list"), ("pass", "pass", "passwords"),
            ("device account singin", "singin", "sign-in"), ("store frobnicate", "frobnicate", nil),
        ] as [(String, String, String?)])
    func unknownSubcommand(line: String, word: String, suggestion: String?) {
        let description = UnknownSubcommand(in: line.split(separator: " ").map(String.init))?.description
        #expect(description == "unknown subcommand '\(word)'" + (suggestion.map { ". Did you mean '\($0)'?" } ?? ""))
    }

    @Test("words that lead to a command or an option are not unknown", arguments: ["accounts list x", "--version", "store", ""])
    func knownSubcommand(line: String) {
        #expect(UnknownSubcommand(in: line.split(separator: " ").map(String.init)) == nil)
    }

    @Test(
        "options that exclude each other and values out of range are wrong usage",
        arguments: [
            "accounts list --store a --config b", "accounts list --store a --json --jsonl", "dev --port 0", "dev --port 65536",
            "dev --port x",
        ])
    func exclusions(line: String) throws {
        let run = try CommandRun(line.split(separator: " ").map(String.init), in: CommandFolder())
        #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("latchkey: "))
    }
}
