import AccountServer
import AppleIdentity
import AppleIdentityEmulator
import HTTPTypes
import JSONText
import TestStores
import Testing

/// A token that Apple issued for another app.
@Suite("Failure 1: an unchecked audience")
struct ForeignAudienceTests {
    @Test("failure 1: without a client ID the server does not start, because it would accept every audience")
    func noClients() throws {
        let none = try ForgeryBench.configuration(nativeClients: [], hasWebsite: false)
        let error = #expect(throws: AppleIdentityError.self) {
            try AccountSystem(
                configuration: .forTests(apple: none), storage: .forTest(), appleTransport: ForgingApple(),
                logger: RunningServer.silent)
        }
        #expect(error?.code == .noClientID)
        let one = try ForgeryBench.configuration(hasWebsite: false)
        _ = try AccountSystem(
            configuration: .forTests(apple: one), storage: .forTest(), appleTransport: ForgingApple(),
            logger: RunningServer.silent)
    }

    @Test("failure 1: latchkey serve does not start without a client ID either, and names the setting", .timeLimit(.minutes(20)))
    func serveWithoutClients() async throws {
        let process = try LatchkeyProcess(apple: [
            "team: \(ForgeryBench.team)", "keyID: FGHIJ67890", "keyFile: apple.p8",
        ])
        let ending = try await process.runToItsEnd()
        #expect(ending.status == 3)
        #expect(ending.words.contains("neither apple.nativeClients nor apple.webClient is set"))

        let named = try LatchkeyProcess(apple: [
            "team: \(ForgeryBench.team)", "keyID: FGHIJ67890", "keyFile: apple.p8", "nativeClients: [\(ForgeryBench.app)]",
        ])
        try await named.start()
        named.kill()
    }

    static let foreign: [JSONValue?] = [
        nil, .null, "", [], 7, true, "com.example.other", "com.example.shop.evil", "com.example", "COM.EXAMPLE.SHOP",
        " com.example.shop", "com.example.shop\u{0}", "*", "com.example.*", .string(ForgeryBench.team), "https://appleid.apple.com",
        ["com.example.other"], ["com.example.shop", "com.example.other"], ["com.example.other", "com.example.shop"],
        [["com.example.shop"]], ["aud": "com.example.shop"], .string(ForgeryBench.website),
    ]

    @Test("failure 1: a token for another app, or for another app as well, is rejected", arguments: foreign)
    func foreignAudience(audience: JSONValue?) async throws {
        try await ForgeryBench.run { bench, client in
            try await bench.expectRejection(of: { try $0.with("aud", audience).text }, client)
        }
    }

    @Test("failure 1: the same holds if Apple itself signed the wrong audience, natively and on the web")
    func emulated() async throws {
        try await AppleBench.run { bench, client in
            try bench.apple.addFault(.wrongAudience("com.example.other"), at: .native, count: 1)
            #expect(try await client.signIn(bench).code == "apple-token-rejected")
            #expect(try await client.signIn(bench).status == 201)

            // The app's audience is wrong for the pages.
            for audience in ["com.example.other", bench.app.rawValue] {
                try bench.apple.addFault(.wrongAudience(audience), at: .authorize, count: 1)
                var browser = TestBrowser(client)
                #expect(try await browser.signIn(bench).location == "/sign-in?notice=apple-rejected")
            }
            var browser = TestBrowser(client)
            #expect(try await browser.signIn(bench).location == "/account")
        }
    }
}
