import Accounts
import Testing

extension AccountStoreConformance {
    static let deletion: [ConformanceCase] = [
        ConformanceCase("a deleted account's password, sessions, devices and events are deleted") { scene in
            let anna = try await scene.register("anna")
            let second = try await scene.signIn(anna)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)

            #expect(try await scene.stores.account(anna.account.id) == nil)
            #expect(try await scene.stores.account(named: UserNameKey("anna")) == nil)
            #expect(try await scene.stores.credential(of: anna.account.id) == nil)
            #expect(try await scene.stores.credential(named: UserNameKey("anna")) == nil)
            for opening in [anna.opening, second] {
                #expect(!(try await scene.opens(opening.digest)))
                #expect(!(try await scene.knows(opening.device)))
            }
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).isEmpty)
            #expect(try await scene.eventKinds(of: anna.account.id) == [])
            #expect(try await scene.stores.countAccounts() == 0)
        },
        ConformanceCase("deleting an account leaves the others unchanged") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            #expect(try await scene.stores.account(berta.account.id) == berta.account)
            #expect(try await scene.stores.credential(of: berta.account.id)?.hash == StoredHash.first.value())
            #expect(try await scene.opens(berta.opening.digest))
            #expect(try await scene.knows(berta.opening.device))
            #expect(try await scene.eventKinds(of: berta.account.id) == [.accountCreated])
        },
        ConformanceCase("an ended session, or one of another account, deletes nothing") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let (session, end) = (anna.opening.session.id, anna.opening.session.expiry.end)
            #expect(try await scene.stores.deleteAccount(anna.account.id, in: session, at: end) == nil)
            let foreign = berta.opening.session.id
            #expect(try await scene.stores.deleteAccount(anna.account.id, in: foreign, at: scene.start) == nil)
            #expect(try await scene.stores.account(anna.account.id) != nil)
            #expect(try await scene.stores.deleteAccount(anna.account.id, in: session, at: scene.start) == .notNeeded)
        },
        ConformanceCase("an account is deleted once") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.deleteAccount(AccountID(random: scene.random), at: scene.start) == nil)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == nil)
        },
        ConformanceCase("the name of a deleted account is free, and its new owner inherits nothing") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            let second = try await scene.register("anna", hash: .second)
            #expect(try await scene.stores.credential(named: UserNameKey("anna"))?.hash == StoredHash.second.value())
            #expect(!(try await scene.opens(anna.opening.digest)))
            #expect(try await scene.stores.sessions(of: second.account.id, now: scene.start) == [second.opening.session])
            #expect(try await scene.eventKinds(of: second.account.id) == [.accountCreated])
        },
    ]
}
