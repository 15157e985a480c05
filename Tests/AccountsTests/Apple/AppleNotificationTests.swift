import Testing

@testable import Accounts

@Suite("Notifications from Apple")
struct AppleNotificationTests {
    static let start = AppleBench.start

    @Test("withdrawn consent ends the sessions that Apple opened, and the same user returns to the same account")
    func consentRevoked() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered(grant: AppleBench.token())
        let key = try AppleBench.key()
        let outcome = try await bench.notify("1", .consentRevoked, of: key)
        #expect(outcome == .applied(.consentRevoked(anna.active.account.id)))
        let now = Self.start + .seconds(120)
        #expect(try await bench.bench.session(anna.token, at: now) == nil)
        #expect(bench.bench.reported.last == .appleConsentRevoked)
        let again = try #require(
            try await bench.signIn(AppleBench.assertion(at: now), grant: AppleBench.token("new"), at: now).signedIn)
        #expect(again.active.account.id == anna.active.account.id)
        // A duplicate or delayed notification does not affect the new consent.
        #expect(try await bench.notify("1", .consentRevoked, of: key) == .duplicate)
        #expect(try await bench.notify("2", .consentRevoked, of: key) == .outdated)
        #expect(try await bench.bench.session(again.token, at: now) != nil)
    }

    @Test("a deleted Apple Account deletes an account without other credentials, and reports it to the operator")
    func accountDeleted() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered(grant: AppleBench.token())
        let outcome = try await bench.notify("1", .accountDeleted, of: AppleBench.key())
        #expect(outcome == .applied(.accountDeleted(anna.active.account.id)))
        #expect(try await bench.stores.countAccounts() == 0)
        #expect(try await bench.bench.session(anna.token) == nil)
        #expect(bench.bench.reported.last == .accountDeleted)
    }

    @Test("an account with a password only loses the identity")
    func accountDeletedWithPassword() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        _ = try await bench.setFirstPassword(of: anna, name: "anna.k")
        let outcome = try await bench.notify("1", .accountDeleted, of: AppleBench.key())
        #expect(outcome == .applied(.unlinked(anna.active.account.id)))
        #expect(try await bench.bench.session(anna.token) == nil)
        #expect(try await bench.bench.signIn().signedIn?.active.account.id == anna.active.account.id)
        #expect(bench.bench.reported.contains(.appleAccountDeleted))
    }

    @Test("the state of the relay address is stored and shown to the owner")
    func relay() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered()
        #expect(
            try await bench.notify("1", .emailDisabled, of: AppleBench.key())
                == .applied(.emailDeliverable(anna.active.account.id, false)))
        #expect(try await bench.identity()?.isEmailDeliverable == false)
        #expect(
            try await bench.notify("2", .emailEnabled, of: AppleBench.key(), at: Self.start + .seconds(61))
                == .applied(.emailDeliverable(anna.active.account.id, true)))
        #expect(try await bench.identity()?.isEmailDeliverable == true)
        #expect(try await bench.bench.events(of: anna) == [.appleEmailEnabled, .appleEmailDisabled, .accountCreated])
    }

    @Test("a claim of a relay address that is turned off has the same result as another claim, and sends no code")
    func claimOfRelay() async throws {
        let bench = try AppleBench()
        let mail = try MailBench(bench.bench)
        let relay = "x1@privaterelay.appleid.com"
        let anna = try #require(try await bench.signIn(AppleBench.assertion(email: relay)).registered)
        _ = try await bench.notify("1", .emailDisabled, of: AppleBench.key())
        for (text, sent) in [(relay, 0), ("anna@example.org", 1)] {
            let claim = try #require(try await mail.claim(text, of: anna.active).claim)
            #expect(claim.address.address.text == text && claim.address.undeliverableSince == nil)
            #expect(claim.expiresAt == Self.start + MailedCode.lifetime)
            #expect(try await mail.run().sent == sent)
        }
    }

    @Test("an unknown identity is ignored", arguments: AppleNotificationKind.allCases)
    func unknown(kind: AppleNotificationKind) async throws {
        let bench = try AppleBench()
        _ = try await bench.registered()
        #expect(try await bench.notify("1", kind, of: AppleBench.key("000001.unknown")) == .unknownIdentity)
        #expect(bench.bench.reported == [.accountCreated])
    }

    @Test("an identity of the app's former team is transferred at its first sign-in with the new team")
    func transfer() async throws {
        let bench = try AppleBench()
        let anna = try await bench.registered(grant: AppleBench.token())
        let (old, new) = (try AppleBench.key(), try AppleBench.key("000002.anna", team: "TEAM000002"))
        let transfer = AppleTransfer(team: new.team, subject: try #require(AppleSubject("000009.moved")))
        #expect(try await bench.service.announce(transfer, of: old))
        let assertion = try AppleBench.assertion("000002.anna", team: "TEAM000002", transfer: "000009.moved")
        #expect(try await bench.signIn(assertion).signedIn?.active.account.id == anna.active.account.id)
        #expect(try await bench.stores.appleIdentity(old) == nil)
        #expect(bench.bench.reported == [.accountCreated, .appleIdentityTransferred, .signedInByApple])
        // An unannounced transfer does not match an existing identity.
        let unknownClient = try AppleBench.assertion("000002.berta", team: "TEAM000002", transfer: "000009.unknown")
        #expect(try await bench.signIn(unknownClient).registered != nil)
        // The old key belongs to no account.
        #expect(try await bench.signIn(AppleBench.assertion()).registered != nil)
    }
}
