import AssociatedDomains
import FoundationEssentials
import PasswordRules
import Testing

@testable import PasswordManager

@Suite("Files with site data")
struct QuirkFileTests {
    @Test("groups of sites are parsed, shared and one-way")
    func groups() throws {
        let groups = try QuirkFile.sharedCredentials(
            Array(
                #"[{"shared":["a.example","b.example"]},{"from":["old.example"],"to":["new.example"],"fromDomainsAreObsoleted":true}]"#
                    .utf8))
        let sharing = SharedCredentials(groups)
        #expect(sharing.destinations(of: try host("a.example")) == [try host("a.example"), try host("b.example")])
        #expect(sharing.destinations(of: try host("old.example")) == [try host("old.example"), try host("new.example")])
        #expect(sharing.destinations(of: try host("new.example")) == [try host("new.example")])
        #expect(sharing.relatives(of: try host("new.example")) == [try host("old.example"), try host("new.example")])
    }

    @Test(
        "a malformed file is rejected as a whole",
        arguments: [
            "", "{}", "[{}]", #"[{"shared":["a.example"],"from":["b.example"],"to":["c.example"]}]"#, #"[{"from":["a.example"]}]"#,
            #"[{"shared":["not a site"]}]"#, #"[{"shared":["a.example"]},{"shared":[1]}]"#, #"[{"shared":["a.example"]}"#,
        ])
    func rejectedGroups(text: String) {
        #expect(throws: QuirkFileError.self) { try QuirkFile.sharedCredentials(Array(text.utf8)) }
        #expect(throws: Never.self) { try QuirkFile.sharedCredentials(Array(#"[{"shared":["a.example"]}]"#.utf8)) }
    }

    @Test(
        "a rejection names the entry",
        arguments: [
            ("{", "the file is not the expected JSON"),
            (#"{"a.example":{}}"#, "the file is not the expected JSON, at a.example/password-rules"),
            (#"{"a.example":{"password-rules":1}}"#, "the file is not the expected JSON, at a.example/password-rules"),
            (#"{"a b":{"password-rules":"minlength: 8;"}}"#, "a b is not a domain name"),
            (#"{"a\u202e\u001b":{"password-rules":"minlength: 8;"}}"#, #"a\u{202E}\u{1B} is not a domain name"#),
        ])
    func reasons(text: String, reason: String) {
        let error = #expect(throws: QuirkFileError.self) { try QuirkFile.passwordRules(Array(text.utf8)) }
        #expect(error?.description == reason)
    }

    @Test("a file over 4 MiB is rejected, and one of 4 MiB is accepted")
    func size() throws {
        let list = Array(#"["a.example"]"#.utf8)
        let padding = [UInt8](repeating: 32, count: QuirkFile.maximumLength - list.count)
        #expect(try QuirkFile.sites(list + padding) == [host("a.example")])
        #expect(throws: QuirkFileError.self) { try QuirkFile.sites(list + padding + [32]) }
    }

    @Test("rules and addresses are parsed by site")
    func bySite() throws {
        let rules = try QuirkFile.passwordRules(
            Array(
                #"{"a.example":{"password-rules":"minlength: 14;"},"b.example":{"exact-domain-match-only":true,"password-rules":"required: digit;"}}"#
                    .utf8))
        let entry = try #require(SiteName("www.a.example").flatMap { rules.entry(for: $0) })
        #expect(entry.rules.minLength?.count == 14)
        #expect(SiteName("www.b.example").flatMap { rules.entry(for: $0) } == nil)
        #expect(SiteName("b.example").flatMap { rules.entry(for: $0) } != nil)
        #expect(throws: QuirkFileError.self) { try QuirkFile.passwordRules(Array(#"{"a b":{"password-rules":""}}"#.utf8)) }
        #expect(throws: QuirkFileError.self) { try QuirkFile.passwordRules(Array(#"{"a.example":{}}"#.utf8)) }
        let addresses = try QuirkFile.changePasswordAddresses(Array(#"{"a.example":"https://id.a.example/password"}"#.utf8))
        #expect(addresses == [try host("a.example"): "https://id.a.example/password"])
        for bad in [#"{"a.example":"http://a.example"}"#, #"{"a b":"https://a.example"}"#, #"{"a.example":"javascript:1"}"#] {
            #expect(throws: QuirkFileError.self) { try QuirkFile.changePasswordAddresses(Array(bad.utf8)) }
        }
    }

    @Test("lists of sites apply to the hosts below them, and to no others")
    func below() throws {
        var quirks = SiteQuirks()
        quirks.appendingCodes = [try host("bank.example")]
        quirks.askingForOthers = [try host("all.example")]
        for (name, isListed) in [
            ("bank.example", true), ("login.bank.example", true), ("mybank.example", false), ("example", false),
        ] {
            #expect(try quirks.appendsCodes(host(name)) == isListed, "\(name)")
        }
        for (name, isListed) in [("all.example", true), ("www.all.example", true), ("all.test", false)] {
            #expect(try quirks.asksForOthers(host(name)) == isListed, "\(name)")
        }
    }
}
