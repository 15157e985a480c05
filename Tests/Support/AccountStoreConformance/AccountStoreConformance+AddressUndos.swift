@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// Codes that restore removed addresses.
    static let addressUndos: [ConformanceCase] = [
        ConformanceCase("a code restores a removed address with its first verification, and ends sessions, devices and recoveries")
        {
            scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let second = try await scene.verifiedAddress("second@example.org", of: anna)
            let recovery = try await scene.openedRecovery(to: second.id)
            #expect(try await scene.beginWait(of: anna, in: recovery).0 == .begun)
            let code = UndoCode(random: scene.random)
            #expect(try await scene.remove(address, by: anna, undo: code) == .removed(address))
            let now = scene.start + .minutes(1)
            #expect(try await scene.restore(code, at: now) == .restored(anna.account.id))
            let restored = try #require(try await scene.stores.addresses(of: anna.account.id).last)
            #expect(restored.address == address.address && restored.verifiedAt == address.verifiedAt)
            #expect(!(try await scene.opens(anna.opening.digest)))
            #expect(!(try await scene.knows(anna.opening.device)))
            #expect(try await scene.stores.recoverySession(recovery, now: now) == nil)
            #expect(try await scene.stores.recoveryWait(of: anna.account.id, now: now) == nil)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .emailAddressRestored)
            #expect(try await scene.restore(code, at: now) == .missing)
        },
        ConformanceCase("an unknown code and one of 72 hours ago restore nothing, and expired ones are deleted") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let code = UndoCode(random: scene.random)
            _ = try await scene.remove(address, by: anna, undo: code)
            #expect(try await scene.restore(UndoCode(random: scene.random)) == .missing)
            let end = scene.start + .days(3)
            #expect(try await scene.restore(code, at: end) == .missing)
            #expect(try await scene.stores.addresses(of: anna.account.id).isEmpty)
            while try await scene.removeExpired(at: end) > 0 {}
            #expect(try await scene.restore(code, at: end - .millisecond) == .missing)
        },
        ConformanceCase("an address that another account verified meanwhile is not restored, and the code is used up") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let code = UndoCode(random: scene.random)
            _ = try await scene.remove(address, by: anna, undo: code)
            let own = try await scene.verifiedAddress("anna@example.org", of: berta)
            #expect(try await scene.restore(code) == .taken)
            #expect(try await scene.restore(code) == .missing)
            #expect(try await scene.stores.addresses(of: berta.account.id) == [own])
            #expect(try await scene.opens(anna.opening.digest))
        },
        ConformanceCase("a claimed address, and one that is newer than a kept one, get no code") { scene in
            let anna = try await scene.register("anna")
            _ = try await scene.verifiedAddress("anna@example.org", of: anna)
            let later = scene.start + .minutes(1)
            let claim = try await scene.claim("newer@example.org", by: anna, at: later)
            let first = UndoCode(random: scene.random)
            #expect(try await scene.remove(claim.address, by: anna, undo: first, at: later) == .removed(claim.address))
            #expect(try await scene.restore(first, at: later) == .missing)
            let again = try await scene.claim("newer@example.org", by: anna, at: later)
            #expect(try await scene.verify(again, by: anna, at: later).isVerified)
            let newer = try #require(try await scene.stores.addresses(of: anna.account.id).last)
            let second = UndoCode(random: scene.random)
            #expect(try await scene.sending.remove(newer, by: anna, undo: second, at: later) == .removed(newer))
            #expect(try await scene.restore(second, at: later) == .missing)
        },
        ConformanceCase("a restored address ends the other codes of its account") { scene in
            let anna = try await scene.register("anna")
            let first = try await scene.verifiedAddress("anna@example.org", of: anna)
            let second = try await scene.verifiedAddress("second@example.org", of: anna, at: scene.start + .minutes(1))
            let codes = [UndoCode(random: scene.random), UndoCode(random: scene.random)]
            let later = scene.start + .minutes(2)
            for (address, code) in zip([first, second], codes) {
                #expect(try await scene.remove(address, by: anna, undo: code, at: later) == .removed(address))
            }
            #expect(try await scene.restore(codes[0], at: later) == .restored(anna.account.id))
            #expect(try await scene.restore(codes[1], at: later) == .missing)
        },
        ConformanceCase("a recovery ends the codes of addresses that are newer than its own") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let nextDay = scene.start + .days(1)
            // Only an account without an earlier deliverable address gets a code for the newer one.
            #expect(try await scene.reject(address, at: scene.start) == .rejected)
            #expect(try await scene.reject(address, at: nextDay) == .addressUndeliverable(anna.account.id))
            let newer = try await scene.verifiedAddress("newer@example.org", of: anna, at: nextDay)
            let code = UndoCode(random: scene.random)
            #expect(try await scene.remove(newer, by: anna, undo: code, at: nextDay) == .removed(newer))
            let claim = try await scene.claim("anna@example.org", by: anna, at: nextDay)
            #expect(try await scene.verify(claim, by: anna, at: nextDay).isVerified)
            let token = try await scene.openedRecovery(to: address.id, at: nextDay)
            let completion = try scene.recoveryCompletion(of: anna.account.id, in: token, at: nextDay)
            #expect(
                try await scene.stores.completeRecovery(completion) == .recovered(removedFactors: false, removedAddresses: false))
            #expect(try await scene.restore(code, at: nextDay) == .missing)
        },
        ConformanceCase("a restored relay address that Apple has turned off meanwhile is undeliverable") { scene in
            let text = "x1@privaterelay.appleid.com"
            let email = try #require(AppleEmail(address: text, isVerified: true, isPrivate: true))
            let anna = try await scene.registerWithApple("anna", email: email)
            let owner = Registered(account: anna.account, opening: anna.opening, version: 0)
            let relay = try await scene.verifiedAddress(text, of: owner)
            let code = UndoCode(random: scene.random)
            #expect(try await scene.remove(relay, by: owner, undo: code) == .removed(relay))
            let off = scene.start + .minutes(1)
            let notification = try scene.notification("1", .emailDisabled, of: anna.key, at: off)
            _ = try await scene.stores.apply(notification, event: scene.event(.appleEmailDisabled, nil, at: off))
            #expect(try await scene.restore(code, at: off) == .restored(anna.account.id))
            #expect(try await scene.stores.addresses(of: anna.account.id).first?.undeliverableSince == off)
        },
        ConformanceCase("of 64 uses of one code, one restores the address") { scene in
            let anna = try await scene.register("anna")
            let address = try await scene.verifiedAddress("anna@example.org", of: anna)
            let code = UndoCode(random: scene.random)
            _ = try await scene.remove(address, by: anna, undo: code)
            let results = try await scene.race { _ in try await scene.restore(code) }
            #expect(results.count { $0 == .restored(anna.account.id) } == 1)
            #expect(results.count { $0 == .missing } == 63)
        },
    ]
}

extension ConformanceScene {
    fileprivate func restore(_ code: UndoCode, at moment: Timestamp = start) async throws -> AddressRestorationResult {
        try await stores.restoreAddress(
            code.digest, as: AccountAddressID(random: random), event: event(.emailAddressRestored, nil, at: moment))
    }
}
