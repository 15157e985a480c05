@testable import Accounts
import Secrets
import Testing

extension AccountStoreConformance {
    /// ``PasswordLinkStore``.
    package static let passwordLinks: [ConformanceCase] = openedLinks + usedLinks + deadLinks + linkRaces

    private static let openedLinks: [ConformanceCase] = [
        ConformanceCase("a link finds its account until its expiry, and opening it does not use it up") { scene in
            let (anna, _) = (try await scene.register("anna"), try await scene.register("berta"))
            let link = try await scene.passwordLink(for: anna.account.id)
            for moment in [scene.start, link.expiresAt - .millisecond] {
                #expect(try await scene.stores.account(ofPasswordLink: link.digest, now: moment) == anna.account)
            }
            #expect(try await scene.stores.account(ofPasswordLink: link.digest, now: link.expiresAt) == nil)
            #expect(try await scene.stores.account(ofPasswordLink: scene.digest(), now: scene.start) == nil)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.passwordLinkMade, .accountCreated])
            #expect(try await scene.opens(anna.opening.digest))
        },
        ConformanceCase("a link replaces the account's previous one, and leaves those of other accounts") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let (first, other) = (
                try await scene.passwordLink(for: anna.account.id), try await scene.passwordLink(for: berta.account.id)
            )
            let second = try await scene.passwordLink(for: anna.account.id)
            #expect(try await scene.stores.account(ofPasswordLink: first.digest, now: scene.start) == nil)
            #expect(try await scene.stores.account(ofPasswordLink: second.digest, now: scene.start) == anna.account)
            #expect(try await scene.stores.account(ofPasswordLink: other.digest, now: scene.start) == berta.account)
            #expect(try await !scene.stores.usePasswordLink(scene.use(of: first)))
        },
        ConformanceCase("an account without a user name, and a missing account, get no link") { scene in
            let carla = try await scene.registerWithApple("carla")
            for (account, expected) in [
                (carla.account.id, PasswordLinkAddition.noUserName), (AccountID(random: scene.random), .noAccount),
            ] {
                let link = StoredPasswordLink(digest: try scene.digest(), account: account, expiresAt: scene.start + .minutes(60))
                #expect(try await scene.stores.add(link, event: scene.event(.passwordLinkMade, account)) == expected)
                #expect(try await scene.stores.account(ofPasswordLink: link.digest, now: scene.start) == nil)
            }
            #expect(try await scene.eventKinds(of: carla.account.id) == [.accountCreated])
        },
    ]

    private static let usedLinks: [ConformanceCase] = [
        ConformanceCase("a used link sets the password, and ends all sessions and devices of its account only") {
            scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let second = try await scene.signIn(anna)
            let use = try scene.use(of: try await scene.passwordLink(for: anna.account.id))
            #expect(try await scene.stores.usePasswordLink(use))
            let credential = try #require(try await scene.stores.credential(of: anna.account.id))
            #expect(try credential.hash == StoredHash.second.value())
            #expect(credential.version > anna.version)
            #expect(credential.account.passwordChangedAt == use.event.at)
            for opening in [anna.opening, second] {
                #expect(!(try await scene.opens(opening.digest)))
                #expect(!(try await scene.knows(opening.device)))
            }
            #expect(try await scene.eventKinds(of: anna.account.id).first == .passwordSetByLink)
            #expect(try await scene.opens(berta.opening.digest))
            #expect(try await scene.knows(berta.opening.device))
            #expect(try await scene.stores.credential(of: berta.account.id)?.hash == StoredHash.first.value())
        },
        ConformanceCase("a used link sets the password of an account without one") { scene in
            let anna = try await scene.register("anna")
            try await scene.link("anna", to: anna)
            #expect(try await scene.removePassword(of: anna.account.id, by: anna.opening.session.id) == .removed)
            #expect(try await scene.stores.usePasswordLink(scene.use(of: try await scene.passwordLink(for: anna.account.id))))
            let credential = try #require(try await scene.stores.credential(of: anna.account.id))
            #expect(try credential.hash == StoredHash.second.value())
            #expect(credential.version > anna.version)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).isEmpty)
        },
        ConformanceCase("a link sets the password of its account only") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let link = try await scene.passwordLink(for: anna.account.id)
            #expect(try await !scene.stores.usePasswordLink(scene.use(of: link, account: berta.account.id)))
            #expect(try await scene.stores.credential(of: berta.account.id)?.hash == StoredHash.first.value())
            #expect(try await scene.stores.usePasswordLink(scene.use(of: link)))
        },
        ConformanceCase("the second factor of an account stays, and is required at the next sign-in") { scene in
            let anna = try await scene.register("anna")
            try await scene.addTOTP(to: anna)
            #expect(try await scene.stores.usePasswordLink(scene.use(of: try await scene.passwordLink(for: anna.account.id))))
            let version = try #require(try await scene.stores.credential(of: anna.account.id)).version
            #expect(
                try await scene.stores.open(scene.opening(of: anna.account.id), passwordVersion: version) == .factorRequired)
        },
        ConformanceCase("a used link is deleted") { scene in
            let link = try await scene.passwordLink(for: try await scene.register("anna").account.id)
            #expect(try await scene.stores.usePasswordLink(scene.use(of: link)))
            #expect(try await scene.removeExpired(at: link.expiresAt) == 0)
        },
        ConformanceCase("expired links are deleted") { scene in
            let link = try await scene.passwordLink(for: try await scene.register("anna").account.id)
            #expect(try await scene.removeExpired(at: link.expiresAt - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: link.expiresAt) == 1)
        },
    ]

    private static let deadLinks: [ConformanceCase] = [
        ConformanceCase("a link is used once, until its expiry") { scene in
            let anna = try await scene.register("anna")
            let late = try await scene.passwordLink(for: anna.account.id)
            try await scene.expectDead(late, of: anna, at: late.expiresAt)
            let link = try await scene.passwordLink(for: anna.account.id)
            #expect(try await scene.stores.usePasswordLink(scene.use(of: link, at: link.expiresAt - .millisecond)))
            #expect(try await !scene.stores.usePasswordLink(scene.use(of: link)))
        },
        ConformanceCase("a change of the user name invalidates a link, and so does deletion") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let links = [
                try await scene.passwordLink(for: anna.account.id), try await scene.passwordLink(for: berta.account.id),
            ]
            let event = scene.event(.userNameChanged, anna.account.id)
            let outcome = try await scene.stores.rename(
                anna.account.id, in: anna.opening.session.id, to: UserName(stored: "anna.other"), event: event)
            #expect(outcome == .renamed)
            #expect(try await scene.stores.deleteAccount(berta.account.id, at: scene.start) == .notNeeded)
            // Neither leads to the next owner of the name.
            let next = [try await scene.register("anna"), try await scene.register("berta")]
            for link in links {
                #expect(try await scene.stores.account(ofPasswordLink: link.digest, now: scene.start) == nil)
                #expect(try await !scene.stores.usePasswordLink(scene.use(of: link)))
            }
            for registered in [anna] + next {
                #expect(try await scene.stores.credential(of: registered.account.id)?.hash == StoredHash.first.value())
            }
        },
        ConformanceCase("a password change or removal invalidates a link, and a rehash does not") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let first = try await scene.passwordLink(for: anna.account.id)
            try await scene.stores.rehashPassword(
                of: anna.account.id, from: StoredHash.first.value(), to: StoredHash.stronger.value())
            #expect(try await scene.stores.account(ofPasswordLink: first.digest, now: scene.start) == anna.account)
            #expect(try await scene.stores.replacePassword(scene.replacement(of: anna, hash: .first)) == .replaced)
            try await scene.expectDead(first, of: anna)

            let second = try await scene.passwordLink(for: berta.account.id)
            try await scene.link("berta", to: berta)
            #expect(try await scene.removePassword(of: berta.account.id, by: berta.opening.session.id) == .removed)
            #expect(try await !scene.stores.usePasswordLink(scene.use(of: second)))
            #expect(try await scene.stores.credential(of: berta.account.id) == nil)
        },
    ]

    private static let linkRaces: [ConformanceCase] = [
        ConformanceCase("of 64 uses of one link, one sets the password") { scene in
            let anna = try await scene.register("anna")
            let link = try await scene.passwordLink(for: anna.account.id)
            let outcomes = try await scene.race { _ in try await scene.stores.usePasswordLink(scene.use(of: link)) }
            #expect(outcomes.count { $0 } == 1)
            #expect(try await scene.eventKinds(of: anna.account.id).count { $0 == .passwordSetByLink } == 1)
        }
    ]
}

