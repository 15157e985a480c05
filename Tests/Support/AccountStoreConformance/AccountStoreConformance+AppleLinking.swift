@testable import Accounts
import Testing

extension AccountStoreConformance {
    /// Credentials that change: linking, unlinking, moving, the first password and its removal.
    package static let appleLinking: [ConformanceCase] = linking + unlinking + passwordPresence + appleReplacements

    private static let linking: [ConformanceCase] = [
        ConformanceCase("a linked identity signs in to the account") { scene in
            let anna = try await scene.register("anna")
            let identity = try await scene.link("anna", to: anna)
            #expect(identity.account == anna.account.id)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.appleLinked, .accountCreated])
            let opening = try scene.appleOpening(of: anna.account.id)
            let verification = scene.verification(try scene.assertion("anna"), id: identity.id)
            #expect(try await scene.stores.open(opening, by: verification) == .opened)
        },
        ConformanceCase("an identity of another account is not linked without a confirmed deletion of that account") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.registerWithApple("berta"))
            let verification = scene.verification(try scene.assertion("berta"))
            let result = try await scene.stores.link(
                verification, to: anna.account.id, from: anna.opening.session.id, event: scene.event(.appleLinked, anna.account.id))
            #expect(result == .identityTaken)
            #expect(try await scene.stores.appleIdentity(berta.key)?.account == berta.account.id)
            #expect(try await scene.stores.appleIdentities(of: anna.account.id) == [])
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
        },
        ConformanceCase("an account has one identity of a team, and may have one of another team") { scene in
            let anna = try await scene.register("anna")
            try await scene.link("anna", to: anna)
            let result = try await scene.stores.link(
                scene.verification(try scene.assertion("other")), to: anna.account.id, from: anna.opening.session.id,
                event: scene.event(.appleLinked, anna.account.id))
            #expect(result == .alreadyLinked)
            try await scene.link("anna", to: anna, team: "TEAM000002")
            #expect(
                try await scene.stores.appleIdentities(of: anna.account.id).map(\.key.team.text) == ["TEAM000001", "TEAM000002"])
        },
        ConformanceCase("an account has identities of a team up to its limit, and each is unlinked separately") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            func link(_ subject: String) async throws -> AppleLinkingResult {
                try await scene.stores.link(
                    scene.verification(try scene.assertion(subject), limit: 2), to: anna.account.id, from: anna.opening.session.id,
                    event: scene.event(.appleLinked, anna.account.id))
            }
            for subject in ["one", "two"] {
                if case .linked = try await link(subject) {} else { Issue.record("\(subject) is not linked") }
            }
            #expect(try await link("three") == .alreadyLinked)
            let first = try #require(try await scene.stores.appleIdentities(of: anna.account.id).first)
            let event = scene.event(.appleUnlinked, anna.account.id)
            let foreign = try await scene.stores.unlink(
                first.id, from: berta.account.id, by: berta.opening.session.id, event: scene.event(.appleUnlinked, berta.account.id)
            )
            #expect(foreign == .notLinked)
            let result = try await scene.stores.unlink(first.id, from: anna.account.id, by: anna.opening.session.id, event: event)
            #expect(result == .unlinked(.byHand, endedPresentSession: false))
            #expect(try await scene.stores.appleIdentities(of: anna.account.id).map(\.key.subject.text) == ["two"])
            if case .linked = try await link("three") {} else { Issue.record("not linked after an unlinking") }
        },
        ConformanceCase("linking a linked identity changes nothing") { scene in
            let anna = try await scene.register("anna")
            try await scene.link("anna", to: anna)
            let before = try await scene.stores.appleIdentities(of: anna.account.id)
            let again = scene.verification(try scene.assertion("anna", email: try scene.email("new@example.com")))
            let result = try await scene.stores.link(
                again, to: anna.account.id, from: anna.opening.session.id, event: scene.event(.appleLinked, anna.account.id))
            #expect(result == .unchanged(try #require(before.first)))
            #expect(try await scene.stores.appleIdentities(of: anna.account.id) == before)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.appleLinked, .accountCreated])
        },
        ConformanceCase("an ended session, or one of another account, links nothing") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let verification = scene.verification(try scene.assertion("anna"))
            let event = scene.event(.appleLinked, anna.account.id)
            let foreign = try await scene.stores.link(
                verification, to: anna.account.id, from: berta.opening.session.id, event: event)
            #expect(foreign == .sessionEnded)
            let late = scene.event(.appleLinked, anna.account.id, at: anna.opening.session.expiry.end)
            let expired = try await scene.stores.link(verification, to: anna.account.id, from: anna.opening.session.id, event: late)
            #expect(expired == .sessionEnded)
            #expect(try await scene.stores.appleIdentity(verification.assertion.key) == nil)
        },
    ]

    private static let unlinking: [ConformanceCase] = [
        ConformanceCase("unlinking removes the identity's sessions and devices only") { scene in
            let anna = try await scene.register("anna")
            let identity = try await scene.link("anna", to: anna)
            let opening = try scene.appleOpening(of: anna.account.id)
            let verification = scene.verification(try scene.assertion("anna"), id: identity.id)
            #expect(try await scene.stores.open(opening, by: verification) == .opened)

            let result = try await scene.unlink(anna.account.id, by: anna.opening.session.id)
            #expect(result == .unlinked(.byHand, endedPresentSession: false))
            #expect(try await scene.stores.appleIdentity(identity.key) == nil)
            #expect(!(try await scene.opens(opening.digest)))
            #expect(!(try await scene.knows(opening.device)))
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.knows(anna.opening.device))
            #expect(try await scene.eventKinds(of: anna.account.id).first == .appleUnlinked)
            let again = try scene.appleOpening(of: anna.account.id)
            #expect(try await scene.stores.open(again, by: verification) == .superseded)
        },
        ConformanceCase("a session that the identity opened can unlink it, and ends with it") { scene in
            let anna = try await scene.register("anna")
            let identity = try await scene.link("anna", to: anna)
            let opening = try scene.appleOpening(of: anna.account.id)
            _ = try await scene.stores.open(opening, by: scene.verification(try scene.assertion("anna"), id: identity.id))
            let result = try await scene.unlink(anna.account.id, by: opening.session.id)
            #expect(result == .unlinked(.byHand, endedPresentSession: true))
        },
        ConformanceCase("the last credential is not unlinked") { scene in
            let anna = try await scene.registerWithApple("anna")
            #expect(try await scene.unlink(anna.account.id, by: anna.opening.session.id) == .lastCredential)
            #expect(try await scene.stores.appleIdentity(anna.key) != nil)
            #expect(try await scene.opens(anna.opening.digest))
        },
        ConformanceCase("an identity that is not linked, or a session of another account, unlinks nothing") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            #expect(try await scene.unlink(anna.account.id, by: anna.opening.session.id) == .notLinked)
            try await scene.link("anna", to: anna)
            #expect(
                try await scene.unlink(anna.account.id, by: anna.opening.session.id, team: "TEAM000002") == .notLinked)
            #expect(try await scene.unlink(anna.account.id, by: berta.opening.session.id) == .sessionEnded)
        },
    ]

    private static let passwordPresence: [ConformanceCase] = [
        ConformanceCase("a first password requires a name, and signs in") { scene in
            let anna = try await scene.registerWithApple("anna")
            #expect(try await scene.setFirstPassword(anna, name: "Anna") == .set)
            let credential = try #require(try await scene.stores.credential(named: UserNameKey("anna")))
            #expect(credential.account.id == anna.account.id)
            #expect(credential.account.passwordChangedAt == scene.start)
            #expect(credential.account.userName?.text == "Anna")
            let opening = try scene.opening(of: anna.account.id)
            #expect(try await scene.stores.open(opening, passwordVersion: credential.version) == .opened)
            #expect(try await scene.stores.session(opening.digest, now: scene.start)?.session.origin == .password)
            #expect(try await scene.eventKinds(of: anna.account.id).contains(.passwordSet))
            #expect(try await scene.opens(anna.opening.digest))
        },
        ConformanceCase("a first password is set once, with a free name, by an active session") { scene in
            let (anna, _) = (try await scene.registerWithApple("anna"), try await scene.register("berta"))
            #expect(try await scene.setFirstPassword(anna, name: nil) == .superseded)
            #expect(try await scene.setFirstPassword(anna, name: "BERTA") == .userNameTaken)
            #expect(
                try await scene.setFirstPassword(anna, name: "anna", at: anna.opening.session.expiry.end) == .superseded)
            #expect(try await scene.stores.account(anna.account.id) == anna.account)
            #expect(try await scene.stores.credential(of: anna.account.id) == nil)
            #expect(try await scene.setFirstPassword(anna, name: "anna") == .set)
            #expect(try await scene.setFirstPassword(anna, name: "anna2") == .superseded)
        },
        ConformanceCase("a removed password no longer signs in, its name stays, and other sessions end") { scene in
            let anna = try await scene.register("anna")
            try await scene.link("anna", to: anna)
            let other = try await scene.signIn(anna)
            #expect(try await scene.removePassword(of: anna.account.id, by: anna.opening.session.id) == .removed)
            #expect(try await scene.stores.credential(named: UserNameKey("anna")) == nil)
            let account = try #require(try await scene.stores.account(named: UserNameKey("anna")))
            #expect(account.id == anna.account.id)
            #expect(!account.hasPassword)
            #expect(!(try await scene.opens(other.digest)))
            #expect(!(try await scene.opens(anna.opening.digest)))
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).map(\.id) == [anna.opening.session.id])
            let opening = try scene.opening(of: anna.account.id)
            #expect(try await scene.stores.open(opening, passwordVersion: anna.version) == .superseded)
        },
        ConformanceCase("the last credential is not removed, and neither is a missing password") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.registerWithApple("berta"))
            #expect(try await scene.removePassword(of: anna.account.id, by: anna.opening.session.id) == .lastCredential)
            #expect(try await scene.stores.credential(of: anna.account.id) != nil)
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.removePassword(of: berta.account.id, by: berta.opening.session.id) == .noPassword)
            try await scene.link("anna", to: anna)
            #expect(try await scene.removePassword(of: anna.account.id, by: berta.opening.session.id) == .sessionEnded)
            #expect(try await scene.stores.credential(of: anna.account.id) != nil)
        },
        ConformanceCase("operations that depend on a removed password do not apply to the next one") { scene in
            let anna = try await scene.register("anna")
            try await scene.link("anna", to: anna)
            #expect(try await scene.removePassword(of: anna.account.id, by: anna.opening.session.id) == .removed)
            let setting = FirstPasswordSetting(
                account: anna.account.id, userName: nil, hash: try StoredHash.second.value(), session: anna.opening.session.id,
                event: scene.event(.passwordSet, anna.account.id))
            #expect(try await scene.stores.setFirstPassword(setting) == .set)
            let opening = try scene.opening(of: anna.account.id)
            #expect(try await scene.stores.open(opening, passwordVersion: anna.version) == .superseded)
            let version = try #require(try await scene.stores.credential(of: anna.account.id)).version
            #expect(try await scene.stores.open(opening, passwordVersion: version) == .opened)
        },
    ]
}

extension ConformanceScene {
    fileprivate func setFirstPassword(
        _ registered: AppleRegistered, name: String?, at moment: Timestamp = start
    ) async throws -> FirstPasswordResult {
        try await stores.setFirstPassword(
            FirstPasswordSetting(
                account: registered.account.id, userName: name.map(UserName.init(stored:)), hash: try StoredHash.first.value(),
                session: registered.opening.session.id, event: event(.passwordSet, registered.account.id, at: moment)))
    }
}
