import TestKit
import Testing

@Suite("latchkey domains capabilities", .tags(.realParts), .timeLimit(.minutes(20)))
struct DomainsCapabilitiesTests {
    private static let six = ["data-protection", "icloud", "inter-app-audio", "network-extensions", "sirikit", "wallet"]

    @Test("a wildcard may use six capabilities, the identifier of one app all")
    func listed() throws {
        let folder = try CommandFolder()
        let wildcard = try folder.run("domains capabilities ABCDE12345.com.example.*")
        let lines = wildcard.split(separator: "\n")
        #expect(lines.filter { $0.hasPrefix("allowed") }.map { $0.dropFirst(9) } == Self.six.map { $0[...] })
        #expect(wildcard.contains("denied   associated-domains\n") && wildcard.contains("denied   sign-in-with-apple\n"))
        #expect(wildcard.hasSuffix("= 0"))
        let explicit = try folder.run("domains capabilities ABCDE12345.com.example.app")
        #expect(!explicit.contains("denied") && explicit.split(separator: "\n").count == lines.count)
    }

    @Test("a named capability that is denied is exit code 1")
    func named() throws {
        let folder = try CommandFolder()
        #expect(
            try folder.run("domains capabilities ABCDE12345.* wallet associated-domains") == """
                STATUS   CAPABILITY
                allowed  wallet
                denied   associated-domains
                = 1
                """)
        #expect(try folder.run("domains capabilities ABCDE12345.* wallet").hasSuffix("= 0"))
        #expect(try folder.run("domains capabilities ABCDE12345.com.example.app associated-domains").hasSuffix("= 0"))
        let json = try folder.run("domains capabilities --json ABCDE12345.* sign-in-with-apple")
        #expect(json.contains(#""sign-in-with-apple": "denied""#) && json.contains(#""wildcard": true"#) && json.hasSuffix("= 1"))
    }

    @Test(
        "a malformed identifier or an unknown capability is wrong usage",
        arguments: ["com.example.app wallet", "ABCDE12345.* teleport"])
    func misuse(words: String) throws {
        #expect(try CommandFolder().run("domains capabilities \(words)").hasSuffix("= 2"))
    }
}
