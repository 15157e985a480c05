import AccountServer
import AccountStore
import AccountStoreSQLite
import Accounts
import ArgumentParser
import Mail
import Secrets
import TestKit
import Testing

@testable import latchkey

@Suite("latchkey mail bounce", .tags(.realParts), .timeLimit(.minutes(20)))
struct MailBounceTests {
    private static let yaml = "mail: {transport: sendmail, from: accounts@example.com, bounces: bounces@example.com}\n"

    private static func bounce(status: String = "5.1.1") -> String {
        "Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\n"
            + "Reporting-MTA: dns; mx.example.org\n\nAction: failed\nStatus: \(status)\n\n--b--\n"
    }

    private func run(_ address: String, _ input: String, in folder: CommandFolder, json: Bool = false) throws -> String {
        let arguments = ["mail", "bounce", address, "--config", "latchkey.yaml"] + (json ? ["--json"] : [])
        return try CommandRun(arguments, in: folder, input: input).transcript
    }

    @Test("without mail or mail.bounces, the command says so")
    func off() throws {
        for yaml in ["", "mail: {transport: sendmail, from: accounts@example.com}\n"] {
            let folder = try MailQueueTests.folder(yaml)
            #expect(try run("bounces@example.com", Self.bounce(), in: folder).hasSuffix("= 3"))
        }
    }

    @Test("a bounce counts by its tag and its status, and every other one is ignored without an error")
    func bounces() async throws {
        let folder = try MailQueueTests.folder(Self.yaml)
        let store = try SQLiteAccountStore.open(path: folder.path + "/s")
        let now = Timestamp.current
        let master = MasterKeys(current: try #require(MasterKey(base64: Sample.key)))
        let sealer = MailSealer(keys: master.sealingKeys(for: .mail), random: SystemRandomBytes())
        let options = try StoreOptions.parse(["--store", folder.path + "/s"])
        let id = try await OperatorContext.with(store, options) { try await $0.queueMail(sealer: sealer, now: now).mail.recipient }
        try await store.close()
        let tags = BounceTags(keys: master)
        let (second, first) = (now - .seconds(60), now - .seconds(86_400 + 120))
        func address(_ moment: Timestamp) throws -> String {
            "bounces+\(try #require(tags.text(for: id, queuedAt: moment)))@example.com"
        }

        for other in ["bounces@example.com", "bounces+abc@example.com", "not-an-address", try address(now - BounceTags.lifetime)] {
            #expect(try run(other, Self.bounce(), in: folder) == "ignored\n= 0")
        }
        for other in ["", "Subject: spam\n\nHello\n", Self.bounce(status: "5.7.1")] {
            #expect(try run(address(first), other, in: folder) == "ignored\n= 0")
        }
        // What follows the last part is in none, so it changes the size alone.
        let filler = String(repeating: "x", count: DeliveryReport.maximumSize - Self.bounce().utf8.count)
        let tooLong = try run(address(first), Self.bounce() + filler + "x", in: folder)
        #expect(tooLong == "ignored\n! latchkey: the bounce has more than 1048576 bytes\n= 0")
        #expect(try run(address(first), Self.bounce() + filler, in: folder) == "counted\n= 0")
        #expect(try run(address(first), Self.bounce(), in: folder, json: true) == "{\n  \"outcome\": \"counted\"\n}\n= 0")
        #expect(try run(address(second), Self.bounce(), in: folder) == "undeliverable\n= 0")
        #expect(try run(address(second), Self.bounce(), in: folder) == "ignored\n= 0")
    }
}

extension OperatorContext {
    /// Registers anna, and returns her session.
    func register(now: Timestamp) async throws -> ActiveSession {
        let registration = Registration(userName: "anna", password: Password("velvet-otter 41 harbour"), client: client)
        guard case .registered(let person) = try await service.register(registration, now: now) else {
            throw CommandFailure(.failure, "the account was not created")
        }
        return person.active
    }

    /// Registers anna, claims anna@example.org for her account, and returns the account and the message with the code.
    func queueMail(sealer: MailSealer, now: Timestamp) async throws -> (account: AccountID, mail: QueuedMail) {
        let session = try await register(now: now)
        _ = try await AddressService(accounts: service, sealer: sealer).claim(
            try #require(EmailAddress("anna@example.org", key: "anna@example.org")), of: session, client: client, now: now)
        let waiting = try await service.stores.waitingMail(limit: 1).first
        return (session.account.id, try #require(waiting).mail)
    }
}