extension ConformanceScene {
    /// Creates a link with a lifetime of an hour. Fails the case if that is not possible.
    func passwordLink(for account: AccountID) async throws -> StoredPasswordLink {
        let link = StoredPasswordLink(digest: try digest(), account: account, expiresAt: start + .minutes(60))
        try #require(try await stores.add(link, event: event(.passwordLinkMade, account)) == .added)
        return link
    }

    fileprivate func use(
        of link: StoredPasswordLink, account: AccountID? = nil, at moment: Timestamp = start + .minutes(2)
    ) throws -> PasswordLinkUse {
        PasswordLinkUse(
            digest: link.digest, account: account ?? link.account, hash: try StoredHash.second.value(),
            event: event(.passwordSetByLink, account ?? link.account, at: moment))
    }

    /// Expects that a use changes nothing.
    fileprivate func expectDead(
        _ link: StoredPasswordLink, of registered: Registered, at moment: Timestamp = start + .minutes(2),
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let before = try await stores.credential(of: registered.account.id)
        let events = try await eventKinds(of: registered.account.id)
        let sessions = try await stores.sessions(of: registered.account.id, now: start)
        #expect(try await stores.account(ofPasswordLink: link.digest, now: moment) == nil, sourceLocation: sourceLocation)
        #expect(try await !stores.usePasswordLink(use(of: link, at: moment)), sourceLocation: sourceLocation)
        #expect(try await stores.credential(of: registered.account.id)?.hash == before?.hash, sourceLocation: sourceLocation)
        #expect(try await eventKinds(of: registered.account.id) == events, sourceLocation: sourceLocation)
        #expect(try await stores.sessions(of: registered.account.id, now: start) == sessions, sourceLocation: sourceLocation)
    }
}
