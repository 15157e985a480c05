import AssociatedDomains
import FoundationEssentials
import TestKit
import Testing

@testable import PasswordManager

@Suite("Passwords in browsers' files")
struct TransferTests {
    private func read(_ text: String) throws(CSVError) -> PasswordImport { try PasswordImport(Array(text.utf8)) }

    @Test(
        "files of Chrome, Edge, Safari and Firefox are parsed",
        arguments: [
            "name,url,username,password\nShop,https://example.com/login,ann,se\u{E9}cret\n",
            "name,url,username,password,note\r\nShop,https://example.com/login,ann,se\u{E9}cret,\r\n",
            "Title,URL,Username,Password,Notes,OTPAuth\nShop,https://example.com/,ann,se\u{E9}cret,,otpauth://totp/x?secret=AAAA\n",
            """
            "url","username","password","httpRealm","formActionOrigin","guid","timeCreated","timeLastUsed","timePasswordChanged"
            "https://example.com","ann","se\u{E9}cret",,"https://example.com","{1-2-3}","1700000000000","1700000003000","1700000002000"
            """,
            "PASSWORD,username,Url,name\nse\u{E9}cret,ann,EXAMPLE.com,Shop\n",
        ])
    func formats(text: String) throws {
        let file = try read(text)
        #expect(file.skipped == [])
        let entry = try #require(file.entries.first)
        #expect(entry.id == (try id("ann")))
        #expect(entry.password.exposed == "se\u{E9}cret")
        #expect(entry.line == 2)
        #expect(file.oneTimeKeysLeftOut == (text.contains("otpauth://") ? 1 : 0))
        if text.contains("timeCreated") {
            #expect(entry.createdAt == Date(timeIntervalSince1970: 1_700_000_000))
            #expect(entry.lastUsedAt == Date(timeIntervalSince1970: 1_700_000_003))
            #expect(entry.changedAt == Date(timeIntervalSince1970: 1_700_000_002))
        } else {
            #expect(entry.title == "Shop")
        }
    }

    @Test("a header with a missing or repeated column is rejected")
    func headers() {
        #expect(throws: CSVError(.empty, line: 1, column: 1)) { try read("") }
        #expect(throws: CSVError(.missingColumn("password"), line: 1, column: 1)) { try read("url,username\na,b") }
        #expect(throws: CSVError(.missingColumn("url"), line: 2, column: 1)) { try read("\nusername,password\n") }
        #expect(throws: CSVError(.repeatedColumn("URL"), line: 1, column: 25)) { try read("url,username,password,x,URL") }
        #expect(throws: CSVError(.repeatedColumn("title"), line: 1, column: 28)) { try read("name,url,username,password,title") }
        #expect(throws: Never.self) { try read("name,url,username,password,other,other") }
    }

    @Test(
        "an invalid entry is skipped with its position, and the others are imported",
        arguments: [
            ("android://abc@com.example/,ann,x,", PasswordImport.Skipped.Reason.site, 1), ("http://1.2.3.4/,ann,x,", .site, 1),
            (",ann,x,", .site, 1), ("https://exa mple.com,ann,x,", .site, 1), ("https://a.example:99999/,ann,x,", .site, 1),
            ("https://a.example,ann,,", .password, 23), ("https://a.example,\"a\nb\",x,", .user, 19),
            ("https://a.example,ann,x,yesterday", .time, 25), ("https://a.example,ann,x,-1", .time, 25),
        ])
    func skipped(row: String, reason: PasswordImport.Skipped.Reason, column: Int) throws {
        let file = try read("url,username,password,timeCreated\n\(row)\nhttps://b.example,bob,y,17\n")
        #expect(file.skipped == [PasswordImport.Skipped(reason: reason, line: 2, column: column)])
        #expect(file.entries.map(\.id) == [try id("bob", "b.example")])
    }

    @Test(
        "the host of an address is the one that a browser would open",
        arguments: [
            ("https://a.example@b.example/", "b.example"), ("https://a.example/@b.example", "a.example"),
            ("https://a.example?@b.example", "a.example"), ("https://a.example#@b.example", "a.example"),
            ("https://a.example\\@b.example", "a.example"), ("HTTPS://A.example:8443/x", "a.example"), ("a.example", "a.example"),
            ("https://a.example:", "a.example"),
        ])
    func hosts(address: String, expected: String) throws {
        #expect(SiteAddress.host(of: address) == (try host(expected)))
    }

    @Test("any text as an address is a host or rejected", arguments: 0..<4)
    func anyAddress(seed: UInt64) {
        var random = SeededGenerator(seed: 300 + seed)
        let parts = [
            "https://", "http://", "a.example", "evil.test", "@", ":", "/", "?", "#", "\\", "443", "%40", ".", " ", "\u{430}",
            "[::1]", "//",
        ]
        for _ in 0..<3_000 {
            let text = (0..<Int.random(in: 0...8, using: &random)).map { _ in parts[Int.random(in: 0..<parts.count, using: &random)]
            }
            .joined()
            guard let host = SiteAddress.host(of: text) else { continue }
            #expect(SiteAddress.host(of: "https://\(host)/") == host)
            #expect(text.contains(host.text))
        }
    }

