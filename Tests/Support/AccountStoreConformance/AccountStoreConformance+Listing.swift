import Accounts
import Testing

extension AccountStoreConformance {
    static let listing: [ConformanceCase] = [
        ConformanceCase("the pages of accounts contain all of them in the order of their identifiers") { scene in
            var accounts: [Account] = []
            for index in 0..<7 { accounts.append(try await scene.register("person\(index)").account) }
            accounts.sort { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }

            var paged: [Account] = []
            while true {
                let page = try await scene.stores.accounts(after: paged.last?.id, limit: 3)
                if page.isEmpty { break }
                #expect(page.count <= 3)
                paged += page
            }
            #expect(paged == accounts)
            #expect(try await scene.stores.countAccounts() == 7)
        },
        ConformanceCase("the pages of credentials are pages of accounts with their hashes") { scene in
            try await scene.register("anna", hash: .first)
            try await scene.register("berta", hash: .second)
            let accounts = try await scene.stores.accounts(after: nil, limit: 10)
            let credentials = try await scene.stores.credentials(after: nil, limit: 10)
            #expect(credentials.map(\.account) == accounts)
            for credential in credentials {
                let own = try #require(try await scene.stores.credential(of: credential.account.id))
                #expect(credential.hash == own.hash)
                #expect(credential.appleIdentities == [])
            }
            let rest = try await scene.stores.credentials(after: accounts[0].id, limit: 10)
            #expect(rest.map(\.account) == [accounts[1]])
        },
        ConformanceCase("a page may begin after a deleted account") { scene in
            let accounts = [try await scene.register("anna").account, try await scene.register("berta").account]
                .sorted { $0.id.bytes.lexicographicallyPrecedes($1.id.bytes) }
            #expect(try await scene.stores.deleteAccount(accounts[0].id, at: scene.start) == .notNeeded)
            #expect(try await scene.stores.accounts(after: accounts[0].id, limit: 10) == [accounts[1]])
        },
        ConformanceCase("an empty store has no accounts") { scene in
            let accounts = try await scene.stores.accounts(after: nil, limit: 10)
            #expect(accounts == [])
            #expect(try await scene.stores.credentials(after: nil, limit: 10).isEmpty)
            #expect(try await scene.stores.countAccounts() == 0)
        },
    ]

    static let imports: [ConformanceCase] = [
        ConformanceCase("imported accounts have their hash and their event, and no session") { scene in
            let anna = try scene.imported("anna")
            #expect(try await scene.stores.importAccounts([anna]) == [.created])
            let credential = try #require(try await scene.stores.credential(named: UserNameKey("anna")))
            #expect(credential.account == anna.account)
            #expect(credential.hash == anna.hash)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start) == [])
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountImported])
            let opening = try scene.opening(of: anna.account.id)
            #expect(try await scene.stores.open(opening, passwordVersion: credential.version) == .opened)
        },
        ConformanceCase("exported accounts can be imported into another store, including Apple identities") { scene in
            let (account, hash) = (scene.account("anna"), try StoredHash.first.value())
            let identity = AppleIdentity(
                id: AppleIdentityID(random: scene.random), account: account.id, key: try scene.key("anna"),
                email: try scene.email("anna@example.com"), name: PersonName(given: "Anna", family: nil), linkedAt: scene.start,
                authenticatedAt: scene.start)
            let nameless = Account(
                id: AccountID(random: scene.random), userName: nil, createdAt: scene.start, passwordChangedAt: nil)
            let other = AppleIdentity(
                id: AppleIdentityID(random: scene.random), account: nameless.id, key: try scene.key("berta"), email: nil, name: nil,
                linkedAt: scene.start, authenticatedAt: scene.start)
            let outcomes = try await scene.stores.importAccounts([
                ImportedAccount(
                    account: account, hash: hash, appleIdentities: [identity], event: scene.event(.accountImported, account.id)),
                ImportedAccount(
                    account: nameless, hash: nil, appleIdentities: [other], event: scene.event(.accountImported, nameless.id)),
            ])
            #expect(outcomes == [.created, .created])
            let exported = try await scene.stores.credentials(after: nil, limit: 10)
            let first = try #require(exported.first { $0.account.id == account.id })
            #expect(first.account == account)
            #expect(first.hash == hash)
            #expect(first.appleIdentities == [identity])
            let second = try #require(exported.first { $0.account.id == nameless.id })
            #expect(second.account == nameless)
            #expect(second.hash == nil)
            #expect(second.appleIdentities == [other])
            // An import has no tokens of the other system.
            #expect(try await scene.stores.deleteAccount(nameless.id, at: scene.start) == .byHand)
        },
        ConformanceCase("an account whose Apple identity is already linked is skipped") { scene in
            let anna = try await scene.registerWithApple("anna")
            let account = scene.account("berta")
            let attacker = AppleIdentity(
                id: AppleIdentityID(random: scene.random), account: account.id, key: anna.key, email: nil, name: nil,
                linkedAt: scene.start, authenticatedAt: scene.start)
            let imported = ImportedAccount(
                account: account, hash: try StoredHash.first.value(), appleIdentities: [attacker],
                event: scene.event(.accountImported, account.id))
            #expect(try await scene.stores.importAccounts([imported]) == [.appleIdentityTaken])
            #expect(try await scene.stores.account(account.id) == nil)
            #expect(try await scene.stores.appleIdentity(anna.key)?.account == anna.account.id)
        },
        ConformanceCase("taken names are skipped and reported at their position") { scene in
            let anna = try await scene.register("anna")
            let outcomes = try await scene.stores.importAccounts(
                ["berta", "ANNA", "clara", "Berta"].map { try scene.imported($0) })
            #expect(outcomes == [.created, .userNameTaken, .created, .userNameTaken])
            #expect(try await scene.stores.credential(named: UserNameKey("anna"))?.hash == StoredHash.first.value())
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
            #expect(try await scene.stores.countAccounts() == 3)
        },
        ConformanceCase("an import with one failing part leaves nothing") { scene in
            let anna = try await scene.register("anna")
            let attacker = Account(
                id: anna.account.id, userName: UserName(stored: "clara"), createdAt: scene.start, passwordChangedAt: scene.start)
            let bad = ImportedAccount(
                account: attacker, hash: try StoredHash.foreign.value(), event: scene.event(.accountImported, attacker.id))
            await #expect(throws: StoreError.self) {
                try await scene.stores.importAccounts([try scene.imported("berta"), bad])
            }
            #expect(try await scene.stores.account(named: UserNameKey("berta")) == nil)
            #expect(try await scene.stores.account(anna.account.id) == anna.account)
            #expect(try await scene.stores.importAccounts([try scene.imported("berta")]) == [.created])
        },
        ConformanceCase("an empty import changes nothing") { scene in
            let outcomes = try await scene.stores.importAccounts([])
            #expect(outcomes == [])
        },
    ]
}

extension ConformanceScene {
    fileprivate func imported(_ name: String) throws -> ImportedAccount {
        let account = account(name)
        return ImportedAccount(
            account: account, hash: try StoredHash.foreign.value(), event: event(.accountImported, account.id))
    }
}
