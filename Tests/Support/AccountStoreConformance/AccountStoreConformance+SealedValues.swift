import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// ``SealedValueStore``.
    package static let sealedValues: [ConformanceCase] = [
        ConformanceCase("values are found by the key in their header, paged in the order of their rows") {
            scene async throws in
            let accounts = try await scene.totpOwners(5)
            let keys = try await scene.stores.sealingKeys(of: .totpSecret)
            #expect(Set(keys) == Set(accounts.map(\.stored.sealed.keyFingerprint)) && keys.count == 5)
            for kind in SealedKind.allCases where kind != .totpSecret {
                #expect(try await scene.stores.sealingKeys(of: kind) == [])
            }
            let (owner, stored) = accounts[2]
            #expect(try await scene.stores.countSealedValues(.totpSecret, under: stored.sealed.keyFingerprint) == 1)
            let page = try await scene.stores.sealedValues(.totpSecret, under: stored.sealed.keyFingerprint, after: nil, limit: 10)
            #expect(page.map(\.place) == [.totpSecret(stored.id, of: owner.account.id)])
            #expect(page.map(\.octets) == [stored.sealed.bytes] && page.map(\.account) == [owner.account.id])
            let rest = try await scene.stores.sealedValues(
                .totpSecret, under: stored.sealed.keyFingerprint, after: page.last?.row, limit: 10)
            #expect(rest == [])
        },
        ConformanceCase("a value is replaced once, and not if its row has changed or is deleted") { scene async throws in
            let (_, stored) = try #require(try await scene.totpOwners(1).first)
            let value = try #require(try await scene.sealedValues(.totpSecret).first)
            let new = try scene.sealed()
            #expect(try await scene.stores.replace([SealedReplacement(of: value, by: new)]) == 1)
            #expect(try await scene.stores.totp(of: value.account ?? AccountID(random: scene.random))?.sealed == new)
            #expect(try await scene.stores.replace([SealedReplacement(of: value, by: stored.sealed)]) == 0)
            #expect(try await scene.sealedValues(.totpSecret).map(\.octets) == [new.bytes])
            #expect(!(try await scene.stores.forget(value, event: scene.event(.totpRemoved, value.account))))
        },
        ConformanceCase("every kind of value is found in its table") { scene async throws in
            let apple = try await scene.registerWithApple("token", grant: try scene.token())
            let waiting = try await scene.registerWithApple("code", grant: try scene.code())
            let client = apple.verification.assertion.client
            _ = try await scene.stores.deleteAccount(
                try await scene.registerWithApple("gone", grant: try scene.token()).account.id, at: scene.start)
            #expect(try await scene.stores.add(scene.signingKey("kid"), ifNewestIs: nil))

            #expect(try await scene.sealedValues(.appleRefreshToken).map(\.place) == [.appleRefreshToken(apple.id, client)])
            #expect(try await scene.sealedValues(.appleRefreshToken).map(\.account) == [apple.account.id])
            let jobs = try await scene.sealedValues(.job)
            #expect(jobs.count == 2)
            #expect(jobs.contains { $0.place == .appleCode(waiting.id, client) && $0.account == waiting.account.id })
            #expect(jobs.contains { if case .appleRefreshToken = $0.place { $0.account == nil } else { false } })
            #expect(try await scene.sealedValues(.signingKey).map(\.place) == [.signingKey(id: "kid")])
        },
        ConformanceCase("an account whose authenticator is discarded signs in without it, with an event") { scene async throws in
            let (owner, _) = try #require(try await scene.totpOwners(1).first)
            let (event, value) = (
                scene.event(.totpRemoved, owner.account.id), try #require(try await scene.sealedValues(.totpSecret).first)
            )
            #expect(try await scene.stores.forget(value, event: event))
            #expect(try await scene.stores.totp(of: owner.account.id) == nil)
            #expect(try await scene.stores.account(owner.account.id)?.hasSecondFactor == false)
            #expect(try await scene.eventKinds(of: owner.account.id).first == .totpRemoved)
            try await scene.signIn(owner)
        },
        ConformanceCase("a discarded refresh token removes its check and leaves the identity") { scene async throws in
            let apple = try await scene.registerWithApple("token", grant: try scene.token())
            let value = try #require(try await scene.sealedValues(.appleRefreshToken).first)
            #expect(try await scene.stores.forget(value, event: scene.event(.totpRemoved, apple.account.id)))
            #expect(try await scene.stores.appleTokens(of: apple.id).map(\.isStored) == [false])
            #expect(try await scene.stores.countJobs(.checkAppleToken) == 0)
            #expect(try await scene.eventKinds(of: apple.account.id) == [.accountCreated])
            try await scene.signIn(apple)
        },
    ]
}

extension ConformanceScene {
    /// Returns accounts that each have a confirmed authenticator.
    fileprivate func totpOwners(_ count: Int) async throws -> [(owner: Registered, stored: StoredTOTP)] {
        var owners: [(Registered, StoredTOTP)] = []
        for number in 0..<count {
            let owner = try await register("owner\(number)")
            let stored = try await addTOTP(to: owner)
            owners.append((owner, stored))
        }
        return owners
    }

    /// Returns all values of one kind, with any key.
    fileprivate func sealedValues(_ kind: SealedKind) async throws -> [StoredSealedValue] {
        var values: [StoredSealedValue] = []
        for key in try await stores.sealingKeys(of: kind) {
            values += try await stores.sealedValues(kind, under: key, after: nil, limit: 100)
        }
        return values
    }
}