    @Test("of two entries for one account, the last changed one is used, otherwise the first")
    func duplicates() throws {
        let file = try read(
            """
            url,username,password,timePasswordChanged
            https://a.example,ann,first,5
            https://a.example,ann,second,9
            https://b.example,bob,first,
            https://b.example,bob,second,
            """)
        #expect(file.entries.map(\.password.exposed) == ["second", "first"])
        #expect(file.skipped.map(\.reason) == [.duplicate(ofLine: 3), .duplicate(ofLine: 4)])
        #expect(file.skipped.map(\.line) == [2, 5])
    }

    @Test("nothing is imported before the plan is applied, and applying it twice has the effect of once")
    func plan() throws {
        let bench = try Bench()
        try bench.save("known", "a.example", "same")
        try bench.save("conflict", "a.example", "saved")
        let file = try read(
            """
            url,username,password,name,note,timePasswordChanged
            https://a.example,new,n,Title,Note,1000
            https://a.example,known,same,,,
            https://a.example,conflict,imported,,,
            https://a.example,future,f,,,253402300799999
            """)
        let before = try bench.store.records()
        let plan = try ImportPlan(file, into: bench.store)
        #expect(plan.new.map(\.id.user) == ["new", "future"])
        #expect(plan.known.map(\.id.user) == ["known"])
        #expect(plan.conflicting.map(\.id.user) == ["conflict"])
        #expect(try bench.store.records() == before)
        try plan.apply(to: bench.store, on: .keepSaved, at: at(50))
        let new = try #require(try bench.store.credential(id("new", "a.example")))
        #expect(new.title == "Title")
        #expect(new.notes.exposed == "Note")
        #expect(new.changedAt == Date(timeIntervalSince1970: 1))
        #expect(try bench.store.credential(id("future", "a.example"))?.changedAt == at(50))
        #expect(try bench.store.credential(id("conflict", "a.example"))?.password.exposed == "saved")
        try plan.apply(to: bench.store, on: .useImported, at: at(60))
        let after = try bench.store.records()
        try plan.apply(to: bench.store, on: .useImported, at: at(70))
        #expect(try bench.store.records() == after)
        let changed = try #require(try bench.store.credential(id("conflict", "a.example")))
        #expect(changed.password.exposed == "imported")
        #expect(changed.history.map(\.password.exposed) == ["saved"])
    }

    @Test("exported passwords are imported again unchanged", arguments: PasswordFileFormat.allCases)
    func roundTrip(format: PasswordFileFormat) throws {
        var random = SeededGenerator(seed: 21)
        let characters = Array("ab ,\"'=;\r\n\t@-+\u{E9}\u{1F511}\u{301}\\").map(String.init)
        func text(_ count: ClosedRange<Int>) -> String {
            (0..<Int.random(in: count, using: &random)).map { _ in characters[Int.random(in: 0..<characters.count, using: &random)]
            }
            .joined()
        }
        for round in 0..<60 {
            let bench = try Bench()
            for number in 0..<Int.random(in: 0...6, using: &random) {
                let user = "u\(number)" + text(0...4).filter { !$0.unicodeScalars.contains { $0.value < 32 } }
                let target = try id(user, "host\(number).example")
                try bench.store.save(PrivateText(text(1...12)), as: target, at: at(Double(round)))
                let (title, notes) = (text(0...5), text(0...9))
                try bench.store.change(target) { record in
                    var record = record
                    try? record?.setTitle(title, at: at(100), by: device())
                    try? record?.setNotes(PrivateText(notes), at: at(100), by: device())
                    if number.isMultiple(of: 2) { record?.markUsed(at: at(200), by: bench.store.device) }
                    return record
                }
            }
            let credentials = try bench.store.credentials()
            let file = try PasswordImport(PasswordExport(credentials, as: format).bytes)
            #expect(file.skipped == [])
            #expect(file.entries.map(\.id) == credentials.map(\.id))
            #expect(file.entries.map(\.password) == credentials.map(\.password))
            switch format {
            case .chromium, .safari:
                #expect(file.entries.map(\.title) == credentials.map(\.title))
                #expect(file.entries.map(\.notes) == credentials.map(\.notes))
            case .firefox:
                #expect(file.entries.map(\.createdAt) == credentials.map(\.createdAt))
                #expect(file.entries.map(\.changedAt) == credentials.map(\.changedAt))
                #expect(file.entries.map(\.lastUsedAt) == credentials.map(\.lastUsedAt))
            }
        }
    }

    @Test("text that a spreadsheet would read as a formula is written unchanged, and counted")
    func formulas() throws {
        let bench = try Bench()
        try bench.save("@ann", "example.com", "=1+1")
        try bench.save("bob", "example.com", "a=1")
        let export = PasswordExport(try bench.store.credentials(), as: .chromium)
        #expect(export.formulaFields == 2)
        let text = String(decoding: export.bytes, as: UTF8.self)
        #expect(
            text
                == "name,url,username,password,note\r\nexample.com,https://example.com/,@ann,=1+1,\r\nexample.com,https://example.com/,bob,a=1,\r\n"
        )
    }
}
