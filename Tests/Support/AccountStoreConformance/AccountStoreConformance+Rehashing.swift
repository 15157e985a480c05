import Accounts
import Testing

extension AccountStoreConformance {
    static let rehashes: [ConformanceCase] = [
        ConformanceCase("a rehash changes the hash only") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            try await scene.stores.rehashPassword(
                of: anna.account.id, from: StoredHash.first.value(), to: StoredHash.stronger.value())
            let credential = try #require(try await scene.stores.credential(of: anna.account.id))
            #expect(try credential.hash == StoredHash.stronger.value())
            #expect(credential.version == anna.version)
            #expect(credential.account == anna.account)
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.opens(other.digest))
            #expect(try await scene.knows(other.device))
        },
        ConformanceCase("a rehash never undoes a password change") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced)
            try await scene.stores.rehashPassword(
                of: anna.account.id, from: StoredHash.first.value(), to: StoredHash.stronger.value())
            #expect(try await scene.stores.credential(of: anna.account.id)?.hash == StoredHash.second.value())
        },
        ConformanceCase("operations that depend on a version still apply after a rehash") { scene in
            let anna = try await scene.register("anna")
            try await scene.stores.rehashPassword(
                of: anna.account.id, from: StoredHash.first.value(), to: StoredHash.stronger.value())
            try await scene.signIn(anna)
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced)
        },
        ConformanceCase("a rehash changes one account, even if others have the same hash") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            try await scene.stores.rehashPassword(
                of: anna.account.id, from: StoredHash.first.value(), to: StoredHash.stronger.value())
            #expect(try await scene.stores.credential(of: berta.account.id)?.hash == StoredHash.first.value())
        },
        ConformanceCase("a rehash of a deleted account does nothing") { scene in
            try await scene.stores.rehashPassword(
                of: AccountID(random: scene.random), from: StoredHash.first.value(), to: StoredHash.stronger.value())
            #expect(try await scene.stores.countAccounts() == 0)
        },
    ]
}
