@testable import Accounts
import Testing

extension AccountStoreConformance {
    /// Apple identities that move from an account that is deleted for it.
    static let appleReplacements: [ConformanceCase] = movedIdentities + refusedMoves + concurrentMoves

    private static let movedIdentities: [ConformanceCase] = [
        ConformanceCase("an identity moves with its token from the account that is deleted for it") { scene in
            let berta = try await scene.registerWithApple("apple", grant: try scene.token())
            let anna = try await scene.register("anna")
            let moment = scene.start + .minutes(1)
            let identity = try await scene.moved("apple", berta.id, from: berta.account.id, to: anna, at: moment)
            #expect(identity.id == berta.id && identity.account == anna.account.id && identity.linkedAt == moment)
            #expect(try await scene.stores.appleIdentities(of: anna.account.id) == [identity])
            #expect(try await scene.stores.account(berta.account.id) == nil)
            #expect(!(try await scene.opens(berta.opening.digest)))
            #expect(!(try await scene.knows(berta.opening.device)))
            #expect(try await scene.opens(anna.opening.digest))
            // A revocation of the token would also end the new authorization.
            #expect(try await scene.stores.appleTokens(of: berta.id).map(\.isStored) == [true])
            #expect(try await scene.stores.countJobs(.checkAppleToken) == 1)
            #expect(try await scene.stores.countJobs(.revokeAppleToken) == 0)
            #expect(try await scene.eventKinds(of: anna.account.id) == [.appleLinked, .accountCreated])
            let opening = try scene.appleOpening(of: anna.account.id, at: moment)
            let verification = scene.verification(try scene.assertion("apple", at: moment), id: berta.id, at: moment)
            #expect(try await scene.stores.open(opening, by: verification) == .opened)
        },
        ConformanceCase("a waiting code moves with its identity, and a new grant replaces it") { scene in
            let anna = try await scene.register("anna")
            let berta = try await scene.registerWithApple("apple", grant: try scene.code())
            try await scene.moved("apple", berta.id, from: berta.account.id, to: anna)
            #expect(try await scene.stores.countJobs(.exchangeAppleCode) == 1)
            #expect(try await scene.stores.countJobs(.revokeAppleCode) == 0)
            let cora = try await scene.register("cora")
            let grant = try scene.token()
            try await scene.moved("apple", berta.id, from: anna.account.id, to: cora, grant: grant)
            #expect(try await scene.stores.countJobs(.exchangeAppleCode) == 0)
            #expect(try await scene.stores.countJobs(.checkAppleToken) == 1)
        },
        ConformanceCase("the tokens of the deleted account's other identities are revoked") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let identity = try await scene.link("apple", to: berta, grant: try scene.token())
            try await scene.link("apple", to: berta, team: "TEAM000002", grant: try scene.token())
            try await scene.moved("apple", identity.id, from: berta.account.id, to: anna)
            #expect(try await scene.stores.countJobs(.checkAppleToken) == 1)
            #expect(try await scene.stores.countJobs(.revokeAppleToken) == 1)
            #expect(try await scene.stores.appleIdentity(try scene.key("apple", team: "TEAM000002")) == nil)
        },
        ConformanceCase("a conversion moves the identity, or changes nothing") { scene in
            let (anna, cora) = (try await scene.register("anna"), try await scene.register("cora"))
            let berta = try await scene.registerWithApple("apple")
            let begun = try await scene.conversion(anna, subject: "apple", id: berta.id, renews: true)
            func conversion(deleting other: AccountID) throws -> AppleConversion {
                AppleConversion(
                    key: begun.key, account: begun.account, nonce: begun.nonce, version: begun.version,
                    verification: scene.replacing(
                        other, try scene.assertion("apple"), berta.id, successor: anna.account.id),
                    renewal: begun.renewal, event: begun.event)
            }
            #expect(try await scene.stores.convert(conversion(deleting: cora.account.id)) == .identityTaken)
            #expect(try await scene.stores.credential(of: anna.account.id) != nil)
            #expect(try await scene.stores.countAccounts() == 3)
            #expect(try await scene.stores.convert(conversion(deleting: berta.account.id)) == .converted)
            #expect(try await scene.stores.account(berta.account.id) == nil)
            #expect(try await scene.stores.credential(of: anna.account.id) == nil)
            #expect(try await scene.stores.appleIdentity(berta.key)?.account == anna.account.id)
            #expect(try await scene.stores.account(cora.account.id) != nil)
        },
        ConformanceCase("the delivered deletion names the account that has the identity now") { scene in
            let target = try #require(EventTargetName("crm"))
            let (anna, berta) = (try await scene.register("anna"), try await scene.registerWithApple("apple"))
            let verification = scene.delivering(to: [target]).replacing(
                berta.account.id, try scene.assertion("apple"), berta.id, successor: anna.account.id)
            let result = try await scene.stores.link(
                verification, to: anna.account.id, from: anna.opening.session.id, event: scene.event(.appleLinked, anna.account.id))
            if case .linked = result {} else { Issue.record("\(result)") }
            let jobs = try await scene.stores.claimEvents(to: target, now: scene.start, lease: .minutes(1), limit: 10)
            let deletion = try #require(verification.deletion)
            let delivery = EventDelivery(
                id: deletion.id, kind: .accountDeleted, account: berta.account.id, at: scene.start, target: target,
                notAfter: scene.start + EventDelivery.lifetime, successor: anna.account.id)
            #expect(jobs.map(\.work) == [.event(delivery)])
        },
    ]

    private static let refusedMoves: [ConformanceCase] = [
        ConformanceCase("an account that the identity alone could not delete keeps it, and so does one that was not confirmed") {
            scene in
            let (anna, cora) = (try await scene.register("anna"), try await scene.register("cora"))
            let olga = try await scene.operating("olga", as: .administrator)
            for obstacle in MoveObstacle.allCases {
                let name = "berta-\(obstacle)"
                let berta = try await scene.register(name)
                let identity = try await scene.link(name, to: berta)
                var (id, confirmed, moment) = (identity.id, berta.account.id, scene.start)
                switch obstacle {
                case .secondFactor: try await scene.addTOTP(to: berta)
                case .operatorRole:
                    try #require(try await scene.stores.setOperatorRole(scene.record(of: .auditor, for: berta)))
                case .lock: _ = try await scene.order(.lock, for: berta, by: olga)
                case .suspension:
                    moment = scene.start + .minutes(1)
                    let address = try await scene.address("berta@example.org", of: berta, verifiedAt: moment)
                    let token = try await scene.openedRecovery(to: address.id, at: moment)
                    _ = try await scene.stores.completeRecovery(
                        scene.recoveryCompletion(of: berta.account.id, in: token, at: moment))
                    #expect(try await scene.stores.appleIdentity(identity.key)?.suspendedAt == moment)
                case .revokedConsent:
                    _ = try await scene.stores.apply(
                        scene.notification("n1", .consentRevoked, of: identity.key), event: scene.event(.appleConsentRevoked, nil))
                case .otherAccount: confirmed = cora.account.id
                case .ownAccount: confirmed = anna.account.id
                case .otherIdentifier: id = AppleIdentityID(random: scene.random)
                }
                let result = try await scene.move(name, id, from: confirmed, to: anna, at: moment)
                #expect(result == .identityTaken, "\(obstacle)")
                #expect(try await scene.stores.appleIdentity(identity.key)?.account == berta.account.id, "\(obstacle)")
                for account in [anna, berta, cora] {
                    #expect(try await scene.stores.account(account.account.id) != nil, "\(obstacle)")
                }
            }
        },
        ConformanceCase("a confirmed deletion of an account that lost the identity links nothing") { scene in
            let (anna, berta) = (try await scene.register("anna"), try await scene.register("berta"))
            let identity = try await scene.link("apple", to: berta)
            _ = try await scene.unlink(berta.account.id, by: berta.opening.session.id)
            #expect(try await scene.move("apple", identity.id, from: berta.account.id, to: anna) == .identityTaken)
            #expect(try await scene.stores.account(berta.account.id) != nil)
            #expect(try await scene.stores.appleIdentity(identity.key) == nil)
        },
        ConformanceCase("an account at its limit, or an ended session, moves nothing, and the other account stays") { scene in
            let (anna, cora) = (try await scene.register("anna"), try await scene.register("cora"))
            let berta = try await scene.registerWithApple("apple")
            try await scene.link("own", to: anna)
            #expect(try await scene.move("apple", berta.id, from: berta.account.id, to: anna) == .alreadyLinked)
            let end = cora.opening.session.expiry.end
            #expect(try await scene.move("apple", berta.id, from: berta.account.id, to: cora, at: end) == .sessionEnded)
            #expect(try await scene.stores.account(berta.account.id) != nil)
            #expect(try await scene.stores.appleIdentity(berta.key)?.account == berta.account.id)
            try await scene.moved("apple", berta.id, from: berta.account.id, to: anna, limit: 2)
        },
    ]

    private static let concurrentMoves: [ConformanceCase] = [
        ConformanceCase("of 64 accounts that move one identity, one gets it") { scene in
            let berta = try await scene.registerWithApple("apple")
            var people: [Registered] = []
            for index in 0..<64 { people.append(try await scene.register("person\(index)")) }
            let results = try await scene.race { [people] index in
                try await scene.move("apple", berta.id, from: berta.account.id, to: people[index])
            }
            #expect(results.count { if case .linked = $0 { true } else { false } } == 1)
            #expect(results.count { $0 == .identityTaken } == 63)
            #expect(try await scene.stores.countAccounts() == 64)
        },
        ConformanceCase("of two accounts that move each other's identity at once, one stays with both") { scene in
            for round in 0..<8 {
                let people = [try await scene.register("anna\(round)"), try await scene.register("berta\(round)")]
                var identities: [AppleIdentity] = []
                for (index, person) in people.enumerated() {
                    identities.append(try await scene.link("apple\(round)-\(index)", to: person))
                }
                let results = try await scene.race(2) { [identities] side in
                    try await scene.move(
                        "apple\(round)-\(1 - side)", identities[1 - side].id, from: people[1 - side].account.id, to: people[side],
                        limit: 2)
                }
                #expect(results.count { if case .linked = $0 { true } else { false } } == 1)
                #expect(results.count { $0 == .sessionEnded } == 1)
                #expect(try await scene.stores.countAccounts() == round + 1)
            }
        },
        ConformanceCase("a second factor that is added during a move prevents it, or is too late") { scene in
            for round in 0..<8 {
                let (anna, berta) = (try await scene.register("anna\(round)"), try await scene.register("berta\(round)"))
                let identity = try await scene.link("apple\(round)", to: berta)
                let totp = try scene.totp(of: berta.account.id)
                try #require(try await scene.stores.beginTOTP(totp, by: berta.opening.session.id, now: scene.start) == .begun)
                let succeeded = try await scene.race(2) { side in
                    guard side == 0 else {
                        return try await scene.stores.confirmTOTP(totp.id, step: 1_000, isLate: false, scene.addition(to: berta))
                            == .added(withRecoveryCodes: true)
                    }
                    let result = try await scene.move("apple\(round)", identity.id, from: berta.account.id, to: anna)
                    return result != .identityTaken
                }
                #expect(succeeded.count { $0 } == 1)
            }
        },
    ]
}

