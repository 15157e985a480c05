import PostgreSQLServer
import TestKit
import Testing

@Suite("latchkey store", .tags(.realParts))
struct StoreCommandTests {
    private func folder() throws -> CommandFolder {
        let folder = try CommandFolder()
        #expect(try folder.run("accounts import --create --store s", input: Sample.line("anna")).hasSuffix("= 0"))
        return folder
    }

    @Test("a backup is a store that is well, holds the same accounts, and is nobody else's to read")
    func backup() throws {
        let folder = try folder()
        #expect(try folder.run("store backup copy --store s") == "copy\n= 0")
        #expect(try folder.mode(of: "copy") == 0o600)
        #expect(try folder.run("store check --store copy") == "ok\n= 0")
        #expect(try folder.run("accounts export --store copy") == folder.run("accounts export --store s"))
    }

    @Test("a backup never writes over a file")
    func existing() throws {
        let folder = try folder()
        try folder.write("precious", to: "copy")
        #expect(
            try folder.run("store backup copy --store s") == """
                ! latchkey: there is already a file at copy
                !   hint: choose another name
                = 2
                """)
        #expect(try folder.read(folder.path + "/copy") == "precious")
    }

    #if PostgreSQL
    @Test(
        "a SQLite store moves to PostgreSQL with everything in it, and commands work on either",
        .enabled(if: PostgreSQLServer.isInstalled, "PostgreSQL is not installed"))
    func postgreSQL() throws {
        let folder = try folder()
        let address = try PostgreSQLServer.shared.get().makeDatabase()
        let copied = try folder.run("store copy --from s --to \(address)")
        #expect(copied.hasPrefix("accounts 1\npasswords 1\n") && copied.hasSuffix("= 0"))
        #expect(try folder.run("store check --store \(address)") == "ok\n= 0")
        #expect(try folder.run("store migrate --store \(address)").hasSuffix("= 0"))
        #expect(try folder.run("accounts export --store \(address)") == folder.run("accounts export --store s"))
        #expect(try folder.run("store copy --from s --to \(address)").contains("not empty"))
        #expect(try folder.run("store backup copy --store \(address)").contains("pg_dump"))
        #expect(try folder.run("accounts delete anna --yes --store \(address)").hasSuffix("= 0"))
        #expect(try folder.run("accounts list --store \(address)") == "= 0")
    }

    @Test("a database that cannot be reached is told without its password")
    func unreachable() throws {
        let run = try folder().run("accounts list --store postgres://app:verysecret@127.0.0.1:9/nowhere")
        #expect(run.hasSuffix("= 4") && !run.contains("verysecret"))
    }
    #endif

    @Test("a store that is well is ok in each form")
    func well() throws {
        let folder = try folder()
        #expect(try folder.run("store check --store s") == "ok\n= 0")
        #expect(try folder.run("store check --json --store s") == "{\n  \"ok\": true,\n  \"findings\": []\n}\n= 0")
        #expect(try folder.run("store check --jsonl --store s") == "= 0")
    }
}
