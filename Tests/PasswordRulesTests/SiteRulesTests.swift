import PasswordRules
import Testing

@Suite("Rules by site")
struct SiteRulesTests {
    private func rules() throws -> SiteRules {
        func entry(_ name: String, _ length: RuleNumber, exact: Bool = false) throws -> SiteRules.Entry {
            SiteRules.Entry(site: try #require(SiteName(name)), rules: PasswordRules(minLength: length), isExact: exact)
        }
        return SiteRules([
            try entry("example.com", 1), try entry("login.example.com", 2), try entry("only.example.com", 3, exact: true),
            try entry("exact.org", 4, exact: true),
            try entry("example.com", 5),
        ])
    }

    @Test(
        "the most specific entry applies, and exact entries do not cover subdomains",
        arguments: [
            ("example.com", 5), ("www.example.com", 5), ("a.b.c.example.com", 5), ("login.example.com", 2),
            ("eu.login.example.com", 2),
            ("only.example.com", 3), ("sub.only.example.com", 5), ("exact.org", 4), ("www.exact.org", nil), ("notexample.com", nil),
            ("com", nil),
            ("EXAMPLE.com.", 5),
        ])
    func lookup(name: String, length: Int?) throws {
        let site = try #require(SiteName(name))
        #expect(try rules().entry(for: site)?.rules.minLength?.count == length)
    }

    @Test(
        "a malformed domain name is rejected; the near-twin is accepted",
        arguments: [
            ("https://example.com", "example.com"), ("example.com:443", "example.com"), ("example.com/path", "example.com"),
            ("exa mple.com", "exa-mple.com"),
            ("example..com", "example.com"), (".example.com", "example.com"), ("", "a"), ("example.com..", "example.com."),
            ("[::1]", "localhost"),
            ("münchen.de", "xn--mnchen-3ya.de"), ("user@example.com", "user.example.com"),
            (String(repeating: "a", count: 64), String(repeating: "a", count: 63)),
            (String(repeating: "a.", count: 127), String(repeating: "a.", count: 126) + "a"), ("*.example.com", "_.example.com"),
            (".", "a."),
        ])
    func names(rejected: String, accepted: String) {
        if rejected.utf8.count == 254 {
            #expect(SiteName(rejected + "a") == nil)
        } else {
            #expect(SiteName(rejected) == nil, "\(rejected)")
        }
        #expect(SiteName(accepted) != nil, "\(accepted)")
    }
}
