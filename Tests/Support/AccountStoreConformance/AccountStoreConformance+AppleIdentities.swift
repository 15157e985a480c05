import Accounts
import Testing

extension AccountStoreConformance {
    /// ``AppleIdentityStore``.
    package static let appleIdentities: [ConformanceCase] = appleAccounts + appleVerifications + appleNames

    private static let appleAccounts: [ConformanceCase] = [
        ConformanceCase("an account created with Apple has no name and no password, and its session says so") { scene in
            let anna = try await scene.registerWithApple("anna", email: try scene.email("anna@example.com"))
            #expect(try await scene.stores.account(anna.account.id) == anna.account)
            #expect(try await scene.stores.credential(of: anna.account.id) == nil)
            let stored = try #require(try await scene.stores.session(anna.opening.digest, now: scene.start))
            #expect(stored.session == anna.opening.session)
            #expect(stored.session.origin == .apple)
            #expect(try await scene.stores.sessions(of: anna.account.id, now: scene.start).map(\.origin) == [.apple])
            #expect(try await scene.eventKinds(of: anna.account.id) == [.accountCreated])
        },
        ConformanceCase("an identity is found by key, identifier and account, with all its values") { scene in
            let anna = try await scene.registerWithApple(
                "anna", email: try scene.email("x@privaterelay.appleid.com", isVerified: false, isPrivate: true),
                name: PersonName(given: "Anna", family: "Berg"))
            let identity = try #require(try await scene.stores.appleIdentity(anna.key))
            #expect(
                identity
                    == AppleIdentity(
                        id: anna.id, account: anna.account.id, key: anna.key,
                        email: try scene.email("x@privaterelay.appleid.com", isVerified: false, isPrivate: true),
                        name: PersonName(given: "Anna", family: "Berg"), linkedAt: scene.start, authenticatedAt: scene.start))
            #expect(try await scene.stores.appleIdentity(anna.id) == identity)
            #expect(try await scene.stores.appleIdentities(of: anna.account.id) == [identity])
        },
        ConformanceCase("an identity is matched by team and subject together, byte by byte") { scene in
            try await scene.registerWithApple("anna")
            for (subject, team) in [("ANNA", "TEAM000001"), ("anna", "TEAM000002"), ("ann%", "TEAM000001"), ("ann", "TEAM000001")] {
                #expect(try await scene.stores.appleIdentity(try scene.key(subject, team: team)) == nil)
            }
        },
        ConformanceCase("several accounts may have no name, and a missing name finds none of them") { scene in
            for index in 0..<3 { try await scene.registerWithApple("person\(index)") }
            #expect(try await scene.stores.countAccounts() == 3)
            #expect(try await scene.stores.account(named: UserNameKey("")) == nil)
        },
        ConformanceCase("an identity with an account gets no second one") { scene in
            let anna = try await scene.registerWithApple("anna")
            let second = Account(id: AccountID(random: scene.random), userName: nil, createdAt: scene.start, passwordChangedAt: nil)
            let opening = try scene.appleOpening(of: second.id)
            let verification = scene.verification(try scene.assertion("anna"))
            #expect(try await scene.stores.create(second, by: verification, opening: opening) == .identityTaken)
            #expect(try await scene.stores.account(second.id) == nil)
            #expect(!(try await scene.opens(opening.digest)))
            #expect(try await scene.stores.appleIdentity(anna.key)?.account == anna.account.id)
        },
        ConformanceCase("an identity opens no session of another account") { scene in
            let (anna, berta) = (try await scene.registerWithApple("anna"), try await scene.registerWithApple("berta"))
            let opening = try scene.appleOpening(of: anna.account.id)
            let foreign = scene.verification(try scene.assertion("berta"), id: berta.id)
            #expect(try await scene.stores.open(opening, by: foreign) == .superseded)
            let renamed = scene.verification(try scene.assertion("berta"), id: anna.id)
            #expect(try await scene.stores.open(opening, by: renamed) == .superseded)
            let unknown = scene.verification(try scene.assertion("unknown"))
            #expect(try await scene.stores.open(opening, by: unknown) == .superseded)
            #expect(!(try await scene.opens(opening.digest)))
        },
        ConformanceCase("an identity renews only an active session of its account") { scene in
            let (anna, berta) = (try await scene.registerWithApple("anna"), try await scene.registerWithApple("berta"))
            let event = scene.event(.reauthenticated, anna.account.id)
            let renewal = try scene.renewal(of: anna.opening.session.id)
            let foreign = scene.verification(try scene.assertion("berta"), id: berta.id)
            #expect(!(try await scene.stores.renew(renewal, by: foreign, event: event)))
            #expect(try await scene.opens(anna.opening.digest))
            // The time of the request applies, not the earlier time of Apple's authentication.
            let late = scene.verification(try scene.assertion("anna"), id: anna.id, at: anna.opening.session.expiry.end)
            #expect(!(try await scene.stores.renew(renewal, by: late, event: event)))
            #expect(try await scene.stores.renew(renewal, by: anna.verification, event: event))
            #expect(try await scene.opens(renewal))
            #expect(!(try await scene.opens(anna.opening.digest)))
        },
        ConformanceCase("a deleted account removes its identities, and an identity is then unlinked") { scene in
            let anna = try await scene.registerWithApple("anna")
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) == .byHand)
            #expect(try await scene.stores.appleIdentity(anna.key) == nil)
            #expect(!(try await scene.opens(anna.opening.digest)))
            let again = try await scene.registerWithApple("anna")
            #expect(again.account.id != anna.account.id)
        },
    ]

    private static let appleVerifications: [ConformanceCase] = [
        ConformanceCase("a missing e-mail address keeps the stored one, and a new one replaces it") { scene in
            let anna = try await scene.registerWithApple("anna", email: try scene.email("anna@example.com"))
            try await scene.signIn(anna, at: scene.start + .minutes(1))
            #expect(try await scene.stores.appleIdentity(anna.key)?.email == scene.email("anna@example.com"))
            let other = try scene.email("berg@example.com", isVerified: false)
            try await scene.signIn(anna, email: other, at: scene.start + .minutes(2))
            #expect(try await scene.stores.appleIdentity(anna.key)?.email == other)
        },
        ConformanceCase("an older assertion of Apple changes neither address nor name nor time") { scene in
            let anna = try await scene.registerWithApple("anna", email: try scene.email("anna@example.com"), at: scene.start)
            try await scene.signIn(
                anna, email: try scene.email("old@example.com"), name: PersonName(given: "Old", family: nil),
                at: scene.start - .minutes(1))
            let identity = try #require(try await scene.stores.appleIdentity(anna.key))
            #expect(identity.email == (try scene.email("anna@example.com")))
            #expect(identity.name == nil)
            #expect(identity.authenticatedAt == scene.start)
        },
        ConformanceCase("a new address is deliverable until Apple reports otherwise, and the same one keeps its state") { scene in
            let anna = try await scene.registerWithApple("anna", email: try scene.email("anna@example.com"))
            let event = scene.event(.appleEmailDisabled, nil)
            let notification = try scene.notification("1", .emailDisabled, of: anna.key)
            _ = try await scene.stores.apply(notification, event: event)
            try await scene.signIn(anna, email: try scene.email("anna@example.com"), at: scene.start + .minutes(2))
            #expect(try await scene.stores.appleIdentity(anna.key)?.isEmailDeliverable == false)
            try await scene.signIn(anna, email: try scene.email("other@example.com"), at: scene.start + .minutes(3))
            #expect(try await scene.stores.appleIdentity(anna.key)?.isEmailDeliverable == true)
        },
    ]

    private static let appleNames: [ConformanceCase] = [
        ConformanceCase("a name received before the account exists is used by it, once") { scene in
            let name = try #require(PersonName(given: "Anna", family: "Berg"))
            try await scene.stores.remember(name, of: try scene.key("anna"), at: scene.start)
            let anna = try await scene.registerWithApple("anna")
            #expect(try await scene.stores.appleIdentity(anna.key)?.name == name)
            #expect(try await scene.stores.deleteAccount(anna.account.id, at: scene.start) != nil)
            let again = try await scene.registerWithApple("anna")
            #expect(try await scene.stores.appleIdentity(again.key)?.name == nil)
        },
        ConformanceCase("a name is matched by the whole key of the identity") { scene in
            let name = try #require(PersonName(given: "Anna", family: nil))
            try await scene.stores.remember(name, of: try scene.key("anna", team: "TEAM000002"), at: scene.start)
            let anna = try await scene.registerWithApple("anna")
            #expect(try await scene.stores.appleIdentity(anna.key)?.name == nil)
        },
        ConformanceCase("a missing name never replaces a stored one, and a newer one does") { scene in
            let (first, second) = (PersonName(given: "Anna", family: "Berg"), PersonName(given: "Anna", family: "Thal"))
            let anna = try await scene.registerWithApple("anna", name: first)
            try await scene.signIn(anna, at: scene.start + .minutes(1))
            #expect(try await scene.stores.appleIdentity(anna.key)?.name == first)
            try await scene.signIn(anna, name: second, at: scene.start + .minutes(2))
            #expect(try await scene.stores.appleIdentity(anna.key)?.name == second)
        },
        ConformanceCase("a linked identity uses its stored name, too") { scene in
            let name = try #require(PersonName(given: "Anna", family: nil))
            try await scene.stores.remember(name, of: try scene.key("anna"), at: scene.start)
            let identity = try await scene.link("anna", to: try await scene.register("anna"))
            #expect(identity.name == name)
        },
        ConformanceCase("unused names are deleted after their retention") { scene in
            let name = try #require(PersonName(given: "Anna", family: nil))
            try await scene.stores.remember(name, of: try scene.key("anna"), at: scene.start)
            let end = scene.start + PersonName.retention
            #expect(try await scene.removeExpired(at: end) == 0)
            #expect(try await scene.removeExpired(at: end + .millisecond) == 1)
        },
    ]
}
