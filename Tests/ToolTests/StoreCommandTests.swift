import PostgreSQLServer
import TestKit
import Testing

@Suite("latchkey store", .tags(.realParts), .timeLimit(.minutes(20)))
struct StoreCommandTests {
    private func folder() throws -> CommandFolder {
        let folder = try CommandFolder()
        #expect(try folder.run("accounts import --create --store s", input: Sample.line("anna")).hasSuffix("= 0"))
        return folder
    }

    @Test("a backup is a valid store with the same accounts, which only its owner can read")
    func backup() throws {
        let folder = try folder()
        #expect(try folder.run("store backup copy --store s") == "copy\n= 0")
        #expect(try folder.mode(of: "copy") == 0o600)
        #expect(try folder.run("store check --store copy") == "ok\n= 0")
        #expect(try folder.run("accounts export --store copy") == folder.run("accounts export --store s"))
    }

    @Test("a backup never overwrites a file")
    func existing() throws {
        let folder = try folder()
        try folder.write("precious", to: "copy")
        #expect(
            try folder.run("store backup copy --store s") == """
                ! latchkey: copy already exists
                !   hint: choose another name
                = 2
                """)
        #expect(try folder.read(folder.path + "/copy") == "precious")
    }

    #if PostgreSQL
    @Test(
        "copy moves a SQLite store completely to PostgreSQL, and commands work on either",
        .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
    func postgreSQL() throws {
        let folder = try folder()
        let address = try PostgreSQLServer.shared.get().makeDatabase()
        let copied = try folder.run("store copy --from s --to \(address)")
        #expect(copied.contains(/^TABLE +ROWS\naccounts +1\npasswords +1\n/) && copied.hasSuffix("= 0"))
        #expect(try folder.run("store check --store \(address)") == "ok\n= 0")
        #expect(try folder.run("store migrate --store \(address)").hasSuffix("= 0"))
        #expect(try folder.run("accounts export --store \(address)") == folder.run("accounts export --store s"))
        #expect(try folder.run("store copy --from s --to \(address)").contains("not empty"))
        #expect(try folder.run("store backup copy --store \(address)").contains("pg_dump"))
        #expect(try folder.run("accounts delete anna --yes --store \(address)").hasSuffix("= 0"))
        #expect(try folder.run("accounts list --store \(address)") == "= 0")
    }

    @Test("an error about an unreachable database does not contain its password")
    func unreachable() throws {
        let run = try folder().run("accounts list --store postgres://app:verysecret@127.0.0.1:9/nowhere")
        #expect(run.hasSuffix("= 4") && !run.contains("verysecret"))
    }
    #endif

    @Test("a valid store is ok in each form of output")
    func well() throws {
        let folder = try folder()
        #expect(try folder.run("store check --store s") == "ok\n= 0")
        #expect(try folder.run("store check --json --store s") == "{\n  \"ok\": true,\n  \"findings\": []\n}\n= 0")
        #expect(try folder.run("store check --jsonl --store s") == "= 0")
    }
}
