import Secrets
import Testing

@testable import Accounts

@Suite("Languages of messages")
struct MailLanguageTests {
    @Test(
        "a message is in the language of the account, of the request, or of the configuration, in this order",
        arguments: [
            ("ja", "de", "ja"), ("ja", nil, "ja"), (nil, "de", "de"), (nil, nil, "it"),
        ] as [(String?, String?, String)])
    func order(account: String?, request: String?, message: String) throws {
        let keys = MasterKeys(current: .random(PredictableRandomBytes(seed: 1))).sealingKeys(for: .mail)
        let random = PredictableRandomBytes(seed: 2)
        let sealer = MailSealer(keys: keys, language: try #require(LanguageTag("it")), random: random)
        let recipient = AccountAddress(
            id: AccountAddressID(random: random), account: AccountID(random: random), address: try MailBench.address(),
            claimedAt: MailBench.start, language: account.flatMap { LanguageTag($0) })
        let mail = try sealer.seal(
            .recoveryCode(MailedCode(random: random)), to: recipient, in: request.flatMap { LanguageTag($0) }, now: MailBench.start)
        #expect(mail.language.text == message)
        #expect(sealer.open(mail)?.language.text == message)
    }

    @Test("an account has the language of the request that created it, and its codes and notices are in it until another is set")
    func life() async throws {
        let bench = try MailBench(AccountBench(mail: MailBench.sealer))
        let anna = try #require(try await bench.bench.register(from: client("de")).signedIn)
        #expect(anna.active.account.language?.text == "de")
        _ = try await bench.verifiedAddress(of: anna.active)
        #expect(bench.carrier.carried.map(\.language.text) == ["de"])

        let french = try #require(LanguageTag("fr"))
        #expect(try await bench.bench.service.set([.language(french)], of: anna.active, now: MailBench.start))
        _ = try await bench.bench.signIn(from: client("ja"))
        _ = try await bench.run()
        #expect(bench.carrier.carried.map(\.language.text) == ["de", "fr"])
    }

    @Test("a message is in the time zone of the account, in UTC without one")
    func timeZone() throws {
        let keys = MasterKeys(current: .random(PredictableRandomBytes(seed: 1))).sealingKeys(for: .mail)
        let random = PredictableRandomBytes(seed: 2)
        let sealer = MailSealer(keys: keys, random: random)
        for timeZone in [TimeZoneName("Europe/Vienna"), nil] {
            let recipient = AccountAddress(
                id: AccountAddressID(random: random), account: AccountID(random: random), address: try MailBench.address(),
                claimedAt: MailBench.start, timeZone: timeZone)
            let mail = try sealer.seal(
                .recoveryCode(MailedCode(random: random)), to: recipient, in: nil, now: MailBench.start)
            #expect(mail.timeZone == timeZone)
            #expect(try #require(sealer.open(mail)).timeZone == timeZone)
        }
    }

    @Test("the code for a new address and later notices are in the time zone that the account has then")
    func changes() async throws {
        let bench = try MailBench(AccountBench(mail: MailBench.sealer))
        let anna = try #require(try await bench.bench.register(from: client("de")).signedIn)
        let vienna = TimeZoneName("Europe/Vienna")
        #expect(try await bench.bench.service.set([.timeZone(vienna)], of: anna.active, now: MailBench.start))
        let again = try #require(try await bench.bench.signIn(from: client("de")).signedIn)
        _ = try await bench.verifiedAddress(of: again.active)
        #expect(bench.carrier.carried.map(\.timeZone) == [vienna])
        #expect(try await bench.bench.service.set([.timeZone(nil)], of: anna.active, now: MailBench.start))
        _ = try await bench.bench.signIn(from: client("ja"))
        _ = try await bench.run()
        #expect(bench.carrier.carried.map(\.timeZone) == [vienna, nil])
    }

    @Test(
        "a time zone is an identifier of parts, with a limit",
        arguments: [
            ("Europe/Vienna", true), ("UTC", true), ("Etc/GMT+3", true), ("America/Argentina/Buenos_Aires", true),
            ("America/Port-au-Prince", true), (String(repeating: "A", count: 64), true), (String(repeating: "A", count: 65), false),
            ("", false), ("/", false), ("Europe/", false), ("/Vienna", false), ("Europe//Vienna", false), ("Europe Vienna", false),
            ("../etc", false), ("Zürich", false), ("Europe/Vienna\n", false), ("Europe/Vienna\0", false),
        ])
    func names(_ text: String, _ isAccepted: Bool) {
        #expect((TimeZoneName(text) != nil) == isAccepted)
        #expect(TimeZoneName(text)?.text ?? text == text)
    }

    private func client(_ language: String) -> Client {
        Client(address: AccountBench.elsewhere.address, deviceName: nil, language: LanguageTag(language))
    }
}
