import Testing

@Suite("latchkey store")
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

    @Test("a store that is well is ok in each form")
    func well() throws {
        let folder = try folder()
        #expect(try folder.run("store check --store s") == "ok\n= 0")
        #expect(try folder.run("store check --json --store s") == "{\n  \"ok\": true,\n  \"findings\": []\n}\n= 0")
        #expect(try folder.run("store check --jsonl --store s") == "= 0")
    }
}
