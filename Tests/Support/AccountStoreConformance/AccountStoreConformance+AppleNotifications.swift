import Accounts
import Testing

extension AccountStoreConformance {
    /// Notifications and transfers between teams.
    package static let appleNotifications: [ConformanceCase] = notifications + transfers

    private static let notifications: [ConformanceCase] = [
        ConformanceCase("withdrawn consent ends only the sessions that the identity opened, and the identity stays") {
            scene in
            let anna = try await scene.register("anna")
            let identity = try await scene.link("anna", to: anna, grant: try scene.token())
            let opening = try scene.appleOpening(of: anna.account.id)
            _ = try await scene.stores.open(opening, by: scene.verification(try scene.assertion("anna"), id: identity.id))
            let outcome = try await scene.apply("1", .consentRevoked, identity.key)
            #expect(outcome == .applied(.consentRevoked(anna.account.id)))
            #expect(!(try await scene.opens(opening.digest)))
            #expect(!(try await scene.knows(opening.device)))
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.stores.appleIdentity(identity.key)?.revokedAt == scene.start + .minutes(1))
            #expect(try await scene.stores.appleTokens(of: identity.id) == [])
            #expect(try await scene.stores.countJobs(.checkAppleToken) == 0)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .appleConsentRevoked)
        },
        ConformanceCase("withdrawn consent returns with a later sign-in, and not with an earlier one") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.token())
            _ = try await scene.apply("1", .consentRevoked, anna.key)
            let opening = try scene.appleOpening(of: anna.account.id)
            let early = scene.verification(try scene.assertion("anna", at: scene.start + .seconds(59)), id: anna.id)
            #expect(try await scene.stores.open(opening, by: early) == .outdated)
            #expect(!(try await scene.opens(opening.digest)))
            #expect(
                !(try await scene.stores.renew(
                    scene.renewal(of: anna.opening.session.id), by: early, event: scene.event(.reauthenticated, anna.account.id))))
            let late = scene.verification(
                try scene.assertion("anna", at: scene.start + .minutes(2)), id: anna.id, grant: try scene.token())
            #expect(try await scene.stores.open(opening, by: late) == .opened)
            #expect(try await scene.stores.appleIdentity(anna.key)?.revokedAt == nil)
            #expect(try await scene.stores.appleTokens(of: anna.id).map(\.isStored) == [true])
        },
        ConformanceCase(
            "an assertion from before the end of consent renews no session, and neither does one about another identifier"
        ) {
            scene in
            let anna = try await scene.register("anna")
            let identity = try await scene.link("anna", to: anna)
            _ = try await scene.apply("1", .consentRevoked, identity.key)
            let renewal = try scene.renewal(of: anna.opening.session.id)
            let event = scene.event(.reauthenticated, anna.account.id)
            let early = scene.verification(try scene.assertion("anna", at: scene.start + .seconds(59)), id: identity.id)
            #expect(!(try await scene.stores.renew(renewal, by: early, event: event)))
            let late = try scene.assertion("anna", at: scene.start + .minutes(2))
            #expect(!(try await scene.stores.renew(renewal, by: scene.verification(late), event: event)))
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.stores.renew(renewal, by: scene.verification(late, id: identity.id), event: event))
        },
        ConformanceCase("only the deletion of an Apple Account deletes the name of a user who never finished signing in") {
            scene in
            let name = try #require(PersonName(given: "Anna", family: "Lindqvist"))
            for (number, kind) in AppleNotificationKind.allCases.enumerated() {
                let subject = "person-\(number)"
                try await scene.stores.remember(name, of: try scene.key(subject), at: scene.start)
                #expect(try await scene.apply("\(number)", kind, try scene.key(subject)) == .unknownIdentity)
                let registered = try await scene.registerWithApple(subject)
                let identity = try await scene.stores.appleIdentity(registered.key)
                #expect(identity?.name == (kind == .accountDeleted ? nil : name))
            }
        },
        ConformanceCase("a notification is processed once") { scene in
            let anna = try await scene.registerWithApple("anna")
            _ = try await scene.apply("1", .consentRevoked, anna.key)
            try await scene.signIn(anna, at: scene.start + .minutes(1))
            #expect(try await scene.apply("1", .consentRevoked, anna.key) == .duplicate)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).count == 1)
        },
        ConformanceCase("an event before Apple's last assertion does not end the identity") { scene in
            let anna = try await scene.registerWithApple("anna", at: scene.start + .minutes(2))
            for (id, kind) in [("1", AppleNotificationKind.consentRevoked), ("2", .accountDeleted)] {
                #expect(try await scene.apply(id, kind, anna.key) == .outdated)
            }
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
        },
        ConformanceCase("a notification about an unknown identity changes nothing and is recorded") { scene in
            let key = try scene.key("unknown")
            for kind in AppleNotificationKind.allCases {
                #expect(try await scene.apply("\(kind)", kind, key) == .unknownIdentity)
                #expect(try await scene.apply("\(kind)", kind, key) == .duplicate)
            }
        },
        ConformanceCase("a deleted Apple Account deletes the account whose only credential it was") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.token())
            #expect(try await scene.apply("1", .accountDeleted, anna.key) == .applied(.accountDeleted(anna.account.id)))
            #expect(try await scene.stores.account(anna.account.id) == nil)
            #expect(!(try await scene.opens(anna.opening.digest)))
            // Apple itself has revoked the tokens.
            for kind in JobKind.allCases { #expect(try await scene.stores.countJobs(kind) == 0) }
        },
        ConformanceCase("a deleted Apple Account is unlinked from an account with another credential") { scene in
            let anna = try await scene.register("anna")
            let identity = try await scene.link("anna", to: anna)
            #expect(try await scene.apply("1", .accountDeleted, identity.key) == .applied(.unlinked(anna.account.id)))
            #expect(try await scene.stores.appleIdentity(identity.key) == nil)
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.eventKinds(of: anna.account.id).first == .appleAccountDeleted)

            let other = try await scene.registerWithApple("berta")
            let second = scene.verification(try scene.assertion("berta", team: "TEAM000002"))
            _ = try await scene.stores.link(
                second, to: other.account.id, from: other.opening.session.id, event: scene.event(.appleLinked, other.account.id))
            #expect(try await scene.apply("2", .accountDeleted, other.key) == .applied(.unlinked(other.account.id)))
            #expect(try await scene.stores.account(other.account.id) != nil)
        },
        ConformanceCase("the relay address has the state of Apple's last event, in any order of arrival") { scene in
            let anna = try await scene.registerWithApple("anna", at: scene.start + .days(1))
            let on = try await scene.apply("1", .emailEnabled, anna.key, at: scene.start + .minutes(2))
            #expect(on == .applied(.emailDeliverable(anna.account.id, true)))
            #expect(try await scene.apply("2", .emailDisabled, anna.key, at: scene.start + .minutes(1)) == .outdated)
            #expect(try await scene.stores.appleIdentity(anna.key)?.isEmailDeliverable == true)
            let off = try await scene.apply("3", .emailDisabled, anna.key, at: scene.start + .minutes(3))
            #expect(off == .applied(.emailDeliverable(anna.account.id, false)))
            #expect(try await scene.stores.appleIdentity(anna.key)?.isEmailDeliverable == false)
            #expect(try await scene.opens(anna.opening.digest, at: scene.start + .days(1)))
        },
        ConformanceCase("no mail goes to a relay address that Apple has turned off, until it is on again") { scene in
            let email = try #require(AppleEmail(address: "x1@privaterelay.appleid.com", isVerified: true, isPrivate: true))
            let anna = try await scene.registerWithApple("anna", email: email)
            let registered = Registered(account: anna.account, opening: anna.opening, version: 0)
            let relay = try await scene.verifiedAddress("x1@privaterelay.appleid.com", of: registered)
            let own = try await scene.verifiedAddress("anna@example.org", of: registered)
            let recipients = { () async throws in try await scene.stores.waitingMail(limit: 10).map(\.mail.recipient) }
            #expect(try await scene.sending.remove(own, by: registered) == .removed(own))
            #expect(try await recipients() == [relay.id, own.id])

            _ = try await scene.apply("1", .emailDisabled, anna.key, at: scene.start + .minutes(1))
            #expect(try await recipients() == [own.id])
            let off = try #require(try await scene.stores.addresses(of: anna.account.id).first)
            #expect(off.id == relay.id && off.undeliverableSince == scene.start + .minutes(1) && !off.receivesNotices)
            let later = try await scene.verifiedAddress("later@example.org", of: registered)
            #expect(try await scene.sending.remove(later, by: registered) == .removed(later))
            #expect(try await recipients() == [later.id])

            _ = try await scene.apply("2", .emailEnabled, anna.key, at: scene.start + .minutes(2))
            #expect(try await scene.stores.addresses(of: anna.account.id).first == relay)
        },
        ConformanceCase("a new claim of a relay address that Apple has turned off queues no code, in any account") { scene in
            let text = "x1@privaterelay.appleid.com"
            let email = try #require(AppleEmail(address: text, isVerified: true, isPrivate: true))
            let anna = try await scene.registerWithApple("anna", email: email)
            let owner = Registered(account: anna.account, opening: anna.opening, version: 0)
            let berta = try await scene.register("berta")
            _ = try await scene.apply("1", .emailDisabled, anna.key, at: scene.start + .minutes(1))
            // An account learns from the result no more than from that of another address.
            let unsent = try await scene.claim(text, by: owner)
            #expect(try await scene.stores.countJobs(.mail) == 0)
            #expect(unsent.address.undeliverableSince == nil && !unsent.address.isVerified)

            _ = try await scene.apply("2", .emailEnabled, anna.key, at: scene.start + .minutes(2))
            let relay = try await scene.verifiedAddress(text, of: owner)
            #expect(relay.receivesNotices)
            _ = try await scene.apply("3", .emailDisabled, anna.key, at: scene.start + .minutes(3))
            // Neither the owner, whose address is undeliverable now, nor another account gets a code.
            for claimant in [owner, berta] {
                _ = try await scene.claim(text, by: claimant)
                #expect(try await scene.stores.countJobs(.mail) == 0)
            }
            _ = try await scene.claim("anna@example.org", by: owner)
            #expect(try await scene.stores.countJobs(.mail) == 1)
        },
        ConformanceCase("a relay address that Apple has turned off stays undeliverable when an earlier code verifies it") { scene in
            let text = "x1@privaterelay.appleid.com"
            let email = try #require(AppleEmail(address: text, isVerified: true, isPrivate: true))
            let anna = try await scene.registerWithApple("anna", email: email)
            let owner = Registered(account: anna.account, opening: anna.opening, version: 0)
            let claim = try await scene.claim(text, by: owner)
            let off = scene.start + .minutes(1)
            _ = try await scene.apply("1", .emailDisabled, anna.key, at: off)
            #expect(try await scene.verify(claim, by: owner, at: off + .minutes(1)).isVerified)
            let relay = try #require(try await scene.stores.addresses(of: anna.account.id).first)
            #expect(relay.isVerified && relay.undeliverableSince == off && !relay.receivesNotices)
            _ = try await scene.apply("2", .emailEnabled, anna.key, at: off + .minutes(2))
            #expect(try await scene.stores.addresses(of: anna.account.id).first?.receivesNotices == true)
        },
        ConformanceCase("of 64 deliveries of one notification, one is applied") { scene in
            let anna = try await scene.registerWithApple("anna")
            let outcomes = try await scene.race { _ in try await scene.apply("1", .consentRevoked, anna.key) }
            #expect(outcomes.count { $0 == .duplicate } == 63)
            #expect(try await scene.eventKinds(of: anna.account.id).count { $0 == .appleConsentRevoked } == 1)
        },
        ConformanceCase("notifications are deleted when they can no longer arrive, with a margin for clocks") { scene in
            let notification = try scene.notification("1", .consentRevoked, of: try scene.key("unknown"))
            _ = try await scene.stores.apply(notification, event: scene.event(.appleConsentRevoked, nil))
            let end = notification.expiresAt + AppleNotification.margin
            #expect(try await scene.removeExpired(at: end - .millisecond) == 0)
            #expect(try await scene.removeExpired(at: end) == 1)
        },
    ]

    private static let transfers: [ConformanceCase] = [
        ConformanceCase("a transferred identity gets its new key, keeps its account and sessions, and loses its tokens") { scene in
            let anna = try await scene.registerWithApple("anna", grant: try scene.token())
            let transfer = try scene.transfer("moved")
            #expect(try await scene.stores.announce(transfer, of: anna.key))
            let event = scene.event(.appleIdentityTransferred, nil)
            let outcome = try await scene.stores.move(transfer, to: try scene.subject("anna2"), event: event)
            let moved = try #require(try await scene.stores.appleIdentity(try scene.key("anna2", team: "TEAM000002")))
            #expect(outcome == .moved(moved))
            #expect(moved.id == anna.id)
            #expect(moved.account == anna.account.id)
            #expect(try await scene.stores.appleIdentity(anna.key) == nil)
            #expect(try await scene.opens(anna.opening.digest))
            #expect(try await scene.stores.appleTokens(of: anna.id) == [])
            #expect(try await scene.stores.countJobs(.checkAppleToken) == 0)
            #expect(try await scene.eventKinds(of: anna.account.id).first == .appleIdentityTransferred)
            #expect(try await scene.stores.move(transfer, to: try scene.subject("anna3"), event: event) == .unknown)
        },
        ConformanceCase("a transfer is announced for one existing identity") { scene in
            let (anna, berta) = (try await scene.registerWithApple("anna"), try await scene.registerWithApple("berta"))
            let transfer = try scene.transfer("moved")
            #expect(!(try await scene.stores.announce(transfer, of: try scene.key("unknown"))))
            #expect(try await scene.stores.announce(transfer, of: anna.key))
            #expect(try await scene.stores.announce(transfer, of: anna.key))
            #expect(!(try await scene.stores.announce(transfer, of: berta.key)))
        },
        ConformanceCase("a transfer applies to the team that it was announced for") { scene in
            let anna = try await scene.registerWithApple("anna")
            #expect(try await scene.stores.announce(try scene.transfer("moved"), of: anna.key))
            let other = try scene.transfer("moved", team: "TEAM000003")
            let event = scene.event(.appleIdentityTransferred, nil)
            #expect(try await scene.stores.move(other, to: try scene.subject("anna2"), event: event) == .unknown)
        },
        ConformanceCase("an identity does not move to a key that an account already has") { scene in
            let anna = try await scene.registerWithApple("anna")
            let berta = try await scene.register("berta")
            try await scene.link("anna2", to: berta, team: "TEAM000002")
            let transfer = try scene.transfer("moved")
            #expect(try await scene.stores.announce(transfer, of: anna.key))
            let event = scene.event(.appleIdentityTransferred, nil)
            #expect(try await scene.stores.move(transfer, to: try scene.subject("anna2"), event: event) == .taken)
            #expect(try await scene.stores.appleIdentity(anna.key)?.account == anna.account.id)
        },
    ]
}

extension ConformanceScene {
    fileprivate func apply(
        _ id: String, _ kind: AppleNotificationKind, _ key: AppleIdentityKey, at moment: Timestamp = start + .minutes(1)
    ) async throws -> AppleNotificationOutcome {
        let kinds: [AppleNotificationKind: AuditEventKind] = [
            .consentRevoked: .appleConsentRevoked, .accountDeleted: .appleAccountDeleted, .emailDisabled: .appleEmailDisabled,
            .emailEnabled: .appleEmailEnabled,
        ]
        let event = event(try #require(kinds[kind]), nil, at: start + .minutes(1))
        return try await stores.apply(try notification(id, kind, of: key, at: moment), event: event)
    }

    fileprivate func transfer(_ subject: String, team: String = "TEAM000002") throws -> AppleTransfer {
        AppleTransfer(team: try self.team(team), subject: try self.subject(subject))
    }
}
