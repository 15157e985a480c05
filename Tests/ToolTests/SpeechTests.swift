import TestKit
import Testing

@Suite("How the command speaks", .tags(.realParts))
struct SpeechTests {
    @Test("the version is a result")
    func version() throws {
        #expect(try CommandFolder().run("--version") == "0.1.0\n= 0")
    }

    @Test("help is a result and tells the exit codes")
    func help() throws {
        let run = try CommandRun(["help"], in: CommandFolder())
        #expect(run.status == 0 && run.errors.isEmpty)
        for line in ["  0   done", "  3   the configuration is refused", "  70  anything else that failed"] {
            #expect(run.output.contains(line))
        }
        for command in ["dev", "serve", "config", "store", "accounts"] { #expect(run.output.contains("\n  \(command) ")) }
    }

    @Test(
        "each command has help",
        arguments: [
            "dev", "serve", "config", "config check", "config show", "config keys", "store", "store backup", "store check",
            "store reseal", "store forget-sealed",
            "accounts",
            "accounts list", "accounts show", "accounts delete", "accounts revoke-sessions", "accounts password-link",
            "accounts import", "accounts export",
        ])
    func helpOfEach(command: String) throws {
        let run = try CommandRun(command.split(separator: " ").map(String.init) + ["--help"], in: CommandFolder())
        #expect(run.status == 0 && run.errors.isEmpty && run.output.contains("USAGE: latchkey \(command)"))
    }

    @Test("a wrong word is wrong usage: nothing is a result, and it says where to look")
    func wrongWords() throws {
        let folder = try CommandFolder()
        #expect(
            try folder.run("frobnicate") == """
                ! latchkey: unexpected argument 'frobnicate'
                !   usage: latchkey <subcommand>
                !   See 'latchkey --help' for more information.
                = 2
                """)
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
        "what excludes each other is wrong usage",
        arguments: [
            "accounts list --store a --config b", "accounts list --store a --json --jsonl", "dev --port 0", "dev --port 65536",
            "dev --port x",
        ])
    func exclusions(line: String) throws {
        let run = try CommandRun(line.split(separator: " ").map(String.init), in: CommandFolder())
        #expect(run.status == 2 && run.output.isEmpty && run.errors.hasPrefix("latchkey: "))
    }
}
