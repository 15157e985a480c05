import AssociatedDomains
import TestKit
import Testing

@Suite("Entitlement entries")
struct AssociatedDomainEntitlementTests {
    @Test(
        "a valid entry is parsed and formatted again",
        arguments: [
            "applinks:example.com", "webcredentials:www.example.com", "appclips:example.com", "activitycontinuation:example.com",
            "applinks:*.example.com", "webcredentials:*.example.com", "activitycontinuation:*.example.com",
            "webcredentials:example.com?mode=developer", "applinks:example.com?mode=managed",
            "applinks:*.example.com?mode=developer+managed", "webcredentials:xn--mnchen-3ya.de",
            "webcredentials:localhost?mode=developer",
        ])
    func soundEntries(text: String) throws {
        #expect(try AssociatedDomainEntitlement(text).description == text)
    }

    @Test("the domain is converted to lower case")
    func upperCaseDomain() throws {
        #expect(try AssociatedDomainEntitlement("applinks:Example.COM").domain.text == "example.com")
    }

    @Test(
        "each error has its code, position and remedy",
        arguments: [
            ("", "empty-entitlement", 0), ("example.com", "missing-service", 0), ("example.com:443", "missing-service", 0),
            ("https://example.com", "scheme", 0), ("Applinks:example.com", "unknown-service", 0),
            ("foo:example.com", "unknown-service", 0),
            (":example.com", "unknown-service", 0), ("applinks:", "empty-domain", 9), ("applinks: example.com", "space", 9),
            ("applinks:example.com ", "space", 20), ("applinks:https://example.com", "scheme", 9),
            ("applinks://example.com", "slashes", 9),
            ("applinks:example.com/", "trailing-slash", 20), ("applinks:example.com/path", "path", 20),
            ("applinks:example.com:443", "port", 20), ("applinks:example.com#top", "fragment", 20),
            ("applinks:user@example.com", "user-information", 13), ("applinks:example.com.", "trailing-dot", 20),
            ("applinks:example.com?", "query", 20), ("applinks:example.com?foo=1", "query", 20),
            ("applinks:example.com?mode=", "unknown-mode", 26), ("applinks:example.com?mode=Developer", "unknown-mode", 26),
            ("applinks:example.com?mode=managed+developer", "unknown-mode", 26),
            ("applinks:example.com?mode=developer&a=b", "unknown-mode", 26),
            ("appclips:*.example.com", "wildcard-not-permitted", 9),
            ("applinks:www.*.com", "misplaced-wildcard", 13), ("applinks:*example.com", "misplaced-wildcard", 9),
            ("applinks:*.*.example.com", "misplaced-wildcard", 11), ("applinks:*", "misplaced-wildcard", 9),
            ("applinks:*.com", "wildcard-too-wide", 9), ("applinks:münchen.de", "unicode-domain", 10),
            ("applinks:10.0.0.1", "ip-address", 9),
            ("applinks:[::1]", "ip-address", 9), ("applinks:exa_mple.com", "domain-character", 12),
            ("applinks:localhost", "single-label", 9),
            ("applinks:localhost?mode=managed", "single-label", 9), ("applinks:-a.com", "misplaced-hyphen", 9),
            ("applinks:a..com", "empty-label", 11), ("applinks:xn--99999999.com", "bad-punycode", 9),
            ("applinks:" + String(repeating: "a", count: 600), "entitlement-too-long", 0),
        ])
    func faults(text: String, code: String, position: Int) {
        let error = #expect(throws: AssociatedDomainsError.self) { try AssociatedDomainEntitlement(text) }
        #expect(error?.code.rawValue == code)
        #expect(error?.position == position)
        #expect(error?.reason.hasSuffix(".") == true)
        #expect(error?.remedy.isEmpty == false)
    }

    @Test("a wildcard covers every subdomain, but not the domain itself")
    func wildcardCoverage() throws {
        let entitlement = try AssociatedDomainEntitlement("applinks:*.example.com")
        #expect(entitlement.covers(try DomainName("www.example.com")))
        #expect(entitlement.covers(try DomainName("a.b.example.com")))
        #expect(!entitlement.covers(try DomainName("example.com")))
        #expect(!entitlement.covers(try DomainName("badexample.com")))
        #expect(!(try AssociatedDomainEntitlement("applinks:example.com")).covers(try DomainName("www.example.com")))
    }

    @Test("a wildcard for App Clips cannot be created from parts")
    func parts() throws {
        let domain = try DomainName("example.com")
        #expect(AssociatedDomainEntitlement(service: .appclips, domain: domain, coversSubdomains: true) == nil)
        #expect(AssociatedDomainEntitlement(service: .applinks, domain: domain, coversSubdomains: true) != nil)
    }

    @Test("random texts never halt, and an accepted text survives a round trip")
    func randomTexts() throws {
        var generator = SeededGenerator(seed: 11)
        var taken = 0
        for round in 0..<20_000 {
            var text = round.isMultiple(of: 3) ? "" : "webcredentials:"
            for _ in 0..<Int.random(in: 1...6, using: &generator) { text += Self.pieces.randomElement(using: &generator) ?? "" }
            guard let entitlement = try? AssociatedDomainEntitlement(text) else { continue }
            taken += 1
            #expect(try AssociatedDomainEntitlement(entitlement.description) == entitlement)
            #expect(entitlement.description.allSatisfy { !" /#".contains($0) })
        }
        #expect(taken > 500)
    }

    private static let pieces = [
        "applinks:", "webcredentials:", "appclips:", "example.com", "example.com", "www.", "*.", "*", "?mode=developer",
        "?mode=managed", "?",
        ".", ":", "/", "//", "#", "@", " ", "\n", "é", "xn--", "xn--mnchen-3ya.de", "-", "a", "1", "=", "+", "mode", "https://",
        "\u{0}", "co.uk",
    ]
}
