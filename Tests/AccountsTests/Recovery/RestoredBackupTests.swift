import AccountStoreSQLite
import Foundation
import Secrets
import Testing

@testable import Accounts

@Suite("A restored backup")
struct RestoredBackupTests {
    private static let start = RecoveryBench.start

    @Test("a recovery code that was used after the backup opens nothing in the restored file, once a server has prepared it")
    func recoveryCode() async throws {
        try await withFolder { folder in
            let original = try SQLiteAccountStore.open(path: folder + "/original")
            let bench = try RecoveryBench(AccountBench(store: original))
            _ = try await bench.anna()
            let (holder, read) = try await bench.beginAndRead()
            let code = try #require(read)
            try await original.backup(to: folder + "/backup")
            try await original.backup(to: folder + "/unprepared")
            #expect(try await bench.open(code, holder).token != nil)
            try await original.close()

            for (name, isPrepared) in [("backup", true), ("unprepared", false)] {
                let restored = try SQLiteAccountStore.open(path: folder + "/" + name)
                let again = try RecoveryBench(AccountBench(store: restored))
                if isPrepared { #expect(try await again.prepare() != nil) }
                #expect((try await again.open(code, holder).token == nil) == isPrepared)
                try await restored.close()
            }
        }
    }

    @Test("a code that restored an address after the backup restores nothing in the restored file")
    func undoCode() async throws {
        try await withFolder { folder in
            let original = try SQLiteAccountStore.open(path: folder + "/original")
            let bench = try MailBench(AccountBench(store: original))
            let anna = try await bench.bench.account()
            let address = try await bench.verifiedAddress(of: anna.active)
            let removal = try await bench.service.remove(
                address.id, of: anna.active, client: AccountBench.home, now: Self.start)
            #expect(removal == .removed)
            _ = try await bench.run()
            let codes: [String] = bench.carrier.carried.compactMap { mail in
                if case .addressUndo(let code, _, _, _) = mail.content { code.reveal() } else { nil }
            }
            let code = try #require(codes.last)
            try await original.backup(to: folder + "/backup")
            let client = AccountBench.elsewhere
            #expect(try await bench.service.undoRemoval(code, client: client, now: Self.start) == .undone)
            try await original.close()

            let restored = try SQLiteAccountStore.open(path: folder + "/backup")
            let again = try RecoveryBench(AccountBench(store: restored))
            #expect(try await again.prepare() != nil)
            #expect(try await again.mail.service.undoRemoval(code, client: client, now: Self.start) == .rejected)
            try await restored.close()
        }
    }

    @Test("a recovery that was cancelled after the backup does not wait in the restored file, and the owner gets a notice")
    func waitingTime() async throws {
        try await withFolder { folder in
            let original = try SQLiteAccountStore.open(path: folder + "/original")
            let bench = try RecoveryBench(AccountBench(mail: MailBench.sealer, store: original))
            let anna = try await bench.anna()
            _ = try await bench.factors.turnOn(anna)
            _ = try await bench.wait(try await bench.opened())
            let account = anna.active.account.id
            #expect(try await bench.mail.bench.stores.recoveryWait(of: account, now: Self.start) != nil)
            try await original.backup(to: folder + "/backup")
            try await original.close()

            let restored = try SQLiteAccountStore.open(path: folder + "/backup")
            let again = try RecoveryBench(AccountBench(mail: MailBench.sealer, store: restored))
            #expect(try await again.prepare()?.cancellations.map(\.account) == [account])
            #expect(again.mail.bench.reported == [.recoveryCancelled])
            #expect(try await again.mail.bench.stores.recoveryWait(of: account, now: Self.start) == nil)
            #expect(try await again.sent(after: 0).last == .recoveryCancelled)
            #expect(try await again.prepare() == nil)
            try await restored.close()
        }
    }

    @Test("an authenticator's code that was used after the backup is rejected in the restored file")
    func authenticatorCode() async throws {
        try await withFolder { folder in
            let original = try SQLiteAccountStore.open(path: folder + "/original")
            let bench = try RecoveryBench(AccountBench(store: original))
            let owner = try await bench.factors.owner()
            let next = Self.start + .seconds(30)
            let proof = FactorProof.totp(try owner.code(at: next))
            try await original.backup(to: folder + "/backup")
            let challenge = try await bench.factors.challenge(at: next)
            #expect(try await bench.factors.answer(challenge, proof, at: next).signedIn != nil)
            try await original.close()

            let restored = try SQLiteAccountStore.open(path: folder + "/backup")
            let again = try RecoveryBench(AccountBench(store: restored))
            #expect(try await again.prepare(at: next) != nil)
            let second = try await again.factors.challenge(at: next)
            #expect(try await again.factors.answer(second, proof, at: next).signedIn == nil)
            try await restored.close()
        }
    }

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "restored-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }
}

extension RecoveryBench {
    /// Prepares the store, as a server does when it starts.
    fileprivate func prepare(at now: Timestamp = start) async throws -> PreparedCopy? {
        try await mail.bench.service.prepareRestoredCopy(now: now)
    }
}
