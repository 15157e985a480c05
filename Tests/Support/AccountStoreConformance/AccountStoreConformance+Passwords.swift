import Accounts
import Testing

extension AccountStoreConformance {
    /// ``PasswordStore``.
    package static let passwords: [ConformanceCase] = credentials + replacements + superseded + rehashes

    private static let credentials: [ConformanceCase] = [
        ConformanceCase("a credential is found by name and by account, as it was created") { scene in
            let anna = try await scene.register("anna", hash: .stronger)
            for credential in [
                try await scene.stores.credential(named: UserNameKey("ANNA")),
                try await scene.stores.credential(of: anna.account.id),
            ] {
                #expect(credential?.account == anna.account)
                #expect(try credential?.hash == StoredHash.stronger.value())
                #expect(credential?.version == anna.version)
            }
        }
    ]

    private static let replacements: [ConformanceCase] = [
        ConformanceCase("a replaced password applies, with its time and its event") { scene in
            let anna = try await scene.register("anna")
            let replacement = try scene.replacement(of: anna)
            #expect(try await scene.stores.replacePassword(replacement) == .replaced)
            let credential = try #require(try await scene.stores.credential(of: anna.account.id))
            #expect(try credential.hash == StoredHash.second.value())
            #expect(credential.version > anna.version)
            #expect(credential.account.passwordChangedAt == replacement.at)
            #expect(credential.account.createdAt == anna.account.createdAt)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.passwordChanged, .accountCreated])
        },
        ConformanceCase("the session that changes the password continues with its new token") { scene in
            let anna = try await scene.register("anna")
            let replacement = try scene.replacement(of: anna)
            #expect(try await scene.stores.replacePassword(replacement) == .replaced)
            #expect(!(try await scene.opens(anna.opening.digest, at: replacement.at)))
            let stored = try #require(try await scene.session(replacement.renewal, at: replacement.at))
            #expect(stored.session.id == anna.opening.session.id)
            #expect(stored.session.authenticatedAt == replacement.at)
            #expect(stored.session.expiry == anna.opening.session.expiry)
            #expect(stored.account.passwordChangedAt == replacement.at)
        },
        ConformanceCase("the other sessions end, and their devices become unknown") { scene in
            let anna = try await scene.register("anna")
            let others = [try await scene.signIn(anna), try await scene.signIn(anna)]
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced)
            for other in others {
                #expect(!(try await scene.opens(other.digest)))
                #expect(!(try await scene.knows(other.device)))
            }
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).count == 1)
        },
        ConformanceCase("the tokens of the sessions that the change ended are known until these would have expired") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let berta = try await scene.register("berta")
            func isEnded(_ opening: SessionOpening, at moment: Timestamp) async throws -> Bool {
                try await scene.stores.isEndedByPasswordChange(opening.digest, now: moment)
            }
            #expect(!(try await isEnded(other, at: scene.start)))
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced)
            #expect(try await isEnded(other, at: scene.start))
            #expect(!(try await isEnded(anna.opening, at: scene.start)), "the session that changed the password")
            #expect(!(try await isEnded(berta.opening, at: scene.start)), "a session of another account")
            let end = other.session.expiry.end
            #expect(try await isEnded(other, at: end - .millisecond))
            #expect(!(try await isEnded(other, at: end)))
            while try await scene.removeExpired(at: end) > 0 {}
            #expect(!(try await isEnded(other, at: scene.start)))
        },
        ConformanceCase("a session that ended in another way is not known as ended by a change of the password") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let event = scene.event(.signedOut, anna.account.id)
            #expect(try await scene.stores.revoke(other.session.id, of: anna.account.id, device: .kept, event: event))
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced)
            #expect(!(try await scene.stores.isEndedByPasswordChange(other.digest, now: scene.start)))
        },
        ConformanceCase("a device whose session had already ended becomes unknown, too") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let event = scene.event(.signedOut, anna.account.id)
            #expect(try await scene.stores.revoke(other.session.id, of: anna.account.id, device: .kept, event: event))
            #expect(try await scene.knows(other.device))
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced)
            #expect(!(try await scene.knows(other.device)))
        },
        ConformanceCase("the device of the session that changes the password remains known") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let renewal = try scene.renewal(of: other.session.id)
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna, by: renewal)) == .replaced)
            #expect(try await scene.knows(other.device))
            #expect(!(try await scene.knows(anna.opening.device)))
        },
        ConformanceCase("other accounts keep their passwords, sessions and devices") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced)
            #expect(try await scene.stores.credential(of: berta.account.id)?.version == berta.version)
            #expect(try await scene.stores.credential(of: berta.account.id)?.hash == StoredHash.first.value())
            #expect(try await scene.stores.account(berta.account.id) == berta.account)
            #expect(try await scene.opens(berta.opening.digest))
            #expect(try await scene.knows(berta.opening.device))
        },
        ConformanceCase("a password can be replaced again at its new version") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .replaced)
            let version = try #require(try await scene.stores.credential(of: anna.account.id)).version
            let again = try scene.replacement(of: anna, version: version, hash: .stronger, at: scene.start + .minutes(2))
            #expect(try await scene.stores.replacePassword(again) == .replaced)
            #expect(try await scene.stores.credential(of: anna.account.id)?.hash == StoredHash.stronger.value())
        },
    ]

    private static let superseded: [ConformanceCase] = [
        ConformanceCase("a change with an older version changes nothing") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            for version in [anna.version - 1, anna.version + 1] {
                let replacement = try scene.replacement(of: anna, version: version)
                try await scene.expectSuperseded(replacement, of: anna)
            }
            #expect(try await scene.opens(other.digest))
            #expect(try await scene.knows(other.device))
        },
        ConformanceCase("a change from a revoked session changes nothing") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let event = scene.event(.sessionRevoked, anna.account.id)
            #expect(try await scene.stores.revoke(other.session.id, of: anna.account.id, device: .forgotten, event: event))
            try await scene.expectSuperseded(
                scene.replacement(of: anna, by: scene.renewal(of: other.session.id)), of: anna, events: 3)
        },
        ConformanceCase("a change by a session of another account changes nothing") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.register("berta")
            let renewal = try scene.renewal(of: berta.opening.session.id)
            try await scene.expectSuperseded(scene.replacement(of: anna, by: renewal), of: anna)
            #expect(try await scene.opens(berta.opening.digest))
            #expect(!(try await scene.opens(renewal)))
        },
        ConformanceCase("a change is possible until the session's expiry") { scene in
            let anna = try await scene.register("anna")
            let end = anna.opening.session.expiry.end
            try await scene.expectSuperseded(scene.replacement(of: anna, at: end), of: anna)
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna, at: end - .millisecond)) == .replaced)
        },
        ConformanceCase("the password of a deleted account is not changed") { scene in
            let anna = try await scene.register("anna")
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .notNeeded)
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna)) == .superseded)
        },
        ConformanceCase("a change with one failing part changes nothing") { scene in
            let anna = try await scene.register("anna")
            let other = try await scene.signIn(anna)
            let berta = try await scene.register("berta")
            // Another session already has this digest.
            let clash = SessionRenewal(
                session: anna.opening.session.id, digest: berta.opening.digest, authenticatedAt: scene.start)
            await #expect(throws: StoreError.self) {
                try await scene.stores.replacePassword(scene.replacement(of: anna, by: clash))
            }
            try await scene.expectUnchanged(anna, events: 2)
            #expect(try await scene.opens(other.digest))
            #expect(try await scene.knows(other.device))
        },
    ]
}

extension ConformanceScene {
    fileprivate func expectSuperseded(
        _ replacement: PasswordReplacement, of registered: Registered, events: Int? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try await stores.events(of: registered.account.id, before: nil, limit: 100).count
        #expect(try await stores.replacePassword(replacement) == .superseded, sourceLocation: sourceLocation)
        try await expectUnchanged(registered, events: events ?? before, sourceLocation: sourceLocation)
        #expect(!(try await opens(replacement.renewal)), sourceLocation: sourceLocation)
    }

    fileprivate func expectUnchanged(
        _ registered: Registered, events: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let credential = try await stores.credential(of: registered.account.id)
        #expect(try credential?.hash == StoredHash.first.value(), sourceLocation: sourceLocation)
        #expect(credential?.version == registered.version, sourceLocation: sourceLocation)
        #expect(credential?.account == registered.account, sourceLocation: sourceLocation)
        #expect(try await opens(registered.opening.digest), sourceLocation: sourceLocation)
        #expect(try await knows(registered.opening.device), sourceLocation: sourceLocation)
        let recorded = try await stores.events(of: registered.account.id, before: nil, limit: 100)
        #expect(recorded.count == events, sourceLocation: sourceLocation)
    }
}
