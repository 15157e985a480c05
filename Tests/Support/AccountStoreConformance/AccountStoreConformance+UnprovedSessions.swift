@testable import Accounts
import Testing

extension AccountStoreConformance {
    /// A session that was open when another one turned on a second factor, and has not proved it. A request of it may be held open
    /// across that moment.
    static let unprovedSessions: [ConformanceCase] = [
        ConformanceCase("a session that did not prove the account's second factor changes no factor") { scene in
            let anna = try await scene.register("anna")
            let earlier = try await scene.anotherSession(of: anna)
            try await scene.addTOTP(to: anna, codes: scene.codes())
            let (id, session) = (anna.account.id, earlier.opening.session.id)
            let factors = try await scene.stores.secondFactors(of: id)
            #expect(try await scene.stores.beginTOTP(scene.totp(of: id), by: session, now: scene.start) == .sessionEnded)
            let addition = scene.addition(to: earlier, kind: .deviceKeyAdded)
            #expect(try await scene.stores.add(scene.deviceKey(of: id), addition) == .sessionEnded)
            let removal = scene.event(.totpRemoved, id)
            #expect(try await scene.stores.removeTOTP(by: session, event: removal) == .sessionEnded)
            let codes = scene.event(.recoveryCodesMade, id)
            #expect(
                try await scene.stores.replaceRecoveryCodes(with: scene.codes(), by: session, event: codes) == .sessionEnded)
            #expect(try await scene.stores.secondFactors(of: id) == factors)

            let berta = try await scene.register("berta")
            let other = try await scene.anotherSession(of: berta)
            let begun = try scene.totp(of: berta.account.id)
            #expect(try await scene.stores.beginTOTP(begun, by: other.opening.session.id, now: scene.start) == .begun)
            let first = scene.addition(to: berta, kind: .deviceKeyAdded)
            #expect(
                try await scene.stores.add(scene.deviceKey(of: berta.account.id), first) == .added(withRecoveryCodes: true))
            let confirmed = try await scene.stores.confirmTOTP(begun.id, step: 1, isLate: false, scene.addition(to: other))
            #expect(confirmed == .sessionEnded)
        },
        ConformanceCase("a session that did not prove the account's second factor changes nothing else that is sensitive") {
            scene in
            let anna = try await scene.register("anna")
            let passkey = try await scene.addPasskey(to: anna)
            try await scene.link("apple", to: anna)
            let address = try await scene.claim("anna@example.org", by: anna).address
            let earlier = try await scene.anotherSession(of: anna)
            try await scene.addTOTP(to: anna)
            let (id, session) = (anna.account.id, earlier.opening.session.id)
            let events = try await scene.eventKinds(of: id)

            let name = scene.event(.userNameChanged, id)
            #expect(try await scene.stores.rename(id, in: session, to: UserName(stored: "berta"), event: name) == .sessionEnded)
            let notice = scene.event(.noticesChanged, id)
            #expect(try await scene.stores.turn(.newDevice, on: false, of: id, in: session, event: notice) == .sessionEnded)
            #expect(try await scene.stores.replacePassword(scene.replacement(of: earlier)) == .superseded)
            #expect(try await scene.removePassword(of: id, by: session) == .sessionEnded)
            #expect(try await scene.unlink(id, by: session) == .sessionEnded)
            let link = try await scene.stores.link(
                scene.verification(scene.assertion("other", team: "TEAM000002")), to: id, from: session,
                event: scene.event(.appleLinked, id))
            #expect(link == .sessionEnded)
            #expect(try await scene.claimResult("other@example.org", by: earlier).result == .sessionEnded)
            #expect(try await scene.remove(address, by: earlier) == .sessionEnded)
            #expect(try await scene.remove(passkey, by: earlier) == .sessionEnded)
            #expect(try await scene.stores.deleteAccount(id, in: session, at: scene.start) == nil)
            #expect(try await scene.eventKinds(of: id) == events)
            #expect(try await scene.opens(earlier.opening.digest), "it stays signed in")
        },
        ConformanceCase("a session that did not prove the account's second factor sets no first password") { scene in
            let apple = try await scene.registerWithApple("anna")
            let anna = Registered(account: apple.account, opening: apple.opening, version: 0)
            let second = try await scene.signIn(apple)
            try await scene.addTOTP(to: anna)
            func set(in session: SessionID) async throws -> FirstPasswordResult {
                try await scene.stores.setFirstPassword(
                    FirstPasswordSetting(
                        account: anna.account.id, userName: UserName(stored: "anna"), hash: StoredHash.first.value(),
                        session: session, event: scene.event(.passwordSet, anna.account.id)))
            }
            #expect(try await set(in: second.session.id) == .superseded)
            #expect(try await set(in: anna.opening.session.id) == .set)
        },
    ]
}

extension ConformanceScene {
    /// Returns the account with another session than its own. Fails the case if none opens.
    fileprivate func anotherSession(of registered: Registered) async throws -> Registered {
        Registered(account: registered.account, opening: try await signIn(registered), version: registered.version)
    }
}