/// The reasons why an identity does not leave its account.
private enum MoveObstacle: CaseIterable {
    case secondFactor, operatorRole, lock, suspension, revokedConsent, otherAccount, ownAccount, otherIdentifier
}

extension ConformanceScene {
    /// Moves an identity to an account, and deletes the account from which it moves.
    fileprivate func move(
        _ subject: String, _ id: AppleIdentityID, from other: AccountID, to registered: Registered,
        grant: SealedAppleGrant = .none, limit: Int = 1, at moment: Timestamp = start
    ) async throws -> AppleLinkingResult {
        try await stores.link(
            replacing(
                other, try assertion(subject, at: moment), id, successor: registered.account.id, grant: grant, limit: limit,
                at: moment),
            to: registered.account.id, from: registered.opening.session.id,
            event: event(.appleLinked, registered.account.id, at: moment))
    }

    /// Moves an identity as ``move(_:_:from:to:grant:limit:at:)`` does. Fails the case if that is not possible.
    @discardableResult
    fileprivate func moved(
        _ subject: String, _ id: AppleIdentityID, from other: AccountID, to registered: Registered,
        grant: SealedAppleGrant = .none, limit: Int = 1, at moment: Timestamp = start
    ) async throws -> AppleIdentity {
        let result = try await move(subject, id, from: other, to: registered, grant: grant, limit: limit, at: moment)
        guard case .linked(let identity) = result else { throw StoreError(.failed, reason: "not moved: \(result)") }
        return identity
    }

    fileprivate func replacing(
        _ other: AccountID, _ assertion: AppleIdentityAssertion, _ id: AppleIdentityID, successor: AccountID,
        grant: SealedAppleGrant = .none, limit: Int = 1, at moment: Timestamp = start
    ) -> AppleVerification {
        let event = event(.accountDeleted, other, at: moment)
        let deletion = AuditEvent(
            id: event.id, kind: event.kind, account: other, at: event.at, client: event.client, notices: event.notices,
            targets: event.targets, successor: successor)
        return AppleVerification(
            id: id, assertion: assertion, grant: grant, limit: limit, deletion: deletion, at: moment)
    }
}
