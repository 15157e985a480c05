import PasswordHashing
import Testing

@testable import Accounts

@Suite("Values of Sign in with Apple")
struct AppleValueTests {
    @Test("a team identifier is ten upper-case letters and digits", arguments: ["ABCDE12345", "0000000000"])
    func teams(text: String) {
        #expect(AppleTeamID(text)?.text == text)
    }

    @Test(
        "any other team identifier is rejected",
        arguments: ["", "ABCDE1234", "ABCDE123456", "abcde12345", "ABCDE1234\u{E9}", "ABCDE 2345"])
    func noTeams(text: String) {
        #expect(AppleTeamID(text) == nil)
    }

    @Test("subjects and clients are visible ASCII and case-sensitive")
    func subjects() {
        #expect(AppleSubject("001542.b04100c51acb48d3a570684f17d6394d.1603") != nil)
        #expect(AppleSubject("a") != AppleSubject("A"))
        #expect(AppleClientID("org.example.App")?.text == "org.example.App")
        for text in ["", "a b", "a\u{0}", "ä", String(repeating: "a", count: 256)] {
            #expect(AppleSubject(text) == nil)
            #expect(AppleClientID(text) == nil)
            #expect(AppleNotificationID(text) == nil)
        }
        #expect(AppleSubject(String(repeating: "a", count: 255)) != nil)
    }

    @Test("an e-mail address has an @, at most 254 bytes, and no invisible characters")
    func emails() {
        let make = { AppleEmail(address: $0, isVerified: true, isPrivate: false) }
        #expect(make("anna@example.com") != nil)
        #expect(make("a@b") != nil)
        for text in ["", "@", "anna", "anna@example.com\n", "anna @example.com", "an\u{200B}na@example.com"] {
            #expect(make(text) == nil)
        }
        #expect(make("a@" + String(repeating: "b", count: 252)) != nil)
        #expect(make("a@" + String(repeating: "b", count: 253)) == nil)
    }

    @Test("a name is cleaned and truncated, and an empty one counts as missing")
    func names() {
        #expect(PersonName(given: " Anna\u{0}\u{202E} ", family: nil)?.given == "Anna")
        #expect(PersonName(given: String(repeating: "x", count: 200), family: "")?.given.count == 100)
        #expect(PersonName(given: " \n", family: "\u{200B}") == nil)
        #expect(PersonName(given: nil, family: nil) == nil)
        #expect(PersonName(given: nil, family: "Berg")?.family == "Berg")
    }

    @Test("a return path is a path of this site", arguments: ["/", "/account", "/account?notice=linked#top", "/a//b", "/%2F"])
    func paths(text: String) {
        #expect(ReturnPath(text)?.text == text)
    }

    @Test(
        "a path to another site is rejected, however it looks",
        arguments: [
            "", "account", "//evil.example", "/\\evil.example", "\\/evil.example", "/a\\b", "https://evil.example",
            "/\t/evil.example", "/ä", " /",
        ])
    func noPaths(text: String) {
        #expect(ReturnPath(text) == nil)
    }

    @Test("codes and tokens are visible ASCII of limited length")
    func secrets() {
        #expect(AppleRefreshToken("r.0.abc")?.reveal() == "r.0.abc")
        #expect(AppleAuthorizationCode("c.0.abc", flow: .web)?.flow == .web)
        for text in ["", "a b", "a\n", String(repeating: "a", count: 2_049)] {
            #expect(AppleRefreshToken(text) == nil)
            #expect(AppleAuthorizationCode(text, flow: .native) == nil)
        }
    }

    @Test("an imported account needs a credential, a name with its password, and at most one identity of a team")
    func imports() async throws {
        let hash = try await FakeHasher().hash(Password("x").bytes, for: .local)
        let name = try UserName("anna.k")
        let identity = ImportedAppleIdentity(key: try AppleBench.key(), email: nil, name: nil)
        let other = ImportedAppleIdentity(key: try AppleBench.key("2"), email: nil, name: nil)
        let make = { AccountImportEntry(id: nil, userName: $0, hash: $1, createdAt: nil, appleIdentities: $2) }
        #expect(make(name, hash, []) != nil)
        #expect(make(nil, nil, [identity]) != nil)
        #expect(make(name, hash, [identity]) != nil)
        #expect(make(name, nil, []) == nil)
        #expect(make(nil, hash, [identity]) == nil)
        #expect(make(nil, nil, [identity, other]) == nil)
    }
}
