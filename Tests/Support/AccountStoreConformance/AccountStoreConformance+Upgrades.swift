import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// ``UpgradeStore``.
    package static let upgrades: [ConformanceCase] = passwordUpgrades + conversions + secondUpgrades + formerPasswords

    private static let passwordUpgrades: [ConformanceCase] = [
        ConformanceCase("an upgraded password precedes the former one, and sessions stay") { scene in
            let anna = try await scene.register("anna")
            let commit = try scene.commit(anna)
            #expect(try await scene.stores.commit(commit) == .committed)
            let credential = try #require(try await scene.stores.credential(of: anna.account.id))
            #expect(credential.version == 2)
            #expect(credential.hash == (try StoredHash.second.value()))
            #expect(credential.former == FormerPassword(hash: try StoredHash.first.value(), until: commit.formerUntil))
            #expect(try await scene.stores.credential(named: UserNameKey("anna"))?.former == credential.former)
            #expect(
                try await scene.stores.passwordUpgrade(of: anna.account.id)
                    == StoredPasswordUpgrade(
                        key: commit.key, version: 2, formerUntil: commit.formerUntil, committedAt: commit.event.at, session: nil))
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.stores.account(anna.account.id)?.passwordChangedAt == commit.event.at)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .passwordUpgraded)
        },
        ConformanceCase("one key makes one upgrade, and another key needs the current password") { scene in
            let anna = try await scene.register("anna")
            let commit = try scene.commit(anna)
            #expect(try await scene.stores.commit(commit) == .committed)
            #expect(try await scene.stores.commit(commit) == .repeated)
            #expect(try await scene.stores.commit(scene.commit(anna)) == .superseded)
            #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id))
            #expect(try await scene.stores.commit(scene.commit(anna)) == .superseded)
            #expect(try await scene.stores.commit(scene.commit(anna, version: 2, hash: .stronger)) == .committed)
            let credential = try #require(try await scene.stores.credential(of: anna.account.id))
            #expect(credential.version == 3)
            #expect(credential.former?.hash == (try StoredHash.second.value()))
        },
        ConformanceCase("an upgrade requires an active session") { scene in
            let (anna, bert) = (try await scene.register("anna"), try await scene.register("bert"))
            #expect(try await scene.stores.commit(scene.commit(anna, session: bert.opening.session.id)) == .superseded)
            #expect(try await scene.stores.commit(scene.commit(anna, session: anna.opening.session.id)) == .committed)
        },
        ConformanceCase("a confirmation deletes the former password, of the last upgrade only") { scene in
            let anna = try await scene.register("anna")
            let commit = try scene.commit(anna)
            #expect(!(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id)))
            #expect(try await scene.stores.commit(commit) == .committed)
            let other = UpgradeKey(random: scene.random)
            #expect(!(try await scene.stores.confirmPasswordUpgrade(other, of: anna.account.id)))
            #expect(try await scene.stores.credential(of: anna.account.id)?.former != nil)
            for _ in 0..<2 { #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id)) }
            #expect(try await scene.stores.credential(of: anna.account.id)?.former == nil)
            #expect(try await scene.stores.passwordUpgrade(of: anna.account.id)?.formerUntil == nil)
        },
        ConformanceCase("a confirmation ends the former password's sessions and devices, of this account only") {
            scene in
            let anna = try await scene.register("anna")
            let known = try await scene.signIn(anna)
            let commit = try scene.commit(anna)
            #expect(try await scene.stores.commit(commit) == .committed)
            let former = try scene.formerOpening(of: anna, replacing: known.device.digest)
            #expect(try await scene.stores.open(former, passwordVersion: 1) == .opened)
            let bert = try await scene.register("bert")
            #expect(try await scene.stores.commit(scene.commit(bert)) == .committed)
            let foreign = try scene.formerOpening(of: bert, replacing: bert.opening.device.digest)
            #expect(try await scene.stores.open(foreign, passwordVersion: 1) == .opened)
            let other = UpgradeKey(random: scene.random)
            #expect(!(try await scene.stores.confirmPasswordUpgrade(other, of: anna.account.id)))
            #expect(try await scene.opens(former.digest))
            #expect(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id))
            #expect(!(try await scene.opens(former.digest)))
            #expect(!(try await scene.knows(former.device)))
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.opens(foreign.digest))
            #expect(try await scene.knows(foreign.device))
        },
        ConformanceCase("a password change ends the former password of an upgrade") { scene in
            let anna = try await scene.register("anna")
            let commit = try scene.commit(anna)
            #expect(try await scene.stores.commit(commit) == .committed)
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna, version: 2, hash: .stronger)) == .replaced)
            #expect(try await scene.stores.credential(of: anna.account.id)?.former == nil)
            #expect(!(try await scene.stores.confirmPasswordUpgrade(commit.key, of: anna.account.id)))
        },
        ConformanceCase("expired former passwords are deleted, and upgrades after a month") { scene in
            let anna = try await scene.register("anna")
            let commit = try scene.commit(anna)
            #expect(try await scene.stores.commit(commit) == .committed)
            #expect(try await scene.removeExpired(at: commit.formerUntil - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: commit.formerUntil) == 1)
            #expect(try await scene.stores.credential(of: anna.account.id)?.former == nil)
            #expect(try await scene.stores.passwordUpgrade(of: anna.account.id)?.key == commit.key)
            _ = try await scene.removeExpired(at: scene.start + AccountUpgrade.memory)
            #expect(try await scene.stores.passwordUpgrade(of: anna.account.id) == nil)
        },
        ConformanceCase("of 64 commits of one upgrade, one is made") { scene in
            let anna = try await scene.register("anna")
            let commit = try scene.commit(anna, session: anna.opening.session.id)
            let outcomes = try await scene.race { _ in try await scene.stores.commit(commit) }
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(outcomes.count { $0 == .repeated } == 63)
            #expect(try await scene.stores.credential(of: anna.account.id)?.version == 2)
        },
        ConformanceCase("of 64 upgrades with separate keys, one is made") { scene in
            let anna = try await scene.register("anna")
            let outcomes = try await scene.race { _ in try await scene.stores.commit(scene.commit(anna)) }
            #expect(outcomes.count { $0 == .committed } == 1)
            #expect(outcomes.count { $0 == .superseded } == 63)
        },
    ]

    private static let conversions: [ConformanceCase] = [
        ConformanceCase("a conversion links the identity, removes the password and ends other sessions, once") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let conversion = try await scene.conversion(anna, renews: true)
            #expect(try await scene.stores.convert(conversion) == .converted)
            #expect(try await scene.stores.credential(of: anna.account.id) == nil)
            #expect(try await scene.stores.account(anna.account.id)?.hasPassword == false)
            #expect(try await scene.stores.appleIdentities(of: anna.account.id).map(\.id) == [conversion.verification.id])
            #expect(!(try await scene.opens(other.digest)))
            #expect(try await scene.opens(try #require(conversion.renewal)))
            #expect(try await scene.stores.appleUpgrade(of: anna.account.id)?.convertedAt == conversion.event.at)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .upgradedToApple)
            #expect(try await scene.stores.convert(conversion) == .repeated)
        },
        ConformanceCase("a conversion with the password ends every session") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.convert(scene.conversion(anna, renews: false)) == .converted)
            #expect(!(try await scene.opens(anna.opening.digest)))
            #expect(!(try await scene.knows(anna.opening.device)))
        },
        ConformanceCase("another nonce, an old nonce, another key and another version convert nothing") { scene in
            let anna = try await scene.register("anna")
            let good = try await scene.conversion(anna, renews: false)
            let wrong: [(AppleConversion, AppleConversionResult)] = [
                (try scene.changed(good, nonce: scene.digest()), .nonceRejected),
                (try scene.changed(good, key: UpgradeKey(random: scene.random)), .nonceRejected),
                (try scene.changed(good, version: 2), .superseded),
                (try scene.changed(good, at: scene.start + .minutes(10)), .nonceRejected),
            ]
            for (conversion, outcome) in wrong {
                #expect(try await scene.stores.convert(conversion) == outcome)
                #expect(try await scene.stores.credential(of: anna.account.id) != nil)
                #expect(try await scene.stores.appleIdentities(of: anna.account.id).isEmpty)
            }
            #expect(try await scene.stores.convert(good) == .converted)
        },
        ConformanceCase("a conversion requires an active session") { scene in
            let (anna, bert) = (try await scene.register("anna"), try await scene.register("bert"))
            let good = try await scene.conversion(anna, renews: true)
            let foreign = try scene.renewal(of: bert.opening.session.id)
            #expect(try await scene.stores.convert(scene.changed(good, renewal: foreign)) == .superseded)
            #expect(try await scene.stores.credential(of: anna.account.id) != nil)
            #expect(try await scene.opens(bert.opening.digest))
            #expect(try await scene.stores.convert(good) == .converted)
        },
        ConformanceCase("a start that arrives after its conversion leaves it complete, and a start with another key begins") {
            scene in
            let anna = try await scene.register("anna")
            let conversion = try await scene.conversion(anna, renews: true)
            #expect(try await scene.stores.convert(conversion) == .converted)
            let late = StoredAppleUpgrade(
                key: conversion.key, nonce: try scene.digest(), expiresAt: scene.start + .minutes(10))
            try await scene.stores.begin(late, of: anna.account.id)
            #expect(try await scene.stores.appleUpgrade(of: anna.account.id)?.convertedAt == conversion.event.at)
            #expect(try await scene.stores.convert(conversion) == .repeated)
            let next = StoredAppleUpgrade(
                key: UpgradeKey(random: scene.random), nonce: try scene.digest(), expiresAt: scene.start + .minutes(10))
            try await scene.stores.begin(next, of: anna.account.id)
            #expect(try await scene.stores.appleUpgrade(of: anna.account.id) == next)
        },
        ConformanceCase("another account's identity, or a second one, converts nothing") { scene in
            let anna = try await scene.register("anna")
            try await scene.registerWithApple("000001.other")
            let taken = try await scene.conversion(anna, subject: "000001.other", renews: false)
            #expect(try await scene.stores.convert(taken) == .identityTaken)
            let identity = try await scene.link("000001.anna", to: anna)
            let second = try await scene.conversion(anna, subject: "000001.second", renews: false)
            #expect(try await scene.stores.convert(second) == .alreadyLinked)
            #expect(try await scene.stores.credential(of: anna.account.id) != nil)
            // With another identifier than the stored one, its token would be sealed for another row.
            let renamed = try await scene.conversion(anna, subject: "000001.anna", renews: false)
            #expect(try await scene.stores.convert(renamed) == .superseded)
            #expect(try await scene.stores.credential(of: anna.account.id) != nil)
            let own = try await scene.conversion(anna, subject: "000001.anna", id: identity.id, renews: false)
            #expect(try await scene.stores.convert(own) == .converted)
            #expect(try await scene.stores.appleIdentities(of: anna.account.id).count == 1)
        },
        ConformanceCase("an identity whose consent was revoked since converts nothing") { scene in
            let anna = try await scene.register("anna")
            let identity = try await scene.link("000001.anna", to: anna)
            let conversion = try await scene.conversion(anna, id: identity.id, renews: false)
            _ = try await scene.stores.apply(
                scene.notification("n1", .consentRevoked, of: scene.key("000001.anna")),
                event: scene.event(.appleConsentRevoked, nil))
            #expect(try await scene.stores.convert(conversion) == .outdated)
            #expect(try await scene.stores.credential(of: anna.account.id) != nil)
        },
        ConformanceCase("of 64 conversions of one upgrade, one is made") { scene in
            let anna = try await scene.register("anna")
            let conversion = try await scene.conversion(anna, renews: true)
            let outcomes = try await scene.race { _ in try await scene.stores.convert(conversion) }
            #expect(outcomes.count { $0 == .converted } == 1)
            #expect(outcomes.count { $0 == .repeated } == 63)
        },
    ]
}
