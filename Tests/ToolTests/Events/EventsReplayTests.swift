import AccountServer
import AccountStore
import AccountStoreSQLite
import Accounts
import ArgumentParser
import InternetAddresses
import JSONText
import Secrets
import TestKit
import Testing

@testable import latchkey

@Suite("latchkey events replay", .tags(.realParts), .timeLimit(.minutes(20)))
struct EventsReplayTests {
    private let folder: CommandFolder
    private let target: EventTargetName

    init() throws {
        folder = try CommandFolder()
        target = try #require(EventTargetName("crm"))
        try folder.write(Sample.key + "\n", to: "key")
        try folder.write("whsec_\(Sample.key)\n", to: "secret")
        try folder.write(
            """
            site: {publicOrigin: https://accounts.example.com}
            keys: {currentFile: key}
            store: {path: s}
            events: {targets: [crm https://crm.example.com/hooks], secretFiles: [crm secret]}

            """, to: "latchkey.yaml", mode: 0o644)
    }

    /// Creates two accounts, and returns their events in the order in which they were stored.
    private func accounts() async throws -> [AuditEvent] {
        let store = try SQLiteAccountStore.open(path: folder.path + "/s")
        let random = SystemRandomBytes()
        var events: [AuditEvent] = []
        for (second, name) in ["anna", "berta"].enumerated() {
            let now = Timestamp(seconds: 1_800_000_000 + Int64(second))
            let account = Account(
                id: AccountID(random: random), userName: try UserName(name), createdAt: now, passwordChangedAt: nil)
            let event = AuditEvent(
                id: AuditEventID(random: random), kind: .accountImported, account: account.id, at: now,
                client: Client(address: .loopback, deviceName: "a test"))
            _ = try await store.importAccounts([ImportedAccount(account: account, hash: nil, appleIdentities: [], event: event)])
            events.append(event)
        }
        try await store.close()
        return events
    }

    private func queued() async throws -> [AuditEventID] {
        let store = try SQLiteAccountStore.open(path: folder.path + "/s")
        let jobs = try await store.claimEvents(to: target, now: .current + .seconds(1), lease: .seconds(60), limit: 100)
        try await store.close()
        return jobs.compactMap { if case .event(let event) = $0.work { event.id } else { nil } }
    }

    @Test("queues the events since a time or after another event, prints the last one, and says whether more follow")
    func replays() async throws {
        let events = try await accounts()
        let (first, last) = (events[0].id, events[1].id)
        #expect(
            try folder.run("events replay --target crm --since 2027-01-15T08:00:00Z --config latchkey.yaml")
                == "queued 2 events for crm, the last is \(last)\n= 0")
        #expect(try await queued() == [first, last])
        #expect(
            try folder.run("events replay --target crm --after \(first) --store s")
                == "queued 1 event for crm, the last is \(last)\n= 0")
        #expect(
            try folder.run("events replay --target crm --since 2027-01-15T08:00:00.000Z --limit 1 --config latchkey.yaml")
                == """
                queued 1 event for crm, the last is \(first)
                ! latchkey: more events follow
                !   hint: repeat the command with --after \(first)
                = 1
                """)
        #expect(
            try folder.run("events replay --target crm --since 2027-01-15T08:00:02Z --config latchkey.yaml")
                == "queued 0 events for crm\n= 0")
        let json = try CommandRun(
            [
                "events", "replay", "--json", "--target", "crm", "--since", "2027-01-15T08:00:00Z", "--account", "berta",
                "--config", "latchkey.yaml",
            ], in: folder)
        let value = try JSONText.parse(Array(json.output.utf8)).root.value
        #expect(value == ["target": "crm", "queued": 1, "last": .string(last.description), "complete": true])
    }

    @Test("a missing event or account has exit code 1, and wrong options 2")
    func rejections() async throws {
        let events = try await accounts()
        let since = "--since 2027-01-15T08:00:00Z"
        #expect(
            try folder.run("events replay --target other \(since) --config latchkey.yaml")
                == "! latchkey: other is not a configured target\n!   hint: add it to events.targets\n= 2")
        for (arguments, status) in [
            ("--target crm \(since) --account unknown-user", 1),
            ("--target crm --after \(AuditEventID(random: SystemRandomBytes()))", 1),
            ("--target crm --after \(events[0].id) --account berta", 1), ("--target crm", 2), ("--target CRM \(since)", 2),
            ("--target crm \(since) --after \(events[0].id)", 2), ("--target crm --after 1", 2), ("--target crm --since today", 2),
            ("--target crm \(since) --limit 0", 2),
        ] as [(String, Int)] {
            let run = try folder.run("events replay \(arguments) --config latchkey.yaml")
            #expect(run.hasSuffix("= \(status)"), "\(arguments): \(run)")
        }
        #expect(try folder.run("events replay --target crm \(since) --store missing").hasSuffix("= 4"))
        try folder.write("events: {targets: [crm]}\n", to: "wrong.yaml", mode: 0o644)
        #expect(try folder.run("events replay --target crm \(since) --config wrong.yaml").hasSuffix("= 3"))
    }

    @Test("what the operator changes is delivered, if the configuration names targets")
    func operators() async throws {
        let events = try await accounts()
        #expect(try folder.run("accounts delete anna --yes --store s").hasSuffix("= 0"))
        #expect(try await queued() == [])
        #expect(try folder.run("accounts delete berta --yes --config latchkey.yaml").hasSuffix("= 0"))
        let store = try SQLiteAccountStore.open(path: folder.path + "/s")
        let jobs = try await store.claimEvents(to: target, now: .current + .seconds(1), lease: .seconds(60), limit: 10)
        try await store.close()
        let delivered = jobs.compactMap { if case .event(let event) = $0.work { event } else { nil } }
        #expect(delivered.map(\.kind) == [.accountDeleted] && delivered.map(\.account) == [events[1].account])
    }
}
