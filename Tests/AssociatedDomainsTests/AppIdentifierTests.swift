import AssociatedDomains
import Testing

@Suite("App identifiers")
struct AppIdentifierTests {
    @Test(
        "an identifier is a team ID and a bundle identifier",
        arguments: [
            ("ABCDE12345.com.example.app", "ABCDE12345", "com.example.app"), ("0123456789.app", "0123456789", "app"),
            ("ABCDE12345.com.Example-2.app", "ABCDE12345", "com.Example-2.app"),
        ])
    func parts(text: String, team: String, bundle: String) throws {
        let identifier = try AppIdentifier(text)
        #expect(identifier.teamID == team)
        #expect(identifier.bundleID == bundle)
        #expect(identifier.description == text)
        #expect(!identifier.isWildcard)
    }

    @Test(
        "a malformed identifier is rejected with the position",
        arguments: [
            ("", AssociatedDomainsError.Code.emptyAppIdentifier, 0), ("ABCDE12345", .missingBundleID, 10),
            ("ABCDE12345.", .missingBundleID, 11),
            ("ABCDE1234.com.example", .teamLength, 0), ("ABCDE123456.com.example", .teamLength, 0),
            ("abcde12345.com.example", .teamCharacter, 0), ("ABCDE_2345.com.example", .teamCharacter, 5),
            ("TEAM_ID.com.example", .teamCharacter, 4), ("<TEAMID>.com.example", .teamCharacter, 0),
            ("com.example.app", .teamCharacter, 0), ("com.example.app.ABCDE12345", .reversed, 0),
            ("ABCDE12345.com..example", .emptySegment, 15), ("ABCDE12345.com.example.", .emptySegment, 23),
            ("ABCDE12345.com.exa_mple", .bundleCharacter, 18), ("ABCDE12345.com.exämple", .bundleCharacter, 17),
            ("ABCDE12345.com.*.app", .misplacedWildcard, 15), ("ABCDE12345.com.app*", .misplacedWildcard, 18),
            (" ABCDE12345.com.example", .space, 0), ("ABCDE12345.com.example\n", .space, 22),
            ("ABCDE12345." + String(repeating: "a", count: 156), .appIdentifierTooLong, 0),
        ])
    func rejections(text: String, code: AssociatedDomainsError.Code, position: Int) {
        let error = #expect(throws: AssociatedDomainsError.self) { try AppIdentifier(text) }
        #expect(error?.code == code)
        #expect(error?.position == position)
        #expect(error?.reason.hasSuffix(".") == true)
        #expect(error?.remedy.hasSuffix(".") == true)
    }

    @Test("the longest bundle identifier is accepted")
    func longest() throws {
        #expect(try AppIdentifier("ABCDE12345." + String(repeating: "a", count: 155)).bundleID.count == 155)
    }

    @Test(
        "a wildcard covers longer identifiers of the same team",
        arguments: [
            ("ABCDE12345.*", "ABCDE12345.com.example.app", true), ("ABCDE12345.com.example.*", "ABCDE12345.com.example.app", true),
            ("ABCDE12345.com.example.*", "ABCDE12345.com.example.a.b", true),
            ("ABCDE12345.com.example.*", "ABCDE12345.com.example", false),
            ("ABCDE12345.com.example.*", "ABCDE12345.com.examples.app", false),
            ("ABCDE12345.com.example.*", "FGHIJ12345.com.example.app", false),
            ("ABCDE12345.com.example.app", "ABCDE12345.com.example.app", true),
            ("ABCDE12345.com.example.app", "ABCDE12345.com.example.App", false),
        ])
    func coverage(pattern: String, other: String, covers: Bool) throws {
        #expect(try AppIdentifier(pattern).covers(try AppIdentifier(other)) == covers)
    }

    @Test(
        "team IDs from examples are recognized",
        arguments: [("XXXXXXXXXX", true), ("YOURTEAMID", true), ("TEAMID1234", true), ("ABCDE12345", false), ("7XQ2C9F3KD", false)])
    func placeholders(team: String, isPlaceholder: Bool) throws {
        #expect(try AppIdentifier(team + ".com.example").hasPlaceholderTeamID == isPlaceholder)
    }
}
