import Accounts
import Crypto
import FoundationEssentials
import HTTPTypes
import JSONText
import OneTimeCodes
import Secrets
import Testing

@testable import AccountServer

@Suite("Two-factor authentication on the pages")
struct SecondFactorPageTests {
    private func code(_ totp: TOTP, _ clock: ManualClock) throws -> String {
        try #require(totp.password(at: Date(timeIntervalSince1970: Double(clock.now.milliseconds) / 1_000)))
    }

    @Test("it is turned on with a QR code and requested on the second page of the sign-in")
    func signIn() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let (totp, codes) = try await browser.turnOnAuthenticator(at: bench.clock.now)
            #expect(codes.count == 10)
            #expect(try await browser.isSignedIn())

            bench.clock.advance(by: .seconds(60))
            var other = Browser(client)
            let page = try await other.signIn()
            #expect(page.path.hasPrefix("/sign-in/second-factor"))
            #expect(page.text.contains(#"autocomplete="one-time-code""#))
            #expect(try await other.isSignedIn() == false)
            let wrong = try await other.submit(page, to: "/sign-in/second-factor", ["code": "000000"])
            #expect(wrong.status == 403)
            #expect(wrong.errorCodes == ["factor-rejected"])
            let account = try await other.submit(wrong, to: "/sign-in/second-factor", ["code": try code(totp, bench.clock)])
            #expect(account.path == "/account")
            #expect(other.cookie("__Host-latchkey-factor") == nil)
        }
    }

    @Test("the eleventh wrong code in a session ends it and leads to sign-in")
    func wrongInSession() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            _ = try await browser.turnOnAuthenticator(at: bench.clock.now)
            for _ in 0..<10 {
                let page = try await browser.open("/account/confirm?next=account")
                #expect(try await browser.submit(page, to: "/account/confirm", ["code": "000000"]).status == 403)
            }
            let page = try await browser.open("/account/confirm?next=account")
            #expect(try await browser.submit(page, to: "/account/confirm", ["code": "000000"]).path.hasPrefix("/sign-in"))
            #expect(try await browser.isSignedIn() == false)
        }
    }

    @Test("a recovery code works instead")
    func recoveryCode() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let (_, codes) = try await browser.turnOnAuthenticator(at: bench.clock.now)
            var other = Browser(client)
            _ = try await other.signIn()
            let page = try await other.open("/sign-in/second-factor?method=recovery-code")
            #expect(!page.text.contains("one-time-code"))
            let account = try await other.submit(page, to: "/sign-in/second-factor", ["code": codes[0]])
            #expect(account.path == "/account")
        }
    }

    @Test("the pages warn when fewer than three recovery codes are left")
    func fewRecoveryCodes() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            let (_, codes) = try await browser.turnOnAuthenticator(at: bench.clock.now)
            for (used, code) in zip(1..., codes.prefix(8)) {
                var other = Browser(client)
                _ = try await other.signIn()
                let page = try await other.open("/sign-in/second-factor?method=recovery-code")
                #expect(try await other.submit(page, to: "/sign-in/second-factor", ["code": code]).path == "/account")
                let isWarned = codes.count - used < 3
                let factors = try await browser.open("/account/second-factors").text
                #expect(factors.contains(#"class="detail warning""#) == isWarned, "\(used) are used")
                let advice = try await browser.open("/account/upgrade").text
                #expect(advice.contains(#"data-advice="codes""#) == isWarned, "\(used) are used")
            }
        }
    }

    @Test("five wrong codes, and a page without its challenge, lead back to sign-in")
    func exhausted() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            _ = try await browser.turnOnAuthenticator(at: bench.clock.now)
            var other = Browser(client)
            var page = try await other.signIn()
            for _ in 0..<5 { page = try await other.submit(page, to: "/sign-in/second-factor", ["code": "000000"]) }
            let end = try await other.submit(page, to: "/sign-in/second-factor", ["code": "000000"])
            #expect(end.path == "/sign-in?notice=second-factor-expired")
            #expect(try await other.open("/sign-in/second-factor").path == "/sign-in")
        }
    }

    @Test("sensitive pages request it once in ten minutes")
    func confirmation() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var old = Browser(client)
            var browser = Browser(client)
            try await browser.signUp()
            try await old.signIn()
            let (totp, _) = try await browser.turnOnAuthenticator(at: bench.clock.now)
            bench.clock.advance(by: .seconds(60))
            for path in ["/account/password", "/account/delete"] {
                #expect(try await old.open(path).path.hasPrefix("/account/confirm"), "\(path)")
            }
            let page = try await old.open("/account/password")
            let password = try await old.submit(page, to: "/account/confirm", ["code": try code(totp, bench.clock)])
            #expect(password.path == "/account/password")
            #expect(try await old.open("/account/delete").path == "/account/delete")
        }
    }

    @Test("if devices are the only factor, the page says so, requests a recovery code and offers no authenticator app")
    func devicesOnly() async throws {
        try await ServerBench().run { client in
            let token = try await client.register()
            let point = Array(P256.Signing.PrivateKey().publicKey.x963Representation)
            let added = try await client.send(
                .post, "/v1/account/device-keys", token: token,
                json: ["publicKey": .string(Base64URL.encode(point)), "name": "Anna's phone"])
            let code = try #require(added.json["recoveryCodes"]?.array?.first?.string)
            var browser = Browser(client)
            let page = try await browser.signIn()
            #expect(page.text.contains("Recovery code"))
            #expect(page.text.contains("You can also confirm with one of your devices"))
            #expect(!page.text.contains("Use your authenticator app"))
            // It is also missing with the method in the URL, and after a wrong code.
            let typed = try await browser.open("/sign-in/second-factor?method=authenticator")
            #expect(typed.text.contains("Recovery code"))
            let wrong = try await browser.submit(page, to: "/sign-in/second-factor", ["code": "abcd"])
            #expect(wrong.status == 403)
            #expect(wrong.text.contains("one of your devices") && !wrong.text.contains("Use your authenticator app"))
            #expect(try await browser.submit(wrong, to: "/sign-in/second-factor", ["code": code]).path == "/account")
        }
    }

    @Test("with an authenticator app and recovery codes, each page offers the other method and mentions no devices")
    func bothWays() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            _ = try await client.turnOn(try await client.register(), bench.clock)
            var browser = Browser(client)
            let page = try await browser.signIn()
            #expect(page.text.contains("Use a recovery code"))
            let other = try await browser.open("/sign-in/second-factor?method=recovery-code")
            #expect(other.text.contains("Use your authenticator app"))
            #expect(!other.text.contains("one of your devices"))
        }
    }

    @Test("a page whose challenge has expired leads back to sign-in")
    func expired() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            _ = try await client.turnOn(try await client.register(), bench.clock)
            var browser = Browser(client)
            _ = try await browser.signIn()
            bench.clock.advance(by: FactorChallenge.lifetime)
            #expect(try await browser.open("/sign-in/second-factor").path == "/sign-in?notice=second-factor-expired")
        }
    }

    @Test("it can be turned off again")
    func removal() async throws {
        let bench = try ServerBench()
        try await bench.run { client in
            var browser = Browser(client)
            try await browser.signUp()
            _ = try await browser.turnOnAuthenticator(at: bench.clock.now)
            let settings = try await browser.open("/account/second-factors")
            let codes = try await browser.submit(settings, to: "/account/second-factors/recovery-codes")
            #expect(codes.text.matches(of: /<code>[a-z2-7-]{29}<\/code>/).count == 10)
            let done = try await browser.submit(settings, to: "/account/second-factors/authenticator/remove")
            #expect(done.path == "/account/second-factors?notice=authenticator-removed")
            var other = Browser(client)
            #expect(try await other.signIn().path == "/account")
        }
    }
}

@Suite("QR codes")
struct QRCodeTests {
    @Test("a text is encoded as a square with the standard's three finder patterns")
    func finders() throws {
        let rows = try #require(QRCode("otpauth://totp/Latchkey:anna.k?secret=ABC")).rows
        #expect(rows.allSatisfy { $0.count == rows.count })
        #expect(rows.count >= 21 && (rows.count - 17).isMultiple(of: 4))
        let edge = rows.count - 7
        for (y, x) in [(0, 0), (0, edge), (edge, 0)] {
            #expect(rows[y][x..<(x + 7)].allSatisfy { $0 })
            #expect(rows[y + 1][(x + 1)..<(x + 6)].allSatisfy { !$0 })
            #expect(rows[y + 3][(x + 2)..<(x + 5)].allSatisfy { $0 })
        }
    }

    @Test("a text that does not fit completely is rejected", arguments: ["a\0b", String(repeating: "a", count: 2_332)])
    func rejected(_ text: String) {
        #expect(QRCode(text) == nil)
    }

    @Test("the longest text that fits is accepted")
    func longest() {
        #expect(QRCode(String(repeating: "a", count: 2_331))?.rows.count == 177)
    }
}
