import Accounts
import Testing

extension AccountStoreConformance {
    /// ``AccountRecordStore``: creating and finding accounts.
    package static let accounts: [ConformanceCase] = creation + renaming + languages + deletion + listing + imports

    private static let creation: [ConformanceCase] = [
        ConformanceCase("a created account is found by its identifier, its name and its session") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.account(anna.account.id) == anna.account)
            #expect(try await scene.stores.account(named: UserNameKey("anna")) == anna.account)
            let stored = try #require(try await scene.stores.session(anna.opening.digest, now: scene.start))
            #expect(stored.account == anna.account)
            #expect(stored.session == anna.opening.session)
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.stores.events(of: anna.account.id, before: nil, limit: 10) == [anna.opening.event])
        },
        ConformanceCase("a missing account is not found") { scene in
            try await scene.register("anna")
            #expect(try await scene.stores.account(AccountID(random: scene.random)) == nil)
            #expect(try await scene.stores.account(named: UserNameKey("ann")) == nil)
            #expect(try await scene.stores.credential(named: UserNameKey("annabel")) == nil)
            #expect(try await scene.stores.credential(of: AccountID(random: scene.random)) == nil)
        },
        ConformanceCase("a name is stored as typed and found in every spelling") { scene in
            let account = try await scene.register("Zoë.O'Hara").account
            #expect(try await scene.stores.account(account.id)?.userName?.text == "Zoë.O'Hara")
            for spelling in ["zoë.o'hara", "ZOË.O'HARA", "ｚｏë.o'hara", "zoe\u{308}.o'hara"] {
                #expect(try await scene.stores.account(named: UserNameKey(spelling))?.id == account.id, "\(spelling)")
            }
        },
        ConformanceCase("a pattern does not match names") { scene in
            try await scene.register("anna")
            for pattern in ["ann%", "ann_", "ann*", "ann?", "' OR ''='", ""] {
                #expect(try await scene.stores.account(named: UserNameKey(pattern)) == nil, "\(pattern)")
            }
        },
        ConformanceCase("a name with text after a NUL is another name") { scene in
            try await scene.register("anna")
            #expect(try await scene.stores.account(named: UserNameKey("anna\u{0}")) == nil)
            #expect(try await scene.stores.credential(named: UserNameKey("anna\u{0}1")) == nil)
        },
        ConformanceCase("a taken name, in any spelling, creates nothing") { scene in
            let anna = try await scene.register("anna")
            for spelling in ["anna", "ANNA", "Ａnna"] {
                let second = scene.account(spelling)
                let opening = try scene.opening(of: second.id)
                let outcome = try await scene.stores.create(second, hash: try StoredHash.second.value(), opening: opening)
                #expect(outcome == .userNameTaken)
                #expect(try await scene.stores.account(second.id) == nil)
                #expect(try await scene.stores.credential(of: second.id) == nil)
                #expect(!(try await scene.opens(opening.digest)))
                #expect(!(try await scene.knows(opening.device)))
                #expect(try await scene.eventKinds(of: second.id) == [])
            }
            #expect(try await scene.stores.account(named: UserNameKey("anna")) == anna.account)
            #expect(try await scene.stores.countAccounts() == 1)
        },
        ConformanceCase("a creation with one failing part leaves nothing") { scene in
            let anna = try await scene.register("anna")
            let berta = scene.account("berta")
            let good = try scene.opening(of: berta.id, kind: .accountCreated)
            // Another session already has this digest.
            let bad = SessionOpening(
                session: good.session, digest: anna.opening.digest, device: good.device, replacedDevice: nil,
                event: good.event)
            await #expect(throws: StoreError.self) {
                try await scene.stores.create(berta, hash: try StoredHash.first.value(), opening: bad)
            }
            #expect(try await scene.stores.account(berta.id) == nil)
            #expect(try await scene.stores.credential(named: UserNameKey("berta")) == nil)
            #expect(!(try await scene.knows(good.device)))
            #expect(try await scene.eventKinds(of: berta.id) == [])
            let again = try await scene.stores.create(berta, hash: try StoredHash.first.value(), opening: good)
            #expect(again == .created)
        },
    ]

    private static let languages: [ConformanceCase] = [
        ConformanceCase("an account has the settings that it was created with, and then the ones that its session sets") { scene in
            let account = try scene.account("anna", speaking: "de")
            let opening = try scene.opening(of: account.id, kind: .accountCreated)
            let created = try await scene.stores.create(account, hash: try StoredHash.first.value(), opening: opening)
            #expect(created == .created)
            #expect(try await scene.stores.account(account.id) == account)
            #expect(try await scene.stores.session(opening.digest, now: scene.start)?.account == account)
            let japanese = try #require(LanguageTag("ja"))
            let tokyo = AccountSetting.timeZone(TimeZoneName("Asia/Tokyo"))
            var changed = account
            let changes: [[AccountSetting]] = [
                [.language(japanese)], [tokyo], [.timeZone(nil)], [.language(.english), tokyo], [],
            ]
            for settings in changes {
                #expect(try await scene.stores.set(settings, of: account.id, in: opening.session.id, now: scene.start))
                changed = settings.reduce(changed) { $0.with($1) }
                #expect(try await scene.stores.account(account.id) == changed)
            }
            #expect(changed.language == .english && changed.timeZone?.text == "Asia/Tokyo")
            #expect(try await scene.stores.session(opening.digest, now: scene.start)?.account == changed)
        },
        ConformanceCase("an ended session, or one of another account, changes no settings") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let (id, session) = (anna.account.id, anna.opening.session)
            let end = session.expiry.end
            let settings: [AccountSetting] = [.language(.english), .timeZone(TimeZoneName("Asia/Tokyo"))]
            #expect(try await !scene.stores.set(settings, of: id, in: session.id, now: end))
            #expect(try await !scene.stores.set(settings, of: id, in: berta.opening.session.id, now: scene.start))
            #expect(try await scene.stores.account(id) == anna.account)
            #expect(try await scene.stores.set(settings, of: id, in: session.id, now: scene.start))
            #expect(try await scene.stores.account(id) == settings.reduce(anna.account) { $0.with($1) })
            #expect(try await scene.stores.account(berta.account.id) == berta.account)
        },
        ConformanceCase("an imported account keeps its language and its time zone") { scene in
            let account = try scene.account("anna", speaking: "pt-BR")
                .with(.timeZone(TimeZoneName("America/Sao_Paulo")))
            let imported = ImportedAccount(
                account: account, hash: try StoredHash.first.value(), event: scene.event(.accountImported, account.id))
            #expect(try await scene.stores.importAccounts([imported]) == [.created])
            #expect(try await scene.stores.credentials(after: nil, limit: 10).map(\.account) == [account])
        },
    ]

    private static let renaming: [ConformanceCase] = [
        ConformanceCase("a renamed account is found by its new name only") { scene in
            let anna = try await scene.register("anna")
            let event = scene.event(.userNameChanged, anna.account.id)
            let outcome = try await scene.stores.rename(
                anna.account.id, in: anna.opening.session.id, to: UserName(stored: "Anna2"), event: event)
            #expect(outcome == .renamed)
            #expect(try await scene.stores.account(named: UserNameKey("anna")) == nil)
            let renamed = try #require(try await scene.stores.account(named: UserNameKey("anna2")))
            #expect(renamed.id == anna.account.id)
            #expect(renamed.userName?.text == "Anna2")
            #expect(renamed.createdAt == anna.account.createdAt)
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.eventKinds(of: anna.account.id) == [.userNameChanged, .accountCreated])
        },
        ConformanceCase("another account's name is rejected, and nothing is written") { scene in
            let anna = try await scene.register("anna")
            try await scene.register("berta")
            let outcome = try await scene.stores.rename(
                anna.account.id, in: anna.opening.session.id, to: UserName(stored: "BERTA"),
                event: scene.event(.userNameChanged, anna.account.id))
            #expect(outcome == .userNameTaken)
            #expect(try await scene.stores.account(anna.account.id) == anna.account)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
        },
        ConformanceCase("an account may change the spelling of its name") { scene in
            let anna = try await scene.register("anna")
            let outcome = try await scene.stores.rename(
                anna.account.id, in: anna.opening.session.id, to: UserName(stored: "ANNA"),
                event: scene.event(.userNameChanged, anna.account.id))
            #expect(outcome == .renamed)
            #expect(try await scene.stores.account(named: UserNameKey("anna"))?.userName?.text == "ANNA")
        },
        ConformanceCase("a name that was given up is free for another account") { scene in
            let anna = try await scene.register("anna")
            let event = scene.event(.userNameChanged, anna.account.id)
            #expect(
                try await scene.stores.rename(
                    anna.account.id, in: anna.opening.session.id, to: UserName(stored: "berta"), event: event) == .renamed)
            let second = try await scene.register("anna")
            #expect(try await scene.stores.account(named: UserNameKey("anna"))?.id == second.account.id)
        },
        ConformanceCase("an ended session, or one of another account, renames nothing") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let (session, end) = (anna.opening.session.id, anna.opening.session.expiry.end)
            let name = UserName(stored: "carla")
            let late = scene.event(.userNameChanged, anna.account.id, at: end)
            #expect(try await scene.stores.rename(anna.account.id, in: session, to: name, event: late) == .sessionEnded)
            let event = scene.event(.userNameChanged, anna.account.id)
            let foreign = berta.opening.session.id
            #expect(try await scene.stores.rename(anna.account.id, in: foreign, to: name, event: event) == .sessionEnded)
            #expect(try await scene.stores.account(named: name.key) == nil)
            #expect(try await scene.stores.rename(anna.account.id, in: session, to: name, event: event) == .renamed)
        },
        ConformanceCase("a deleted account is not renamed") { scene in
            let unknown = AccountID(random: scene.random)
            let outcome = try await scene.stores.rename(
                unknown, in: SessionID(random: scene.random), to: UserName(stored: "anna"),
                event: scene.event(.userNameChanged, unknown))
            #expect(outcome == .sessionEnded)
            #expect(try await scene.stores.account(named: UserNameKey("anna")) == nil)
        },
    ]
}

extension ConformanceScene {
    fileprivate func account(_ name: String, speaking language: String) throws -> Account {
        account(name).with(.language(try #require(LanguageTag(language))))
    }
}
