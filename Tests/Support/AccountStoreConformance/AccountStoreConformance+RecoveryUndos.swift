@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// Codes that cancel the waiting times of recoveries.
    static let recoveryUndos: [ConformanceCase] = [
        ConformanceCase("a code cancels the wait of its account and the open recoveries once, and ends no session") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let wait = try await scene.waitBegun(of: anna, to: address)
            let other = try await scene.waitBegun(of: berta, to: try await scene.verifiedAddress("berta@example.org", of: berta))
            let token = try await scene.openedRecovery(to: address.id)
            for job in try await scene.claim(.mail, at: scene.start) { try #require(try await scene.stores.finishMail(job)) }
            #expect(try await scene.sending.cancel(UndoCode(random: scene.random)) == nil)
            #expect(try await scene.sending.cancel(wait.undo) == anna.account.id)
            #expect(try await scene.sending.cancel(wait.undo) == nil)
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start) == nil)
            #expect(try await scene.stores.recoverySession(token, now: scene.start) == nil)
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.eventKinds(of: anna.account.id).first == .recoveryCancelled)
            let notice = AccountMail.recoveryCancelled(at: scene.start, from: NoticeSource(.telephone))
            #expect(try await scene.takeMail() == [SentMail(notice, to: address)])
            #expect(
                try await scene.stores.recoveryWait(of: berta.account.id, now: scene.start)
                    == RecoveryWait(readyAt: other.readyAt, endsAt: other.endsAt))
        },
        ConformanceCase("a code is valid until its wait has no effect, and not for a later wait of the account") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let wait = try await scene.waitBegun(of: anna, to: address)
            #expect(try await scene.cancel(wait.undo, at: wait.endsAt) == nil)
            #expect(try await scene.cancel(wait.undo, at: wait.endsAt - .millisecond) == anna.account.id)
            let later = try await scene.waitBegun(of: anna, to: address)
            #expect(try await scene.cancel(wait.undo) == nil)
            #expect(
                try await scene.stores.recoveryWait(of: anna.account.id, now: scene.start)
                    == RecoveryWait(readyAt: later.readyAt, endsAt: later.endsAt))
            #expect(try await scene.cancel(later.undo) == anna.account.id)
        },
        ConformanceCase("a wait that ended otherwise has no code, and a code that restores an address cancels nothing") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let removed = try await scene.verifiedAddress("second@example.org", of: anna)
            let undo = UndoCode(random: scene.random)
            #expect(try await scene.remove(removed, by: anna, undo: undo) == .removed(removed))
            let wait = try await scene.waitBegun(of: anna, to: address)
            #expect(try await scene.cancel(undo) == nil)
            let event = scene.event(.recoveryCancelled, anna.account.id)
            let session = anna.opening.session.id
            #expect(try await scene.stores.cancelRecoveryWait(by: session, event: event) == .cancelled)
            #expect(try await scene.cancel(wait.undo) == nil)
        },
        ConformanceCase("an address that is newer than the one with the recovery code gets the notice without the code") { scene in
            let anna = try await scene.register("anna")
            var addresses: [AccountAddress] = []
            for (index, text) in ["oldest@example.org", "recovering@example.org", "newest@example.org"].enumerated() {
                addresses.append(try await scene.verifiedAddress(text, of: anna, at: scene.start + .milliseconds(index)))
            }
            let session = try await scene.openedRecovery(to: addresses[1].id)
            _ = try await scene.takeMail(at: scene.start + .minutes(1))
            let (result, wait) = try await scene.sending.beginWait(of: anna, in: session)
            #expect(result == .begun)
            let source = NoticeSource(.telephone)
            let withCode = AccountMail.recoveryUndo(wait.undo, until: wait.readyAt, from: source)
            let without = AccountMail.recoveryWaits(until: wait.readyAt, from: source)
            #expect(
                try await scene.takeMail() == [
                    SentMail(withCode, to: addresses[0]), SentMail(withCode, to: addresses[1]), SentMail(without, to: addresses[2]),
                ])
        },
        ConformanceCase("of 64 uses of one code, one cancels the wait") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let wait = try await scene.waitBegun(of: anna, to: address)
            let results = try await scene.race { _ in try await scene.cancel(wait.undo) }
            #expect(results.count { $0 == anna.account.id } == 1)
            #expect(try await scene.eventKinds(of: anna.account.id).count { $0 == .recoveryCancelled } == 1)
        },
    ]
}

extension ConformanceScene {
    fileprivate func cancel(_ code: UndoCode, at moment: Timestamp = start) async throws -> AccountID? {
        try await stores.cancelRecoveryWait(byCode: code.digest, event: event(.recoveryCancelled, nil, at: moment))
    }
}
