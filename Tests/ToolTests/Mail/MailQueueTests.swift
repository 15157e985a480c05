import AccountServer
import AccountStore
import AccountStoreSQLite
import Accounts
import ArgumentParser
import JSONText
import Secrets
import TestKit
import Testing

@testable import latchkey

@Suite("latchkey mail queue", .tags(.realParts), .timeLimit(.minutes(20)))
struct MailQueueTests {
    /// A folder with a configuration and its key.
    static func folder(_ yaml: String) throws -> CommandFolder {
        let folder = try CommandFolder()
        try folder.write(Sample.key + "\n", to: "key")
        try folder.write(
            "site: {publicOrigin: https://accounts.example.com}\nkeys: {currentFile: key}\nstore: {path: s}\n" + yaml,
            to: "latchkey.yaml", mode: 0o644)
        return folder
    }

    @Test("without mail, check and test say so, and the queue needs none")
    func off() throws {
        let folder = try Self.folder("")
        let off = "! latchkey: mail is off\n!   hint: set mail.transport: see docs/mail.md\n= 3"
        #expect(try folder.run("mail check --config latchkey.yaml") == off)
        #expect(try folder.run("mail test anna@example.org --config latchkey.yaml") == off)
        #expect(try folder.run("mail test anna --config latchkey.yaml").hasSuffix("= 2"))
        #expect(try folder.run("mail queue --store s").hasSuffix("= 4"))
        #expect(try folder.run("store migrate --create --store s").hasSuffix("= 0"))
        #expect(try folder.run("mail queue --config latchkey.yaml") == "= 0")
        #expect(try folder.run("mail queue --json --config latchkey.yaml") == "[]\n= 0")
    }

    @Test("lists kind, age, attempts and the last reply; the address only if it is asked for and its key is given")
    func waiting() async throws {
        let folder = try Self.folder("")
        let code = try await queueMail(in: folder)
        let plain = try CommandRun(["mail", "queue", "--store", "s"], in: folder)
        #expect(
            plain.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") } == [
                "KIND AGE ATTEMPTS LAST REPLY DUE IN EXPIRES IN", "address-code 2h 1 451 4.7.1 0s 0s",
            ])
        let json = try CommandRun(["mail", "queue", "--json", "--config", "latchkey.yaml"], in: folder)
        let entry = try JSONText.parse(Array(json.output.utf8)).root.value[0]
        #expect(entry?["kind"] == "address-code" && entry?["attempts"] == 1 && entry?["reply"] == "451 4.7.1")
        #expect(entry?["address"] == nil)

        let opened = try CommandRun(["mail", "queue", "--jsonl", "--addresses", "--config", "latchkey.yaml"], in: folder)
        #expect(opened.output.hasSuffix(",\"address\":\"Anna@example.org\"}\n"), "\(opened.output)")
        for run in [plain, json, opened] { #expect(!run.output.contains(code) && !run.errors.contains(code)) }
        for run in [plain, json] { #expect(!run.output.lowercased().contains("anna")) }
        #expect(try folder.run("mail queue --addresses --store s").hasSuffix("= 2"))
        let key = MasterKey.random(SystemRandomBytes()).revealBase64()
        let other = try folder.run("mail queue --addresses --store s", environment: ["LATCHKEY_KEYS_CURRENT": key])
        #expect(other.contains("ADDRESS") && !other.contains("example.org") && other.hasSuffix("-\n= 0"), "\(other)")
    }

    /// Claims an address two hours ago, and fails to send the code once. Returns the code.
    private func queueMail(in folder: CommandFolder) async throws -> String {
        let store = try SQLiteAccountStore.open(path: folder.path + "/s")
        let then = Timestamp.current - .seconds(7_200)
        let master = try #require(MasterKey(base64: Sample.key))
        let sealer = MailSealer(keys: MasterKeys(current: master).sealingKeys(for: .mail), random: SystemRandomBytes())
        try await OperatorContext.with(store, try StoreOptions.parse(["--store", folder.path + "/s"])) { context in
            let registration = Registration(
                userName: "anna", password: Password("velvet-otter 41 harbour"), client: context.client)
            guard case .registered(let person) = try await context.service.register(registration, now: then) else {
                throw CommandFailure(.failure, "the account was not created")
            }
            let outcome = try await AddressService(accounts: context.service, sealer: sealer).claim(
                try #require(EmailAddress("Anna@example.org", key: "anna@example.org")), of: person.active,
                client: context.client, now: then)
            guard case .codeSent = outcome else { throw CommandFailure(.failure, "\(outcome)") }
        }
        let job = try #require(try await store.claim(.mail, now: then, lease: .seconds(60), limit: 1).first)
        #expect(try await store.postponeMail(job, until: then + .seconds(5), reply: "451 4.7.1"))
        let waiting = try await store.waitingMail(limit: 1).first
        try await store.close()
        guard let mail = waiting?.mail, case .addressCode(let code, _)? = sealer.open(mail)?.content else {
            throw CommandFailure(.failure, "no code is waiting")
        }
        return code.reveal()
    }
}
